-- As before, but each plan starts from the rows of the statement, whatever the statistics of part_counts are. When these
-- take it for empty, as after the removal of a whole catalog, the join order was the other one: it read all counts for
-- each row, and computed the sums again for each part.
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
    -- Of a changed row follow_changes() notes the moment.
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
