-- Views of a list that a person keeps under a name.
create table saved_views (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  -- The path of the call that answers the list.
  list text not null,
  name text not null,
  name_folded text not null generated always as (fold(name)) stored,
  -- The filters and the order, as they are sent to the call.
  query jsonb not null,
  columns jsonb not null
);
create unique index saved_views_name_key on saved_views (user_id, list, name_folded);
