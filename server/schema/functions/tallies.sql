-- Triggers that keep part_tallies and gap_tallies in step with part_counts.
--
-- Each statement inserts rows with its differences. One in a hundred adds up the rows of its brands. Rows that another
-- transaction is adding up are skipped.

-- Adds up the rows of some brands.
create or replace function fold_tallies(brands integer[]) returns void language sql as $$
  with folded as (
    delete from part_tallies where id in (
      select id from part_tallies where part_brand_id = any (brands) for update skip locked)
    returning part_brand_id, part_product_id, parts, applications, without_pictures, without_vehicles)
  insert into part_tallies (part_brand_id, part_product_id, parts, applications, without_pictures, without_vehicles)
  select part_brand_id, part_product_id, sum(parts), sum(applications), sum(without_pictures), sum(without_vehicles)
  from folded group by 1, 2
$$;

-- Tallies parts. A universal part lacks no vehicles. Whether a product takes vehicles is checked when tallies are read.
create or replace function tally_parts() returns trigger language plpgsql as $$
declare
  brands integer[];
begin
  if tg_op = 'INSERT' then
    with added as (
      insert into part_tallies (part_brand_id, part_product_id, parts, applications, without_pictures, without_vehicles)
        select part_brand_id, part_product_id, count(*), sum(vehicles_count),
          count(*) filter (where pictures_count = 0), count(*) filter (where vehicles_count = 0 and not is_universal)
        from new_rows group by 1, 2
        returning part_brand_id)
    select array_agg(distinct part_brand_id) into brands from added;
  elsif tg_op = 'DELETE' then
    with added as (
      insert into part_tallies (part_brand_id, part_product_id, parts, applications, without_pictures, without_vehicles)
        select part_brand_id, part_product_id, -count(*), -sum(vehicles_count),
          -count(*) filter (where pictures_count = 0), -count(*) filter (where vehicles_count = 0 and not is_universal)
        from old_rows group by 1, 2
        returning part_brand_id)
    select array_agg(distinct part_brand_id) into brands from added;
  else
    with added as (
      insert into part_tallies (part_brand_id, part_product_id, parts, applications, without_pictures, without_vehicles)
        select part_brand_id, part_product_id, sum(n), sum(n * vehicles_count),
          coalesce(sum(n) filter (where pictures_count = 0), 0),
          coalesce(sum(n) filter (where vehicles_count = 0 and not is_universal), 0)
        from (select part_brand_id, part_product_id, vehicles_count, pictures_count, is_universal, 1 as n from new_rows
          union all select part_brand_id, part_product_id, vehicles_count, pictures_count, is_universal, -1
            from old_rows) both_rows
        group by 1, 2
        returning part_brand_id)
    select array_agg(distinct part_brand_id) into brands from added;
  end if;
  if random() < 0.01 then perform fold_tallies(brands); end if;
  return null;
end $$;

-- Like fold_tallies(), for gap_tallies.
create or replace function fold_gap_tallies(brands integer[]) returns void language sql as $$
  with folded as (
    delete from gap_tallies where id in (
      select id from gap_tallies where part_brand_id = any (brands) for update skip locked)
    returning part_brand_id, part_product_id, lacks, parts)
  insert into gap_tallies (part_brand_id, part_product_id, lacks, parts)
  select part_brand_id, part_product_id, lacks, sum(parts) from folded group by 1, 2, 3 having sum(parts) <> 0
$$;

-- Tallies parts by their gaps.
create or replace function tally_gaps() returns trigger language plpgsql as $$
declare
  brands integer[];
begin
  if tg_op = 'INSERT' then
    with added as (
      insert into gap_tallies (part_brand_id, part_product_id, lacks, parts)
        select part_brand_id, part_product_id, lacks, count(*) from new_rows group by 1, 2, 3
        returning part_brand_id)
    select array_agg(distinct part_brand_id) into brands from added;
  elsif tg_op = 'DELETE' then
    with added as (
      insert into gap_tallies (part_brand_id, part_product_id, lacks, parts)
        select part_brand_id, part_product_id, lacks, -count(*) from old_rows group by 1, 2, 3
        returning part_brand_id)
    select array_agg(distinct part_brand_id) into brands from added;
  else
    with added as (
      insert into gap_tallies (part_brand_id, part_product_id, lacks, parts)
        select part_brand_id, part_product_id, lacks, sum(n)
        from (select part_brand_id, part_product_id, lacks, 1 as n from new_rows
          union all select part_brand_id, part_product_id, lacks, -1 from old_rows) both_rows
        group by 1, 2, 3 having sum(n) <> 0
        returning part_brand_id)
    select array_agg(distinct part_brand_id) into brands from added;
  end if;
  if brands is not null and random() < 0.01 then perform fold_gap_tallies(brands); end if;
  return null;
end $$;

-- Invalidates cached totals of a brand when one of its products requires other fields, by a new row that adds nothing.
create or replace function follow_products() returns trigger language plpgsql as $$
begin
  insert into part_tallies (part_brand_id, part_product_id, parts, applications, without_pictures, without_vehicles)
    select distinct t.part_brand_id, t.part_product_id, 0, 0, 0, 0
    from new_rows n join old_rows o on o.id = n.id join part_tallies t on t.part_product_id = n.id
    where (o.required, o.lacks) <> (n.required, n.lacks);
  return null;
end $$;

-- Deletes the tallies and snapshots of a deleted brand or product. The argument is the column.
create or replace function forget_tallies() returns trigger language plpgsql as $$
begin
  execute format('delete from part_tallies where %I = $1', tg_argv[0]) using old.id;
  execute format('delete from gap_tallies where %I = $1', tg_argv[0]) using old.id;
  execute format('delete from gap_snapshots where %I = $1', tg_argv[0]) using old.id;
  return null;
end $$;
