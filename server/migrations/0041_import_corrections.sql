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
