-- Long work that a child process does: whoever holds the lease works on it, and the position moves in the same
-- transaction as the rows it counts.
create table jobs (
  id integer generated always as identity primary key,
  kind text not null constraint jobs_kind_check check (kind in ('import', 'undo')),
  user_id integer not null references users,
  -- Two active jobs of one person and kind with the same text are one. Of an import it is the sha256 of the file.
  same_as text not null,
  state text not null default 'queued' constraint jobs_state_check
    check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  status_message text not null default 'En cola',
  -- How much there is to do. Unknown until the work has counted it.
  total integer,
  -- How much of it is settled. Where the work goes on after a crash.
  done integer not null default 0,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  -- Who works on it, and until when that is believed without news.
  worker uuid,
  leased_until timestamptz,
  -- How often a worker died on it since it last advanced.
  deaths integer not null default 0
);

insert into jobs (id, kind, user_id, same_as, state, status_message, total, done, created_at, finished_at, worker,
  leased_until, deaths) overriding system value
select id, 'import', user_id, sha256, state, status_message, rows_total, rows_done, created_at, finished_at, worker,
  leased_until, deaths from imports;
-- The number of an import that was removed is not given again.
select setval(pg_get_serial_sequence('jobs', 'id'), last_value, is_called) from imports_id_seq;

create index jobs_user_id on jobs (user_id, id);
create index jobs_waiting on jobs (id) where state in ('queued', 'running');
create unique index jobs_same on jobs (user_id, kind, same_as) where state in ('queued', 'running');
create unique index jobs_one_running on jobs (user_id) where state = 'running';

-- What is left is about the file. The indexes of these columns go with them.
alter table imports
  alter id drop identity,
  add foreign key (id) references jobs,
  drop user_id,
  drop created_at,
  drop finished_at,
  drop state,
  drop status_message,
  drop rows_total,
  drop rows_done,
  drop worker,
  drop leased_until,
  drop deaths,
  -- When it was taken off the list. The row stays, because the history of changes names its file.
  add removed_at timestamptz;
