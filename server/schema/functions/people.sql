-- Ends the sessions of a person who loses a right: another role or password, or a deactivated account.
create or replace function end_sessions() returns trigger language plpgsql as $$
begin
  delete from sessions where user_id = new.id;
  return null;
end $$;
