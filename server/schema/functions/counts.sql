-- Triggers that keep part_counts, and with it vehicle_parts and removed_parts, in step with parts and their rows.
--
-- They run once per statement: bulk changes cost half as much as with one call per row. The planner does not know how few
-- rows a transition table has. It would scan whole tables to hash or merge them, so these plans are switched off; a plan
-- that was made while a table was empty would scan it later, too. Parts are not locked in one order first, which took a
-- third of the time: writers lock the parts themselves, and a transaction that meets a deadlock is tried again.
--
-- When rows of a part are inserted or deleted, these functions set updated_at. When they are changed, follow_changes() does.

-- Keeps one row of part_counts per part, and one of removed_parts per removed part. Moves the attribute values of parts.
create or replace function follow_parts() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  if tg_op = 'INSERT' then
    -- A restored part keeps created_at, but not discontinued_at: the trash does not store it.
    insert into part_counts (part_id, part_brand_id, part_product_id, created_at, is_universal, enabled, discontinued,
        is_described, discontinued_at, updated_by)
      select id, part_brand_id, part_product_id, created_at, is_universal, enabled, discontinued, is_described,
        case when discontinued then created_at end, current_person() from new_rows;
    delete from removed_parts where id = any (array(select id from new_rows));
  elsif tg_op = 'UPDATE' then
    -- Before part_counts, which still has the former place.
    update attribute_values v set part_brand_id = n.part_brand_id, part_product_id = n.part_product_id,
        created_at = n.created_at
      from new_rows n join part_counts c on c.part_id = n.id
      where v.part_id = n.id and (c.part_brand_id, c.part_product_id, c.created_at)
        <> (n.part_brand_id, n.part_product_id, n.created_at);
    update part_counts c set part_brand_id = n.part_brand_id, part_product_id = n.part_product_id,
        created_at = n.created_at, is_universal = n.is_universal, enabled = n.enabled, discontinued = n.discontinued,
        is_described = n.is_described,
        discontinued_at = case when not n.discontinued then null when c.discontinued then c.discontinued_at else now() end
      from new_rows n
      where c.part_id = n.id and (c.part_brand_id, c.part_product_id, c.created_at, c.is_universal, c.enabled,
          c.discontinued, c.is_described)
        <> (n.part_brand_id, n.part_product_id, n.created_at, n.is_universal, n.enabled, n.discontinued, n.is_described);
  else
    delete from part_counts where part_id = any (array(select id from old_rows));
    insert into removed_parts (id, part_brand_id, part_product_id, code, removed_by, operation_id)
      select id, part_brand_id, part_product_id, code, current_person(), (select current_operation()) from old_rows;
  end if;
  return null;
end $$;

-- Counts cross references.
create or replace function follow_crosses() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  if tg_op = 'INSERT' then
    update part_counts c set cross_count = cross_count + n, updated_at = now(), updated_by = current_person()
      from (select part_id, count(*) as n from new_rows group by part_id) come where c.part_id = come.part_id;
  else
    if not exists (select from old_rows) then return null; end if;
    update part_counts c set cross_count = cross_count - n, updated_at = now(), updated_by = current_person()
      from (select part_id, count(*) as n from old_rows group by part_id) gone where c.part_id = gone.part_id;
  end if;
  return null;
end $$;

