-- Run once, when a new database is built.

-- Creates the tables of changes of this month and the next one. The server creates later ones.
select keep_changes(12);
