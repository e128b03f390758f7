-- The sheet of the file, if its name is not that of the format.
alter table import_changes add column own_sheet text;
