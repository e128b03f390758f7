-- A person may share a view with their team.
alter table saved_views add column is_shared boolean not null default false;
create index saved_views_shared on saved_views (list) where is_shared;
