-- Ends the sessions of a user whose role or password changes, or whose account is deactivated.
create or replace function end_sessions() returns trigger language plpgsql as $$
begin
  delete from sessions where user_id = new.id;
  return null;
end $$;
