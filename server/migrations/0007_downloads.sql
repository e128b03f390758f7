-- A link that lets a browser save a file by itself: good once, for a minute, while the session lasts.
create table download_tickets (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null references sessions on delete cascade,
  -- Only its SHA-256 is kept, so that what is read here opens nothing.
  secret_hash text not null constraint download_tickets_secret_hash_key unique,
  path text not null,
  expires_at timestamptz not null,
  state text not null default 'waiting' constraint download_tickets_state_check
    check (state in ('waiting', 'running', 'done', 'failed')),
  done integer not null default 0,
  total integer,
  -- Why it was refused, as its caller was told.
  reason text,
  -- When its server last told how it goes.
  noted_at timestamptz not null default now()
);
create index download_tickets_session_id on download_tickets (session_id);
create index download_tickets_expires_at on download_tickets (expires_at);
