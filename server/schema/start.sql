-- Run once, when a new database is built.

-- The tables of changes of this month and the next one. The server makes the following ones.
select keep_changes(12);