-- Counts attributes, bar codes, missing attributes and misfits. A part has at most one attribute of a name, so that
-- changes can be added up. Each plan starts from the rows of the statement (`offset 0`, `materialized`), also when
-- statistics show part_counts as empty, as after the removal of a whole catalog.
create or replace function follow_attributes() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set enable_memoize = off as $$
begin
  if tg_op = 'INSERT' then
    with come as materialized (
      select r.part_id, count(*) as n, count(*) filter (where is_barcode(r.name) and is_gtin(r.value)) as barcodes,
        count(*) filter (where fit.is_required) as required, count(fit.misfit) as misfits
      from new_rows r
        cross join lateral (select part_product_id from part_counts p where p.part_id = r.part_id offset 0) placed
        cross join lateral fit_of(placed.part_product_id, r.name, r.value, r.unit) fit
      group by r.part_id)
    update part_counts c set attributes_count = attributes_count + n, barcodes_count = barcodes_count + barcodes,
        missing_attributes = missing_attributes - required, off_template = off_template + misfits,
        updated_at = now(), updated_by = current_person()
      from come where c.part_id = come.part_id;
  elsif tg_op = 'DELETE' then
    if not exists (select from old_rows) then return null; end if;
    with gone as materialized (
      select r.part_id, count(*) as n, count(*) filter (where is_barcode(r.name) and is_gtin(r.value)) as barcodes,
        count(*) filter (where fit.is_required) as required, count(fit.misfit) as misfits
      from old_rows r
        cross join lateral (select part_product_id from part_counts p where p.part_id = r.part_id offset 0) placed
        cross join lateral fit_of(placed.part_product_id, r.name, r.value, r.unit) fit
      group by r.part_id)
    update part_counts c set attributes_count = attributes_count - n, barcodes_count = barcodes_count - barcodes,
        missing_attributes = missing_attributes + required, off_template = off_template - misfits,
        updated_at = now(), updated_by = current_person()
      from gone where c.part_id = gone.part_id;
  else
    -- follow_changes() sets updated_at.
    with touched as materialized (
      select r.part_id, coalesce(sum(n) filter (where is_barcode(r.name) and is_gtin(r.value)), 0) as barcodes,
        coalesce(sum(n) filter (where fit.is_required), 0) as required,
        coalesce(sum(n) filter (where fit.misfit is not null), 0) as misfits
      from (select part_id, name, value, unit, 1 as n from new_rows
        union all select part_id, name, value, unit, -1 from old_rows) r
        cross join lateral (select part_product_id from part_counts p where p.part_id = r.part_id offset 0) placed
        cross join lateral fit_of(placed.part_product_id, r.name, r.value, r.unit) fit
      group by r.part_id)
    update part_counts c set barcodes_count = barcodes_count + barcodes, missing_attributes = missing_attributes - required,
        off_template = off_template + misfits
      from touched
      where c.part_id = touched.part_id
        and (barcodes, required, misfits) <> (0, 0, 0);
  end if;
  return null;
end $$;

-- Counts pictures, photos and large photos.
create or replace function follow_pictures() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  if tg_op = 'INSERT' then
    update part_counts c set pictures_count = pictures_count + n, photos_count = photos_count + photos,
        large_photos_count = large_photos_count + large, updated_at = now(), updated_by = current_person()
      from (select part_id, count(*) as n, count(*) filter (where not is_blueprint) as photos,
          count(*) filter (where not is_blueprint and is_large(width, height)) as large
        from new_rows group by part_id) come where c.part_id = come.part_id;
  elsif tg_op = 'DELETE' then
    if not exists (select from old_rows) then return null; end if;
    update part_counts c set pictures_count = pictures_count - n, photos_count = photos_count - photos,
        large_photos_count = large_photos_count - large, updated_at = now(), updated_by = current_person()
      from (select part_id, count(*) as n, count(*) filter (where not is_blueprint) as photos,
          count(*) filter (where not is_blueprint and is_large(width, height)) as large
        from old_rows group by part_id) gone where c.part_id = gone.part_id;
  else
    update part_counts c set photos_count = photos_count + photos, large_photos_count = large_photos_count + large
      from (select part_id, sum(n) as photos, coalesce(sum(n) filter (where is_large(width, height)), 0) as large
        from (select part_id, width, height, 1 as n from new_rows where not is_blueprint
          union all select part_id, width, height, -1 from old_rows where not is_blueprint) both_rows
        group by part_id) touched
      where c.part_id = touched.part_id and (photos <> 0 or large <> 0);
  end if;
  return null;
end $$;

-- Counts vehicles. A part fits a vehicle once, in however many positions: the first application to a vehicle inserts a row
-- of vehicle_parts, and the last one deletes it.
create or replace function follow_applications() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  if tg_op <> 'INSERT' then
    if not exists (select from old_rows) then return null; end if;
    -- When one statement removes a part and its applications, the brand and product are in removed_parts already.
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
          -- For a changed row follow_changes() sets updated_at.
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
