-- Imports of spreadsheets and of pictures by file name.

create table imports (
  id integer primary key references jobs,
  udid uuid not null default gen_random_uuid() constraint imports_udid_key unique,
  name text not null,
  bytes integer not null,
  -- SHA-256 of the contents, in hexadecimal.
  sha256 text not null,
  file_key text not null,
  rows_created integer not null default 0,
  rows_updated integer not null default 0,
  rows_unchanged integer not null default 0,
  errors_count integer not null default 0,
  warnings text[] not null default '{}',
  -- Removed from the list. The row stays, because the history of changes refers to it.
  removed_at timestamptz,
  -- The current work of the job: save rows, store what they would change, or apply what was stored.
  phase text not null default 'import' constraint imports_phase_check check (phase in ('import', 'review', 'apply')),
  -- The job reads only the rows that were refused before.
  only_refused boolean not null default false,
  -- Sheets whose rows replace the stored rows of the parts that they name.
  replaces text[] not null default '{}',
  rows_removed integer not null default 0,
  rows_suspicious integer not null default 0,
  rows_left_out integer not null default 0,
  -- Rows of each sheet that refer to something stored. A share of them raises an alarm.
  rows_stored jsonb not null default '{}',
  alarms text[] not null default '{}',
  -- Notices of rows: how many rows have each, and the first of them.
  notices jsonb not null default '{}',
  -- Applies the review when nothing in it needs a person. Cleared once the review waits for one.
  auto_apply boolean not null default false,
  -- The first rows and the values of a workbook of another format, and how it is read.
  sample jsonb,
  mapping jsonb,
  -- The mapping is complete: a person or a stored mapping has decided it.
  is_mapped boolean not null default false,
  -- Hash of the vehicle base that decided how many applications the rows of a mapped file have.
  vehicle_base text
);

create table import_errors (
  id integer generated always as identity primary key,
  import_id integer not null references imports on delete cascade,
  sheet text not null,
  row integer not null,
  "column" text not null,
  value text not null,
  reason text not null,
  -- The row in the columns of the format, to be returned for correction. Stored with the first error of a row.
  cells jsonb not null,
  -- Position of the row among all rows of the file, in the order in which they are saved.
  position integer,
  -- Suggested values.
  offers jsonb not null default '[]',
  -- Sheet of the import format to which a row of another format was converted.
  format text,
  -- The title of the column in a file of another format.
  title text
);
create index import_errors_import_id on import_errors (import_id, id);
create index import_errors_position on import_errors (import_id, position);

-- Changes that a file would make: one per field, and one per created or deleted row. Written like `changes`.
create table import_changes (
  id bigint generated always as identity primary key,
  import_id integer not null references imports on delete cascade,
  -- As in import_errors. Null for a row that is deleted because the rows of its part are replaced.
  position integer,
  sheet text not null,
  row integer,
  entity text not null,
  action text not null,
  -- Identifies the row within its part. For a part it is the bare code.
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
  accepted boolean not null,
  -- Stored values of fields that belong to the changed one, such as the unit of a value.
  beside jsonb,
  -- The sheet of the file, if its name is not that of the format.
  own_sheet text
);
create index import_changes_import_id on import_changes (import_id, id);
create index import_changes_position on import_changes (import_id, position);
-- Finds the new parts of an import, for rows that refer to them.
create index import_changes_new_parts on import_changes (import_id, part_brand_id, part_product_id, key)
  where entity = 'part' and action = 'created';

-- Parts in a replacing file, and their rows. row_id is null for a row that does not exist yet, and when only the part is
-- in the file.
create table import_named_rows (
  import_id integer not null references imports on delete cascade,
  entity text not null,
  part_id integer not null,
  row_id integer,
  -- Position of a refused row. It may refer to any row, so nothing of its part is deleted.
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

-- Cells that a person has corrected. They take the place of those of the file when it is read.
create table import_corrections (
  id integer generated always as identity primary key,
  import_id integer not null references imports on delete cascade,
  -- As in import_errors.
  position integer not null,
  sheet text not null,
  row integer not null,
  -- A column of the import format, and its title in a file of another format.
  "column" text not null,
  title text,
  before text not null,
  after text not null,
  constraint import_corrections_cell unique (import_id, position, "column")
);

-- How workbooks of a brand are read, to be used for the next ones.
create table workbook_mappings (
  id integer generated always as identity primary key,
  part_brand_id integer not null references part_brands on delete cascade,
  name text not null,
  mapping jsonb not null,
  -- Who stored it last.
  user_id integer references users on delete set null,
  updated_at timestamptz not null default now(),
  used_at timestamptz
);
create unique index workbook_mappings_name_key on workbook_mappings (part_brand_id, fold(name));
create index workbook_mappings_user_id on workbook_mappings (user_id);

-- Pictures that are assigned to parts by file name. The job waits in review while files are added.
create table picture_imports (
  id integer primary key references jobs,
  part_brand_id integer not null,
  -- Null for parts of any product.
  part_product_id integer,
  mode text not null default 'append' check (mode in ('append', 'replace'))
);

-- Uploaded images and zips of images.
create table picture_import_uploads (
  id integer generated always as identity primary key,
  picture_import_id integer not null references picture_imports on delete cascade,
  name text not null,
  bytes integer not null,
  sha256 text not null,
  file_key text not null,
  constraint picture_import_uploads_same unique (picture_import_id, sha256, name)
);
create index picture_import_uploads_file_key on picture_import_uploads (file_key);

-- Images of the uploads, each with the part that its name refers to, or the reason why there is none.
create table picture_import_files (
  id integer generated always as identity primary key,
  picture_import_id integer not null references picture_imports on delete cascade,
  upload_id integer not null references picture_import_uploads on delete cascade,
  -- Index in the directory of the zip, from 0 on.
  entry integer,
  name text not null,
  -- Brand and product within which the part was searched for.
  part_brand_id integer not null,
  part_product_id integer,
  part_id integer,
  code text not null default '',
  code_bare text not null generated always as (bare(code)) stored,
  is_blueprint boolean not null default false,
  rank integer not null default 1,
  outcome text not null check (outcome in ('found', 'unknown', 'ambiguous', 'refused', 'stored', 'repeated')),
  reason text not null default ''
);
create index picture_import_files_by_import on picture_import_files (picture_import_id, id);
create index picture_import_files_to_store on picture_import_files (picture_import_id, part_id) where outcome = 'found';
create index picture_import_files_upload_id on picture_import_files (upload_id);
