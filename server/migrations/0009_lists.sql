-- What a list needs to cost one page, however many parts a brand has.

-- How many children a part has, apart from the part: they change far more often than it does, and each change would
-- otherwise write all indexes of the part. Place and date are repeated, so that a list by a count reads this table alone.
create table part_counts (
  part_id integer primary key references parts on delete cascade,
  part_brand_id integer not null,
  part_product_id integer not null,
  created_at timestamptz not null,
  attributes_count integer not null default 0,
  cross_count integer not null default 0,
  pictures_count integer not null default 0,
  vehicles_count integer not null default 0
);
insert into part_counts
  select id, part_brand_id, part_product_id, created_at, attributes_count, cross_count, pictures_count, vehicles_count
  from parts order by id;
create index part_counts_by_brand on part_counts (part_brand_id, created_at, part_id);
create index part_counts_by_attributes on part_counts (part_brand_id, attributes_count, created_at, part_id);
create index part_counts_by_crosses on part_counts (part_brand_id, cross_count, created_at, part_id);
create index part_counts_by_pictures on part_counts (part_brand_id, pictures_count, created_at, part_id);
create index part_counts_by_vehicles on part_counts (part_brand_id, vehicles_count, created_at, part_id);

alter table parts
  add column is_described boolean not null generated always as (observation <> '') stored,
  drop column attributes_count,
  drop column cross_count,
  drop column pictures_count,
  drop column vehicles_count;

-- How many parts and applications each brand has of each product, as the sum of these rows. Every statement that changes
-- parts or their counts adds rows and updates none, so that nobody waits for another's transaction. A remembered count
-- holds while the rows that are seen are the same.
create table part_tallies (
  id bigint generated always as identity primary key,
  part_brand_id integer not null,
  part_product_id integer not null,
  parts integer not null,
  applications bigint not null
);
create index part_tallies_by_brand on part_tallies (part_brand_id);
create index part_tallies_by_product on part_tallies (part_product_id);
insert into part_tallies (part_brand_id, part_product_id, parts, applications)
  select part_brand_id, part_product_id, count(*), sum(vehicles_count) from part_counts group by 1, 2;

-- No foreign keys: every change to a part would then lock the rows of its brand and product.
create function forget_tallies() returns trigger language plpgsql as $$
begin
  execute format('delete from part_tallies where %I = $1', tg_argv[0]) using old.id;
  return null;
end $$;
create trigger part_brands_forgotten after delete on part_brands
  for each row execute function forget_tallies('part_brand_id');
create trigger part_products_forgotten after delete on part_products
  for each row execute function forget_tallies('part_product_id');

-- Adds up the rows of some brands. Rows that another transaction is adding up are left to it.
create function fold_tallies(brands integer[]) returns void language sql as $$
  with folded as (
    delete from part_tallies where id in (
      select id from part_tallies where part_brand_id = any (brands) for update skip locked)
    returning part_brand_id, part_product_id, parts, applications)
  insert into part_tallies (part_brand_id, part_product_id, parts, applications)
  select part_brand_id, part_product_id, sum(parts), sum(applications) from folded group by 1, 2
$$;

-- Every part has its row of counts, in the part's place.
create function follow_parts() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into part_counts (part_id, part_brand_id, part_product_id, created_at)
      select id, part_brand_id, part_product_id, created_at from new_rows;
  else
    update part_counts c set part_brand_id = n.part_brand_id, part_product_id = n.part_product_id, created_at = n.created_at
      from new_rows n
      where c.part_id = n.id
        and (c.part_brand_id, c.part_product_id, c.created_at) <> (n.part_brand_id, n.part_product_id, n.created_at);
    insert into part_tallies (part_brand_id, part_product_id, parts, applications)
      select distinct part_brand_id, part_product_id, 0, 0 from new_rows;
    if random() < 0.01 then perform fold_tallies(array(select distinct part_brand_id from new_rows)); end if;
  end if;
  return null;
end $$;
create trigger parts_inserted after insert on parts referencing new table as new_rows
  for each statement execute function follow_parts();
create trigger parts_updated after update on parts referencing new table as new_rows
  for each statement execute function follow_parts();

