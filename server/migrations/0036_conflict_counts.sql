-- Conflicts of each brand and product, so that the screen lists where they are.
create table conflict_counts (
  part_brand_id integer not null references part_brands on delete cascade,
  part_product_id integer not null references part_products on delete cascade,
  pairs integer not null default 0,
  primary key (part_brand_id, part_product_id)
);

create table conflict_signals (
  id bigint generated always as identity primary key,
  part_brand_id integer not null,
  part_product_id integer not null
);
create index conflict_signals_by_place on conflict_signals (part_brand_id, part_product_id);

-- Every place is counted once after the upgrade.
insert into conflict_signals (part_brand_id, part_product_id)
  select distinct part_brand_id, part_product_id from part_tallies;
