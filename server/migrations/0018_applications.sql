-- Applications say where a part goes, how many a vehicle takes, and in which of its years. Parts may need no vehicles.

alter table part_vehicles
  -- Names of the list of positions, in its order, with commas between them.
  add column positions text not null default '',
  add column quantity integer constraint part_vehicles_quantity_check check (quantity between 1 and 999),
  add column note text not null default '',
  -- Narrower than the years in which the vehicle was sold.
  add column from_year integer,
  add column until_year integer,
  add constraint part_vehicles_years_check check (from_year <= until_year),
  drop constraint part_vehicles_pkey,
  add constraint part_vehicles_pkey primary key (part_id, vehicle_id, positions);

-- A part fits a vehicle once, in however many positions: `vehicle_parts` has a row and `vehicles_count` is one more with
-- the first application to a vehicle, and the row goes with the last one.
create function follow_applications() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  if tg_op <> 'INSERT' then
    if not exists (select from old_rows) then return null; end if;
    -- When a part is removed with its applications in one statement, its place is in removed_parts already.
    with gone as (
      delete from vehicle_parts v
        using (select o.vehicle_id, o.part_id, place.*
          from old_rows o, lateral (
            select part_brand_id, part_product_id from part_counts c where c.part_id = o.part_id
            union all
            select part_brand_id, part_product_id from removed_parts g where g.id = o.part_id) place
          where not exists (
            select from part_vehicles a where a.part_id = o.part_id and a.vehicle_id = o.vehicle_id)) o
        where v.vehicle_id = o.vehicle_id and v.part_brand_id = o.part_brand_id
          and v.part_product_id = o.part_product_id and v.part_id = o.part_id
        returning v.part_id)
    update part_counts c set vehicles_count = c.vehicles_count - touched.n,
        updated_at = now(), updated_by = current_person()
      from (select part_id, sum(n) as n
        from (select part_id, 1 as n from gone
          -- Of a changed row follow_changes() notes the moment.
          union all select part_id, 0 from old_rows where tg_op = 'DELETE') both_rows
        group by part_id) touched
      where c.part_id = touched.part_id;
  end if;
  if tg_op <> 'DELETE' then
    with come as (
      insert into vehicle_parts (vehicle_id, part_brand_id, part_product_id, part_id, is_offered)
        select r.vehicle_id, p.part_brand_id, p.part_product_id, p.id, p.enabled and not p.discontinued
        from new_rows r join parts p on p.id = r.part_id
        on conflict do nothing
        returning part_id)
    update part_counts c set vehicles_count = c.vehicles_count + touched.n,
        updated_at = now(), updated_by = current_person()
      from (select part_id, sum(n) as n
        from (select part_id, 1 as n from come
          union all select part_id, 0 from new_rows where tg_op = 'INSERT') both_rows
        group by part_id) touched
      where c.part_id = touched.part_id;
  end if;
  return null;
end $$;
drop trigger part_vehicles_inserted on part_vehicles;
drop trigger part_vehicles_deleted on part_vehicles;
drop trigger part_vehicles_searched_inserted on part_vehicles;
drop trigger part_vehicles_searched_updated on part_vehicles;
drop trigger part_vehicles_searched_deleted on part_vehicles;
drop function search_applications();
create trigger part_vehicles_inserted after insert on part_vehicles referencing new table as new_rows
  for each statement execute function follow_applications();
create trigger part_vehicles_updated after update on part_vehicles
  referencing old table as old_rows new table as new_rows for each statement execute function follow_applications();
create trigger part_vehicles_deleted after delete on part_vehicles referencing old table as old_rows
  for each statement execute function follow_applications();

-- A new application that says no more than its vehicle is recorded as those of earlier versions are: imports add millions.
create function record_new_applications() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  insert into changes (operation_id, part_id, part_brand_id, part_product_id, row_id, entity, after)
    select (select current_operation()), r.part_id, c.part_brand_id, c.part_product_id, r.id, 'application',
      case when r.positions = '' and r.note = '' and num_nonnulls(r.quantity, r.from_year, r.until_year) = 0
        then jsonb_build_object('vehicle_id', r.vehicle_id)
        else to_jsonb(r) - array['id', 'part_id'] end
    from new_rows r join part_counts c on c.part_id = r.part_id;
  return null;
end $$;
drop trigger recorded_insert on part_vehicles;
create trigger recorded_insert after insert on part_vehicles referencing new table as new_rows
  for each statement execute function record_new_applications();

-- Oils and lamps fit anything. A product says it of all its parts, and a part of itself.
alter table part_products add column takes_vehicles boolean not null default true;
alter table parts add column is_universal boolean not null default false;
-- Repeated, so that what is tallied is in one table.
alter table part_counts add column is_universal boolean not null default false;

create or replace function follow_parts() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  if tg_op = 'INSERT' then
    insert into part_counts (part_id, part_brand_id, part_product_id, created_at, is_universal, updated_by)
      select id, part_brand_id, part_product_id, created_at, is_universal, current_person() from new_rows;
    delete from removed_parts where id = any (array(select id from new_rows));
  elsif tg_op = 'UPDATE' then
    update part_counts c set part_brand_id = n.part_brand_id, part_product_id = n.part_product_id,
        created_at = n.created_at, is_universal = n.is_universal
      from new_rows n
      where c.part_id = n.id and (c.part_brand_id, c.part_product_id, c.created_at, c.is_universal)
        <> (n.part_brand_id, n.part_product_id, n.created_at, n.is_universal);
  else
    delete from part_counts where part_id = any (array(select id from old_rows));
    insert into removed_parts (id, part_brand_id, part_product_id, code, removed_by, operation_id)
      select id, part_brand_id, part_product_id, code, current_person(), (select current_operation()) from old_rows;
  end if;
  return null;
end $$;

-- A universal part lacks no vehicles. Whether a product takes any is asked when its tallies are read.
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
