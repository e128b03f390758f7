-- Workbooks of other formats wait until a person has said how they are read.
alter table jobs drop constraint jobs_state_check, add constraint jobs_state_check
  check (state in ('queued', 'running', 'mapping', 'review', 'done', 'failed', 'cancelled'));

alter table imports add column sample jsonb, add column mapping jsonb, add column is_mapped boolean not null default false;
alter table import_errors add column format text;

create table workbook_mappings (
  id integer generated always as identity primary key,
  part_brand_id integer not null references part_brands on delete cascade,
  name text not null,
  mapping jsonb not null,
  user_id integer references users on delete set null,
  updated_at timestamptz not null default now(),
  used_at timestamptz
);
create unique index workbook_mappings_name_key on workbook_mappings (part_brand_id, fold(name));
create index workbook_mappings_user_id on workbook_mappings (user_id);
