-- The title of the column that an error is about, in a file of another format. 0033 had it for some hours.
alter table import_errors add column if not exists title text;
