-- People, their sessions and what they save for themselves.

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
  created_at timestamptz not null default now(),
  -- The password was set by another person. Its owner changes it before anything else.
  must_change_password boolean not null default false,
  -- The last visit to Inicio, and the end of the visit before it. Later changes are news to the person.
  visited_at timestamptz,
  news_since timestamptz
);
create unique index users_email_key on users (lower(email));

create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id integer not null references users on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  address text not null default '',
  device text not null default '',
  used_at timestamptz not null default now()
);
create index sessions_user_id on sessions (user_id);

-- Networks from which an account has signed in. An attack from other networks does not lock its owner out.
create table known_networks (
  user_id integer not null references users on delete cascade,
  network text not null,
  last_at timestamptz not null default now(),
  primary key (user_id, network)
);

-- Failed sign-ins, by account and by address.
create table sign_in_failures (
  key text primary key,
  failures integer not null,
  last_at timestamptz not null,
  free_at timestamptz not null
);

-- A link with which a browser saves a file: valid once, for a minute, while the session lasts.
create table download_tickets (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null references sessions on delete cascade,
  -- SHA-256 of the secret. A person who reads this table cannot open the link.
  secret_hash text not null constraint download_tickets_secret_hash_key unique,
  path text not null,
  expires_at timestamptz not null,
  state text not null default 'waiting' constraint download_tickets_state_check
    check (state in ('waiting', 'running', 'done', 'failed')),
  done integer not null default 0,
  total integer,
  -- Message of the refusal.
  reason text,
  -- The last report of progress.
  noted_at timestamptz not null default now()
);
create index download_tickets_session_id on download_tickets (session_id);
create index download_tickets_expires_at on download_tickets (expires_at);

create table saved_views (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  -- The path of the call that returns the list.
  list text not null,
  name text not null,
  name_folded text not null generated always as (fold(name)) stored,
  -- Filters and order, as they are sent to the call.
  query jsonb not null,
  columns jsonb not null,
  -- Whether the author's team sees it.
  is_shared boolean not null default false
);
create index saved_views_shared on saved_views (list) where is_shared;
create unique index saved_views_name_key on saved_views (user_id, list, name_folded);