-- Tallies what a statement changed in part_counts, and adds up the rows of its brands in one of a hundred cases.
create function tally_parts() returns trigger language plpgsql as $$
declare
  brands integer[];
begin
  if tg_op = 'INSERT' then
    with added as (
      insert into part_tallies (part_brand_id, part_product_id, parts, applications)
        select part_brand_id, part_product_id, count(*), sum(vehicles_count) from new_rows group by 1, 2
        returning part_brand_id)
    select array_agg(distinct part_brand_id) into brands from added;
  elsif tg_op = 'DELETE' then
    with added as (
      insert into part_tallies (part_brand_id, part_product_id, parts, applications)
        select part_brand_id, part_product_id, -count(*), -sum(vehicles_count) from old_rows group by 1, 2
        returning part_brand_id)
    select array_agg(distinct part_brand_id) into brands from added;
  else
    with added as (
      insert into part_tallies (part_brand_id, part_product_id, parts, applications)
        select part_brand_id, part_product_id, sum(parts), sum(applications)
        from (select part_brand_id, part_product_id, 1 as parts, vehicles_count as applications from new_rows
          union all select part_brand_id, part_product_id, -1, -vehicles_count from old_rows) both_rows
        group by 1, 2
        returning part_brand_id)
    select array_agg(distinct part_brand_id) into brands from added;
  end if;
  if random() < 0.01 then perform fold_tallies(brands); end if;
  return null;
end $$;
create trigger part_counts_inserted after insert on part_counts referencing new table as new_rows
  for each statement execute function tally_parts();
create trigger part_counts_updated after update on part_counts referencing old table as old_rows new table as new_rows
  for each statement execute function tally_parts();
create trigger part_counts_deleted after delete on part_counts referencing old table as old_rows
  for each statement execute function tally_parts();

-- As before, on the table that has the counts now.
create or replace function count_children() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform from part_counts where part_id in (select part_id from old_rows) order by part_id for no key update;
    execute format('update part_counts c set %1$I = c.%1$I - gone.n
      from (select part_id, count(*) as n from old_rows group by part_id) gone where c.part_id = gone.part_id', tg_argv[0]);
  else
    perform from part_counts where part_id in (select part_id from new_rows) order by part_id for no key update;
    execute format('update part_counts c set %1$I = c.%1$I + come.n
      from (select part_id, count(*) as n from new_rows group by part_id) come where c.part_id = come.part_id', tg_argv[0]);
  end if;
  return null;
end $$;

-- The orders and filters of the list. Rows that are equal come in its usual order, which is why each index ends with it.
drop index parts_by_code;
create index parts_by_code on parts (part_brand_id, code_bare, created_at, id);
create index parts_by_enabled on parts (part_brand_id, enabled, created_at, id);
create index parts_by_discontinued on parts (part_brand_id, discontinued, created_at, id);
create index parts_by_description on parts (part_brand_id, is_described, created_at, id);
-- The few long descriptions are read through: to index every piece of their texts would slow down imports.
create index parts_description_contains on parts using gin (fold(observation) gin_trgm_ops)
  where length(observation) <= 500;
create index parts_long_description on parts (part_brand_id) where length(observation) > 500;
-- The newest parts of a product, from which suggestions are taken.
drop index parts_part_product_id;
create index parts_of_product on parts (part_product_id, id);

-- What the list of vehicles compares and sorts by, computed once.
alter table vehicles
  add column origin_folded text not null generated always as (fold(origin)) stored,
  add column brand_folded text not null generated always as (fold(brand)) stored,
  add column model_folded text not null generated always as (fold(model)) stored,
  add column model_master_folded text not null generated always as (fold(model_master)) stored,
  add column version_folded text not null generated always as (fold(version)) stored,
  add column engine_code_bare text not null generated always as (bare(engine_code)) stored,
  add column fuel_folded text not null generated always as (fold(fuel)) stored;

-- How rare a piece of a code is decides between two plans. The usual sample is too small to tell.
alter table parts alter column code_bare set statistics 1000;
-- The first lists are planned before anything else would gather these.
analyze parts, part_counts, part_tallies, vehicles;
