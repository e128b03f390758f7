-- The same done to many parts, as a job. The parts are fixed when it is asked for.

alter table jobs drop constraint jobs_kind_check, add constraint jobs_kind_check check (kind in ('import', 'undo', 'bulk'));

create table bulks (
  id integer primary key references jobs,
  action jsonb not null,
  changed integer not null default 0,
  unchanged integer not null default 0,
  impossible integer not null default 0
);

-- The parts that wait for their turn. One may be removed before it.
create table bulk_parts (
  bulk_id integer not null references bulks on delete cascade,
  part_id integer not null,
  primary key (bulk_id, part_id)
);

-- The parts that could not be changed.
create table bulk_results (
  id integer generated always as identity primary key,
  bulk_id integer not null references bulks on delete cascade,
  part_id integer not null,
  -- Null when it was gone or out of reach.
  part_brand_id integer,
  part_product_id integer,
  code text not null,
  reason text not null
);
create index bulk_results_bulk_id on bulk_results (bulk_id, id);
