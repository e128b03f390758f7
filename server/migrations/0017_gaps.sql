-- How many parts of a brand and product have no pictures or no vehicles, tallied as the parts themselves are: a summary of
-- all brands reads no parts.

-- Nobody changes counts between the sums below and the new functions.
lock table part_counts in share row exclusive mode;
alter table part_tallies add column without_pictures integer, add column without_vehicles integer;
delete from part_tallies;
insert into part_tallies (part_brand_id, part_product_id, parts, applications, without_pictures, without_vehicles)
  select part_brand_id, part_product_id, count(*), sum(vehicles_count),
    count(*) filter (where pictures_count = 0), count(*) filter (where vehicles_count = 0)
  from part_counts group by 1, 2;
alter table part_tallies alter column without_pictures set not null, alter column without_vehicles set not null;

create or replace function fold_tallies(brands integer[]) returns void language sql as $$
  with folded as (
    delete from part_tallies where id in (
      select id from part_tallies where part_brand_id = any (brands) for update skip locked)
    returning part_brand_id, part_product_id, parts, applications, without_pictures, without_vehicles)
  insert into part_tallies (part_brand_id, part_product_id, parts, applications, without_pictures, without_vehicles)
  select part_brand_id, part_product_id, sum(parts), sum(applications), sum(without_pictures), sum(without_vehicles)
  from folded group by 1, 2
$$;

create or replace function tally_parts() returns trigger language plpgsql as $$
declare
  brands integer[];
begin
  if tg_op = 'INSERT' then
    with added as (
      insert into part_tallies (part_brand_id, part_product_id, parts, applications, without_pictures, without_vehicles)
        select part_brand_id, part_product_id, count(*), sum(vehicles_count),
          count(*) filter (where pictures_count = 0), count(*) filter (where vehicles_count = 0)
        from new_rows group by 1, 2
        returning part_brand_id)
    select array_agg(distinct part_brand_id) into brands from added;
  elsif tg_op = 'DELETE' then
    with added as (
      insert into part_tallies (part_brand_id, part_product_id, parts, applications, without_pictures, without_vehicles)
        select part_brand_id, part_product_id, -count(*), -sum(vehicles_count),
          -count(*) filter (where pictures_count = 0), -count(*) filter (where vehicles_count = 0)
        from old_rows group by 1, 2
        returning part_brand_id)
    select array_agg(distinct part_brand_id) into brands from added;
  else
    with added as (
      insert into part_tallies (part_brand_id, part_product_id, parts, applications, without_pictures, without_vehicles)
        select part_brand_id, part_product_id, sum(n), sum(n * vehicles_count),
          coalesce(sum(n) filter (where pictures_count = 0), 0), coalesce(sum(n) filter (where vehicles_count = 0), 0)
        from (select part_brand_id, part_product_id, vehicles_count, pictures_count, 1 as n from new_rows
          union all select part_brand_id, part_product_id, vehicles_count, pictures_count, -1 from old_rows) both_rows
        group by 1, 2
        returning part_brand_id)
    select array_agg(distinct part_brand_id) into brands from added;
  end if;
  if random() < 0.01 then perform fold_tallies(brands); end if;
  return null;
end $$;
