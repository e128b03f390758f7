-- The vehicle base.

create table vehicles (
  id integer generated always as identity primary key,
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
  -- For filters and order of lists.
  origin_folded text not null generated always as (fold(origin)) stored,
  brand_folded text not null generated always as (fold(brand)) stored,
  model_folded text not null generated always as (fold(model)) stored,
  model_master_folded text not null generated always as (fold(model_master)) stored,
  version_folded text not null generated always as (fold(version)) stored,
  engine_code_bare text not null generated always as (bare(engine_code)) stored,
  fuel_folded text not null generated always as (fold(fuel)) stored,
  constraint vehicles_key unique nulls not distinct
    (brand, model, version, engine_code, fuel, sold_from_year, sold_until_year)
);
create index vehicles_brand_model on vehicles (brand, model);

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

-- The vehicle base as it was shipped last, which an update compares with the vehicles of today and with what it ships.
create table shipped_vehicles (
  key integer primary key,
  -- Not a foreign key: a removed vehicle is not added again, and may come back. Null when the vehicle of another key is
  -- equal.
  vehicle_id integer constraint shipped_vehicles_vehicle_id_key unique,
  fields jsonb not null,
  -- Fields as shipped that an admin has to decide on.
  conflicts jsonb
);

-- Names that people use for brands of vehicles: VW is Volkswagen.
create table vehicle_brand_aliases (
  id integer generated always as identity primary key,
  name text not null,
  -- As in `vehicles`. There is no table of these brands to refer to.
  brand text not null,
  name_bare text not null generated always as (bare(name)) stored,
  constraint vehicle_brand_aliases_name_check check (bare(name) <> '')
);
create unique index vehicle_brand_aliases_name_key on vehicle_brand_aliases (name_bare);

-- One picture for all versions of a model.
create table vehicle_images (
  brand text not null,
  model text not null,
  image_key text not null,
  primary key (brand, model)
);
