-- Long work in a child process. The process with the lease works on the job, and the position moves in the same
-- transaction as the rows that it counts.
create table jobs (
  id integer generated always as identity primary key,
  kind text not null constraint jobs_kind_check check (kind in ('import', 'undo', 'bulk', 'pictures', 'template')),
  user_id integer not null references users,
  -- Two active jobs of a person and kind with the same text are one. For an import it is the SHA-256 of the file.
  same_as text not null,
  state text not null default 'queued' constraint jobs_state_check
    check (state in ('queued', 'running', 'mapping', 'review', 'done', 'failed', 'cancelled')),
  status_message text not null default 'En cola',
  -- Unknown until the job has counted its work.
  total integer,
  -- Finished work, and the position from which a job continues after a crash.
  done integer not null default 0,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  -- Lease owner and expiry.
  worker uuid,
  leased_until timestamptz,
  -- Workers that died on the job since it last advanced.
  deaths integer not null default 0,
  -- The changes that the job has made.
  operation_id integer references operations on delete set null,
  -- Takes seconds. A second loop of each process runs these while a long job of another person is running.
  is_small boolean not null default false
);
create index jobs_user_id on jobs (user_id, id);
create index jobs_waiting on jobs (id) where state in ('queued', 'running');
create unique index jobs_same on jobs (user_id, kind, same_as) where state in ('queued', 'running');
create unique index jobs_one_running on jobs (user_id) where state = 'running';
create index jobs_operation_id on jobs (operation_id);

-- Undo of an operation, part by part in the order of their ids.
create table undos (
  id integer primary key references jobs,
  undoes integer not null,
  last_part integer not null default 0,
  undone integer not null default 0,
  kept integer not null default 0,
  impossible integer not null default 0
);
create table undo_results (
  id integer generated always as identity primary key,
  undo_id integer not null references undos on delete cascade,
  part_id integer not null,
  outcome text not null constraint undo_results_outcome_check check (outcome in ('undone', 'kept', 'impossible')),
  part_brand_id integer not null,
  part_product_id integer not null,
  code text not null,
  detail text not null,
  changed_by integer,
  changed_at timestamptz
);
create index undo_results_undo_id on undo_results (undo_id, id);

-- The same action on many parts. The parts are fixed when the job is created.
create table bulks (
  id integer primary key references jobs,
  action jsonb not null,
  changed integer not null default 0,
  unchanged integer not null default 0,
  impossible integer not null default 0
);

-- Parts that are still to be changed. A part may be removed before its turn.
create table bulk_parts (
  bulk_id integer not null references bulks on delete cascade,
  part_id integer not null,
  primary key (bulk_id, part_id)
);

-- Parts that could not be changed.
create table bulk_results (
  id integer generated always as identity primary key,
  bulk_id integer not null references bulks on delete cascade,
  part_id integer not null,
  -- Null when the part was deleted or out of scope.
  part_brand_id integer,
  part_product_id integer,
  code text not null,
  reason text not null
);
create index bulk_results_bulk_id on bulk_results (bulk_id, id);

-- Counts the parts of a product again after a change of its template.
create table template_jobs (
  id integer primary key references jobs,
  part_product_id integer not null references part_products on delete cascade,
  -- The parts up to this one are counted.
  last_part integer not null default 0
);
create index template_jobs_by_product on template_jobs (part_product_id, id);
