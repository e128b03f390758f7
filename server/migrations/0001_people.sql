create extension if not exists unaccent with schema public;
create extension if not exists pg_trgm with schema public;

-- Text as it is compared: without case or accents. unaccent() is only "stable" because its dictionary could be
-- replaced; ours is named and never is, so the result can be indexed.
create function fold(value text) returns text
  language sql immutable strict parallel safe
  return lower(public.unaccent('public.unaccent'::regdictionary, value));

create table users (
  id integer generated always as identity primary key,
  role text not null constraint users_role_check
    check (role in ('admin', 'staff', 'manufacturer', 'client', 'user')),
  email text not null,
  name text not null,
  social_name text not null default '',
  social_number text constraint users_social_number_check check (social_number ~ '^[0-9]{11}$'),
  phone text not null default '',
  password_hash text not null,
  active boolean not null default true,
  shortcuts jsonb not null default '[]',
  created_at timestamptz not null default now()
);
create unique index users_email_key on users (lower(email));

create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id integer not null references users on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_user_id on sessions (user_id);

-- Whoever loses a right loses the sessions opened with it, whichever statement took it away.
create function end_sessions() returns trigger language plpgsql as $$
begin
  delete from sessions where user_id = new.id;
  return null;
end $$;
create trigger users_end_sessions after update of role, password_hash, active on users
  for each row
  when (old.role <> new.role or old.password_hash <> new.password_hash or (old.active and not new.active))
  execute function end_sessions();

-- How often signing in failed, by account and by address.
create table sign_in_failures (
  key text primary key,
  failures integer not null,
  last_at timestamptz not null,
  free_at timestamptz not null
);

create table secrets (
  name text primary key,
  value text not null
);
