-- What people call brands of vehicles, beside their names in the vehicle base: VW is Volkswagen.
create table vehicle_brand_aliases (
  id integer generated always as identity primary key,
  name text not null,
  -- As the vehicle base writes it. There is no table of these brands to refer to.
  brand text not null,
  name_bare text not null generated always as (bare(name)) stored,
  constraint vehicle_brand_aliases_name_check check (bare(name) <> '')
);
create unique index vehicle_brand_aliases_name_key on vehicle_brand_aliases (name_bare);
select record_changes_of('vehicle_brand_aliases', 'alias', 'name_bare');

-- Every name of every brand of vehicles, by its letters and digits: the one in the vehicle base, and the aliases.
create function vehicle_brand_names() returns table (bare text, brand text) language sql stable as $$
  select bare(brand), brand from (select distinct brand from vehicles) base
  union all
  select name_bare, brand from vehicle_brand_aliases
$$;
