-- An uploaded spreadsheet, which is also its own job: whoever holds the lease works on it, and the position moves in the
-- same transaction as the rows it counts.
create table imports (
  id integer generated always as identity primary key,
  udid uuid not null default gen_random_uuid() constraint imports_udid_key unique,
  user_id integer not null references users,
  name text not null,
  bytes integer not null,
  -- Of the contents, in hexadecimal.
  sha256 text not null,
  file_key text not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  state text not null default 'queued' constraint imports_state_check
    check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  status_message text not null default 'En cola',
  -- Unknown until the whole file has been read through once and found good.
  rows_total integer,
  -- Rows of the file that are settled: in, unchanged or refused. Where the work goes on after a crash.
  rows_done integer not null default 0,
  rows_created integer not null default 0,
  rows_updated integer not null default 0,
  rows_unchanged integer not null default 0,
  errors_count integer not null default 0,
  warnings text[] not null default '{}',
  -- Who works on it, and until when that is believed without news.
  worker uuid,
  leased_until timestamptz,
  -- How often a worker died on it since the last row was settled.
  deaths integer not null default 0
);
create index imports_user_id on imports (user_id, id);
create index imports_waiting on imports (id) where state in ('queued', 'running');
-- The same file twice is one job, and one job a person runs at a time.
create unique index imports_same_file on imports (user_id, sha256) where state in ('queued', 'running');
create unique index imports_one_running on imports (user_id) where state = 'running';

create table import_errors (
  id integer generated always as identity primary key,
  import_id integer not null references imports on delete cascade,
  sheet text not null,
  row integer not null,
  "column" text not null,
  value text not null,
  reason text not null,
  -- The row in the columns of the format, to be handed back for correction: texts, and what is wrong as it was. It comes
  -- with the first error of a row.
  cells jsonb not null
);
create index import_errors_import_id on import_errors (import_id, id);
