-- A password that somebody else has set is changed by its owner before anything else.
alter table users add column must_change_password boolean not null default false;

-- What a person reads of their own sessions.
alter table sessions
  add column address text not null default '',
  add column device text not null default '',
  add column used_at timestamptz not null default now();

-- The networks from which an account has signed in. An attack from others does not keep its owner out.
create table known_networks (
  user_id integer not null references users on delete cascade,
  network text not null,
  last_at timestamptz not null default now(),
  primary key (user_id, network)
);
