-- Revision of shipped data that is updated by later versions of the product.
alter table loaded_data add column revision integer not null default 0;

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
