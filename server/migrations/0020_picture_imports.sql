-- Pictures that go to parts by the names of their files, as a job. It waits in review while files are added.

alter table jobs drop constraint jobs_kind_check,
  add constraint jobs_kind_check check (kind in ('import', 'undo', 'bulk', 'pictures'));

-- The expression of a generated column cannot be changed before PostgreSQL 17.
alter table operations drop column kind, add column kind text not null generated always as (case
  when what in ('import', 'undo', 'bulk', 'pictures') then what
  when what like '%.restore' then 'restore'
  when user_id is null then 'system'
  else 'screen' end) stored;

create table picture_imports (
  id integer primary key references jobs,
  part_brand_id integer not null,
  -- Null when parts of any product are looked for.
  part_product_id integer,
  mode text not null default 'append' check (mode in ('append', 'replace'))
);

-- What was sent: an image, or a zip of images.
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

-- The images of the uploads, each with the part that its name means, or why there is none.
create table picture_import_files (
  id integer generated always as identity primary key,
  picture_import_id integer not null references picture_imports on delete cascade,
  upload_id integer not null references picture_import_uploads on delete cascade,
  -- Its place in the directory of the zip, from 0 on.
  entry integer,
  name text not null,
  -- Where its part was looked for.
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
