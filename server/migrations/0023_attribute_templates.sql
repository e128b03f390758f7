-- The usual attributes of a product become its template: how the attributes of its parts are written, and which of them a
-- part has to have.

-- Held to the end: what another process writes meanwhile would not be in the new columns.
lock table parts, part_attributes, part_products, part_product_attributes, part_counts in share row exclusive mode;

alter table part_product_attributes drop constraint part_product_attributes_pkey;
update part_product_attributes set unit = '' where unit is null;
alter table part_product_attributes
  add column id integer generated always as identity primary key,
  alter column unit set not null,
  alter column unit set default '',
  -- Other names, which an import takes for this one.
  add column aliases text[] not null default '{}',
  add column type text not null default 'text' constraint part_product_attributes_type_check
    check (type in ('number', 'text', 'list', 'flag')),
  -- Units that an import converts, with how many of `unit` one of them is: [{"unit": "cm", "factor": 10}].
  add column units jsonb not null default '[]',
  add column importance text not null default 'recommended' constraint part_product_attributes_importance_check
    check (importance in ('required', 'recommended')),
  add column values text[] not null default '{}',
  add column min numeric,
  add column max numeric,
  add column mercadolibre_id text,
  -- A value that does not fit is refused.
  add column is_strict boolean not null default false;
update part_product_attributes set type = 'number' where unit <> '';
delete from part_product_attributes later using part_product_attributes earlier
  where earlier.part_product_id = later.part_product_id and fold(earlier.name) = fold(later.name)
    and earlier.position < later.position;
create unique index part_product_attributes_name_key on part_product_attributes (part_product_id, fold(name));
-- Most products require none.
create index part_product_attributes_required on part_product_attributes (part_product_id) where importance = 'required';
select record_changes_of('part_product_attributes', 'template');

-- Grows with every save of the template. A save that knows an older one is refused.
alter table part_products add column template_version integer not null default 0;
drop trigger recorded_insert on part_products;
drop trigger recorded_update on part_products;
drop trigger recorded_delete on part_products;
select record_changes_of('part_products', 'product', 'name_folded', 'words', 'required', 'lacks', 'blocking',
  'template_version');

-- The number that a text is; null when it is none. [0-9] and not \d, which are digits of other scripts too. What is not a
-- number is not even read as one while PostgreSQL plans a statement that names it.
create function number_in(value text) returns numeric language sql immutable parallel safe
  return case when value ~ '^-?[0-9]{1,15}([.,][0-9]{1,9})?$' then replace(value, ',', '.')::numeric end;

-- How an attribute of a part fits the template of its product: why it does not, or null; whether the part has to have it;
-- and whether it is refused. A product without a template takes anything, and bar codes fit any. It is put into the
-- statements that use it, so it is not strict.
create function fit_of(product integer, name text, value text, unit text)
  returns table (misfit text, is_required boolean, is_strict boolean) language sql stable parallel safe as $$
  select
    case when is_barcode($2) then null
      when t.id is null then case when exists (
        select from part_product_attributes other where other.part_product_id = $1) then 'name' end
      when t.type = 'number' and number_in($3) is null then 'number'
      when t.type = 'flag' and fold($3) not in ('si', 'no') then 'flag'
      when t.type = 'list' and fold($3) not in (select fold(offered) from unnest(t.values) offered) then 'value'
      when (t.type = 'number' or t.unit <> '') and fold($4) <> fold(t.unit) then 'unit'
      when t.type = 'number' and (number_in($3) < t.min or number_in($3) > t.max) then 'range' end,
    t.importance is not distinct from 'required',
    coalesce(t.is_strict, false)
  from (values (1)) one
    left join part_product_attributes t on t.part_product_id = $1 and fold(t.name) = fold($2)
$$;

-- How many attributes that its product requires a part has not, and how many of those that it has do not fit.
create function template_facts(part integer, product integer)
  returns table (missing_attributes integer, off_template integer) language sql stable as $$
  select ((select count(*) from part_product_attributes required
      where required.part_product_id = $2 and required.importance = 'required')
    - count(*) filter (where fit.is_required))::int, count(fit.misfit)::int
  from part_attributes a cross join lateral fit_of($2, a.name, a.value, a.unit) fit where a.part_id = $1
$$;

-- Without its indexes, and without the triggers that note the moment of a change. Nothing is required yet.
drop index part_counts_by_brand, part_counts_by_attributes, part_counts_by_crosses, part_counts_by_pictures,
  part_counts_by_vehicles, part_counts_by_update;
alter table part_counts
  drop column lacks,
  add column missing_attributes integer not null default 0,
  add column off_template integer not null default 0;
alter table part_counts disable trigger user;
update part_counts c set off_template = misfits.n
  from (select a.part_id, count(fit.misfit) as n
    from part_attributes a join parts on parts.id = a.part_id
      cross join lateral fit_of(parts.part_product_id, a.name, a.value, a.unit) fit
    group by a.part_id having count(fit.misfit) > 0) misfits
  where misfits.part_id = c.part_id;
