-- The log of changes to the catalog and to accounts. Only triggers write it.

-- One call, job, or SQL of an unnamed caller. It is written with its first change.
create table operations (
  id integer generated always as identity primary key,
  user_id integer,
  -- The call ("parts.update"), the kind of a job ("import", "bulk"), another act of the server ("demo"), or "sql".
  what text not null,
  -- The undone operation, which may be deleted before this one.
  undoes integer,
  at timestamptz not null default now(),
  kind text not null generated always as (case
    when what in ('import', 'undo', 'bulk', 'pictures') then what
    when what like '%.restore' then 'restore'
    when user_id is null then 'system'
    else 'screen' end) stored
);
create index operations_by_moment on operations (at, id);
create index operations_by_person on operations (user_id, at, id);
create index operations_undone on operations (undoes) where undoes is not null;

-- Changes of rows. A new row has no `before`, a deleted one no `after`. A changed row has both, with only the fields
-- that differ. There are no foreign keys: a change outlives its row, and a month of changes is dropped as a table.
create sequence changes_id_seq;
create table changes (
  id bigint not null default nextval('changes_id_seq'),
  operation_id integer not null,
  at timestamptz not null default now(),
  -- Transactions do not commit in the order of `id`. A reader that stops below pg_snapshot_xmin() misses none.
  xid xid8 not null default pg_current_xact_id(),
  -- The part that the row belongs to, and its brand and product after the change.
  part_id integer,
  part_brand_id integer,
  part_product_id integer,
  row_id integer not null,
  entity text not null,
  before jsonb,
  after jsonb
) partition by range (at);
alter sequence changes_id_seq owned by changes.id;
create index changes_by_id on changes (id);
create index changes_of_part on changes (part_id, id);
create index changes_of_operation on changes (operation_id, part_id, id);

-- Rows of months without a table. keep_changes() makes the tables of months.
create table changes_of_other_months partition of changes default;

-- Created, changed and deleted rows of an operation, by the brand and product of their part.
create table operation_tallies (
  operation_id integer not null,
  entity text not null,
  action text not null,
  part_brand_id integer,
  part_product_id integer,
  rows integer not null,
  constraint operation_tallies_key unique nulls not distinct (operation_id, entity, action, part_brand_id, part_product_id)
);
create index operation_tallies_by_brand on operation_tallies (part_brand_id, operation_id);

-- The trash: removed parts that can still be restored.
create table removed_parts (
  id integer primary key,
  part_brand_id integer not null,
  part_product_id integer not null,
  code text not null,
  removed_at timestamptz not null default now(),
  removed_by integer,
  operation_id integer not null
);
create index removed_parts_by_moment on removed_parts (removed_at, id);
create index removed_parts_by_brand on removed_parts (part_brand_id, removed_at, id);
-- A part that is created again is restored from the trash.
create index removed_parts_by_code on removed_parts (part_brand_id, bare(code));
-- A search without results looks for its number in the trash.
create index removed_parts_by_number on removed_parts (number_of(bare(code)));
