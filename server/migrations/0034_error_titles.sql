-- The title of the column that an error is about, in a file of another format.
alter table import_errors add column title text;
