-- An import can wait for a review: what it would change is stored, and nothing else, until a person applies it.

alter table jobs
  drop constraint jobs_state_check,
  add constraint jobs_state_check check (state in ('queued', 'running', 'review', 'done', 'failed', 'cancelled'));

alter table imports
  -- What its job does now: save the rows, store what they would change, or carry out what was stored.
  add phase text not null default 'import' constraint imports_phase_check check (phase in ('import', 'review', 'apply')),
  -- The job goes only through the rows that were refused before.
  add only_refused boolean not null default false,
  -- The sheets whose rows replace what their parts have.
  add replaces text[] not null default '{}',
  add rows_removed integer not null default 0,
  add rows_suspicious integer not null default 0,
  add rows_left_out integer not null default 0,
  -- Rows of each sheet that name something stored. A share of them raises an alarm.
  add rows_stored jsonb not null default '{}',
  add alarms text[] not null default '{}',
  -- Notices of rows: how many rows have each, and the first of them.
  add notices jsonb not null default '{}';

-- The position of the row among all rows of the file, in the order in which they are saved.
alter table import_errors
  add position integer,
  -- What may have been meant.
  add offers jsonb not null default '[]';
create index import_errors_position on import_errors (import_id, position);

-- What a file would do, a field at a time; to a row that comes or goes, as a whole. Written as `changes` are.
create table import_changes (
  id bigint generated always as identity primary key,
  import_id integer not null references imports on delete cascade,
  -- As in import_errors. What goes because its part's rows are replaced is in no row of the file.
  position integer,
  sheet text not null,
  row integer,
  entity text not null,
  action text not null,
  -- Identifies the row within its part; of a part it is its code as codes are compared.
  key text not null,
  part_brand_id integer not null,
  part_product_id integer not null,
  -- Null while the part does not exist.
  part_id integer,
  code text not null,
  code_bare text not null generated always as (bare(code)) stored,
  -- Null while the row does not exist.
  row_id integer,
  field text not null default '',
  before jsonb,
  after jsonb,
  suspicion text,
  accepted boolean not null
);
create index import_changes_import_id on import_changes (import_id, id);
create index import_changes_position on import_changes (import_id, position);
-- Rows of parts that do not exist yet look for them here.
create index import_changes_new_parts on import_changes (import_id, part_brand_id, part_product_id, key)
  where entity = 'part' and action = 'created';

-- The parts that a replacing file names, and their rows. The id is null for rows that do not exist yet.
create table import_named_rows (
  import_id integer not null references imports on delete cascade,
  entity text not null,
  part_id integer not null,
  row_id integer,
  -- The position of a row that was refused, so that nobody knows what it named.
  refused integer
);
create index import_named_rows_part on import_named_rows (import_id, entity, part_id);

-- How a person wants a value of a column to be read: in one file, or in every file.
create table import_mappings (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  import_id integer references imports on delete cascade,
  "column" text not null,
  value text not null,
  "to" text not null
);
create unique index import_mappings_key on import_mappings (user_id, coalesce(import_id, 0), "column", lower(value));
create index import_mappings_import_id on import_mappings (import_id);
