-- Notes the files of a deleted or changed row in released_files. The arguments are the columns with their keys.
create or replace function release_files() returns trigger language plpgsql as $$
begin
  insert into released_files (key) select to_jsonb(old) ->> name from unnest(tg_argv) name;
  return null;
end $$;