alter table part_counts enable trigger user;

alter table part_counts add column lacks integer not null generated always as (
  (not is_described)::int
  | ((vehicles_count = 0 and not is_universal)::int << 1)
  | ((attributes_count = 0 or missing_attributes > 0)::int << 2)
  | ((large_photos_count < 1)::int << 3)
  | ((large_photos_count < 2)::int << 4)
  | ((large_photos_count < 3)::int << 5)
  | ((cross_count = 0)::int << 6)
  | ((barcodes_count = 0)::int << 7)
  | ((photos_count = 0)::int << 8)
  | ((not enabled)::int << 9)
  | (discontinued::int << 10)) stored;
create index part_counts_by_brand on part_counts (part_brand_id, created_at, part_id);
create index part_counts_by_attributes on part_counts (part_brand_id, attributes_count, created_at, part_id);
create index part_counts_by_crosses on part_counts (part_brand_id, cross_count, created_at, part_id);
create index part_counts_by_pictures on part_counts (part_brand_id, pictures_count, created_at, part_id);
create index part_counts_by_vehicles on part_counts (part_brand_id, vehicles_count, created_at, part_id);
create index part_counts_by_update on part_counts (part_brand_id, updated_at, created_at, part_id);

-- A new part has none of the attributes that its product requires. One that moves is compared with another template.
create function follow_template() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.missing_attributes := (select count(*) from part_product_attributes
      where part_product_id = new.part_product_id and importance = 'required');
  else
    select facts.missing_attributes, facts.off_template into new.missing_attributes, new.off_template
      from template_facts(new.part_id, new.part_product_id) facts;
  end if;
  return new;
end $$;
create trigger part_counts_templated before insert on part_counts
  for each row execute function follow_template();
create trigger part_counts_moved before update of part_product_id on part_counts
  for each row when (old.part_product_id <> new.part_product_id) execute function follow_template();

-- A part has one attribute of a name at most, so that what comes and goes can be added up.
create or replace function follow_attributes() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  if tg_op = 'INSERT' then
    update part_counts c set attributes_count = attributes_count + n, barcodes_count = barcodes_count + barcodes,
        missing_attributes = missing_attributes - required, off_template = off_template + misfits,
        updated_at = now(), updated_by = current_person()
      from (select r.part_id, count(*) as n, count(*) filter (where is_barcode(r.name) and is_gtin(r.value)) as barcodes,
          count(*) filter (where fit.is_required) as required, count(fit.misfit) as misfits
        from new_rows r join part_counts placed on placed.part_id = r.part_id
          cross join lateral fit_of(placed.part_product_id, r.name, r.value, r.unit) fit
        group by r.part_id) come where c.part_id = come.part_id;
  elsif tg_op = 'DELETE' then
    if not exists (select from old_rows) then return null; end if;
    update part_counts c set attributes_count = attributes_count - n, barcodes_count = barcodes_count - barcodes,
        missing_attributes = missing_attributes + required, off_template = off_template - misfits,
        updated_at = now(), updated_by = current_person()
      from (select r.part_id, count(*) as n, count(*) filter (where is_barcode(r.name) and is_gtin(r.value)) as barcodes,
          count(*) filter (where fit.is_required) as required, count(fit.misfit) as misfits
        from old_rows r join part_counts placed on placed.part_id = r.part_id
          cross join lateral fit_of(placed.part_product_id, r.name, r.value, r.unit) fit
        group by r.part_id) gone where c.part_id = gone.part_id;
  else
    -- Of a changed row follow_changes() notes the moment.
    update part_counts c set barcodes_count = barcodes_count + barcodes, missing_attributes = missing_attributes - required,
        off_template = off_template + misfits
      from (select r.part_id, coalesce(sum(n) filter (where is_barcode(r.name) and is_gtin(r.value)), 0) as barcodes,
          coalesce(sum(n) filter (where fit.is_required), 0) as required,
          coalesce(sum(n) filter (where fit.misfit is not null), 0) as misfits
        from (select part_id, name, value, unit, 1 as n from new_rows
          union all select part_id, name, value, unit, -1 from old_rows) r
          join part_counts placed on placed.part_id = r.part_id
          cross join lateral fit_of(placed.part_product_id, r.name, r.value, r.unit) fit
        group by r.part_id) touched
      where c.part_id = touched.part_id and (barcodes, required, misfits) <> (0, 0, 0);
  end if;
  return null;
end $$;

-- A change of a template counts the parts of its product anew, as a job.
alter table jobs drop constraint jobs_kind_check,
  add constraint jobs_kind_check check (kind in ('import', 'undo', 'bulk', 'pictures', 'template'));
create table template_jobs (
  id integer primary key references jobs,
  part_product_id integer not null references part_products on delete cascade,
  -- The parts up to this one are counted.
  last_part integer not null default 0
);
create index template_jobs_by_product on template_jobs (part_product_id, id);

analyze part_counts, part_products, part_product_attributes;
