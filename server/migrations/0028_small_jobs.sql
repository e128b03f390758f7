-- A job that takes seconds. A second loop of each process runs these while a long job of another person is running.
alter table jobs add column is_small boolean not null default false;
