-- Removed vehicles. One comes back when an application to it is restored.
create table removed_vehicles (
  id integer primary key,
  origin text not null,
  brand text not null,
  model text not null,
  model_master text not null,
  version text not null,
  engine_code text not null,
  fuel text not null,
  sold_from_year integer not null,
  sold_until_year integer,
  components jsonb not null,
  removed_at timestamptz not null default now()
);
