-- What a part lacks, as a number of bits that PostgreSQL derives from the row of its counts. Which of it matters is said by
-- its product when it is read, so that a product that asks for more changes no parts.

-- Held to the end: what another process writes meanwhile would not be in the new columns.
lock table parts, part_attributes, part_pictures, part_products, part_counts in share row exclusive mode;

-- Whether a text is a bar code: 8, 12, 13 or 14 digits, the last of which checks the others.
create function is_gtin(value text) returns boolean language sql immutable strict parallel safe
  return (
    select case when digits ~ '^([0-9]{8}|[0-9]{12,14})$' and digits ~ '[1-9]' then
        right(digits, 1) = ((10 - (
          select sum(substr(reverse(digits), place, 1)::int * case place % 2 when 0 then 3 else 1 end)
          from generate_series(2, length(digits)) place) % 10) % 10)::text
      else false end
    from (select translate(value, ' -', '') as digits) given);

-- The functions below are not strict, so that PostgreSQL puts them into the statements that use them. Nothing here is null.
create function is_large(width integer, height integer) returns boolean language sql immutable parallel safe
  return least(width, height) >= 500;

alter table part_counts
  add column enabled boolean not null default true,
  add column discontinued boolean not null default false,
  add column is_described boolean not null default false,
  -- Pictures that are no blueprints, and those of them that are large enough for Mercado Libre.
  add column photos_count integer not null default 0,
  add column large_photos_count integer not null default 0,
  add column barcodes_count integer not null default 0;

-- Without its indexes, and without the triggers that note the moment of a change.
drop index part_counts_by_brand, part_counts_by_attributes, part_counts_by_crosses, part_counts_by_pictures,
  part_counts_by_vehicles, part_counts_by_update;
alter table part_counts disable trigger user;
update part_counts c set enabled = p.enabled, discontinued = p.discontinued, is_described = p.is_described,
    photos_count = coalesce(photos, 0), large_photos_count = coalesce(large, 0), barcodes_count = coalesce(barcodes, 0)
  from parts p
    left join (
      select part_id, count(*) as photos, count(*) filter (where is_large(width, height)) as large
      from part_pictures where not is_blueprint group by part_id) pictures on pictures.part_id = p.id
    left join (
      select part_id, count(*) as barcodes from part_attributes where is_barcode(name) and is_gtin(value)
      group by part_id) attributes on attributes.part_id = p.id
  where p.id = c.part_id;
alter table part_counts enable trigger user;

alter table part_counts add column lacks integer not null generated always as (
  (not is_described)::int
  | ((vehicles_count = 0 and not is_universal)::int << 1)
  | ((attributes_count = 0)::int << 2)
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

-- What parts of a product have to have, what the product itself lacks for them, and what keeps them from Mercado Libre.
alter table part_products
  add column requires text[] not null default '{observation,vehicles,attributes,crosses,category}'
    constraint part_products_requires_check
      check (requires <@ '{observation,vehicles,attributes,crosses,barcode,category}'::text[]),
  add column photos_required integer not null default 1
    constraint part_products_photos_required_check check (photos_required between 0 and 3);
alter table part_products
  add column required integer not null generated always as (
    ('observation' = any (requires))::int
    | (('vehicles' = any (requires) and takes_vehicles)::int << 1)
    | (('attributes' = any (requires))::int << 2)
    | ((photos_required > 0)::int << (2 + photos_required))
    | (('crosses' = any (requires))::int << 6)
    | (('barcode' = any (requires))::int << 7)
    | (('category' = any (requires))::int << 11)) stored,
  add column lacks integer not null generated always as ((mercadolibre_category is null)::int << 11) stored,
  add column blocking integer not null generated always as (
    (takes_vehicles::int << 1) | (1 << 8) | (1 << 9) | (1 << 10) | (1 << 11)) stored;

-- Nobody is told of what is computed.
drop trigger recorded_insert on part_products;
drop trigger recorded_update on part_products;
drop trigger recorded_delete on part_products;
select record_changes_of('part_products', 'product', 'name_folded', 'words', 'required', 'lacks', 'blocking');

-- Totals are remembered while the tallies of a brand are the same. What its parts lack changes with their products.
create function follow_products() returns trigger language plpgsql as $$
begin
  insert into part_tallies (part_brand_id, part_product_id, parts, applications, without_pictures, without_vehicles)
    select distinct t.part_brand_id, t.part_product_id, 0, 0, 0, 0
    from new_rows n join old_rows o on o.id = n.id join part_tallies t on t.part_product_id = n.id
    where (o.required, o.lacks) <> (n.required, n.lacks);
  return null;
end $$;
create trigger part_products_updated after update on part_products
  referencing old table as old_rows new table as new_rows for each statement execute function follow_products();

-- The names of what is missing.
create function gap_names(gaps integer) returns text[] language sql immutable parallel safe
  return array_remove(array[
    case when gaps & 1 <> 0 then 'observation' end,
    case when gaps & 2 <> 0 then 'vehicles' end,
    case when gaps & 4 <> 0 then 'attributes' end,
    case when gaps & 56 <> 0 then 'photos' end,
    case when gaps & 64 <> 0 then 'crosses' end,
    case when gaps & 128 <> 0 then 'barcode' end,
    case when gaps & 2048 <> 0 then 'category' end], null);

-- How much there is of what is required, in per cent. It is 100 only when nothing is missing.
create function completeness(required integer, gaps integer) returns integer language sql immutable parallel safe
  return 100 - coalesce(
    ceil(100.0 * bit_count(gaps::bit(32)) / nullif(bit_count(required::bit(32)), 0)), 0)::int;

create or replace function follow_parts() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  if tg_op = 'INSERT' then
    insert into part_counts (part_id, part_brand_id, part_product_id, created_at, is_universal, enabled, discontinued,
        is_described, updated_by)
      select id, part_brand_id, part_product_id, created_at, is_universal, enabled, discontinued, is_described,
        current_person() from new_rows;
    delete from removed_parts where id = any (array(select id from new_rows));
  elsif tg_op = 'UPDATE' then
    update part_counts c set part_brand_id = n.part_brand_id, part_product_id = n.part_product_id,
        created_at = n.created_at, is_universal = n.is_universal, enabled = n.enabled, discontinued = n.discontinued,
        is_described = n.is_described
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

-- Of a changed row follow_changes() notes the moment.
create function follow_attributes() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  if tg_op = 'INSERT' then
    update part_counts c set attributes_count = attributes_count + n, barcodes_count = barcodes_count + barcodes,
        updated_at = now(), updated_by = current_person()
      from (select part_id, count(*) as n, count(*) filter (where is_barcode(name) and is_gtin(value)) as barcodes
        from new_rows group by part_id) come where c.part_id = come.part_id;
  elsif tg_op = 'DELETE' then
    if not exists (select from old_rows) then return null; end if;
    update part_counts c set attributes_count = attributes_count - n, barcodes_count = barcodes_count - barcodes,
        updated_at = now(), updated_by = current_person()
      from (select part_id, count(*) as n, count(*) filter (where is_barcode(name) and is_gtin(value)) as barcodes
        from old_rows group by part_id) gone where c.part_id = gone.part_id;
  else
    update part_counts c set barcodes_count = barcodes_count + touched.n
      from (select part_id, sum(n) as n
        from (select part_id, 1 as n from new_rows where is_barcode(name) and is_gtin(value)
          union all select part_id, -1 from old_rows where is_barcode(name) and is_gtin(value)) both_rows
        group by part_id having sum(n) <> 0) touched
      where c.part_id = touched.part_id;
  end if;
  return null;
end $$;
drop trigger part_attributes_inserted on part_attributes;
drop trigger part_attributes_deleted on part_attributes;
create trigger part_attributes_inserted after insert on part_attributes referencing new table as new_rows
  for each statement execute function follow_attributes();
create trigger part_attributes_updated after update on part_attributes
  referencing old table as old_rows new table as new_rows for each statement execute function follow_attributes();
create trigger part_attributes_deleted after delete on part_attributes referencing old table as old_rows
  for each statement execute function follow_attributes();

create function follow_pictures() returns trigger language plpgsql
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
drop trigger part_pictures_inserted on part_pictures;
drop trigger part_pictures_deleted on part_pictures;
create trigger part_pictures_inserted after insert on part_pictures referencing new table as new_rows
  for each statement execute function follow_pictures();
create trigger part_pictures_updated after update on part_pictures
  referencing old table as old_rows new table as new_rows for each statement execute function follow_pictures();
create trigger part_pictures_deleted after delete on part_pictures referencing old table as old_rows
  for each statement execute function follow_pictures();

-- How many parts of a brand and product lack the same: its rows add up, as those of part_tallies do.
create table gap_tallies (
  id bigint generated always as identity primary key,
  part_brand_id integer not null,
  part_product_id integer not null,
  lacks integer not null,
  parts integer not null
);
create index gap_tallies_by_brand on gap_tallies (part_brand_id, part_product_id);
insert into gap_tallies (part_brand_id, part_product_id, lacks, parts)
  select part_brand_id, part_product_id, lacks, count(*) from part_counts group by 1, 2, 3;

create or replace function forget_tallies() returns trigger language plpgsql as $$
begin
  execute format('delete from part_tallies where %I = $1', tg_argv[0]) using old.id;
  execute format('delete from gap_tallies where %I = $1', tg_argv[0]) using old.id;
  return null;
end $$;

create function fold_gap_tallies(brands integer[]) returns void language sql as $$
  with folded as (
    delete from gap_tallies where id in (
      select id from gap_tallies where part_brand_id = any (brands) for update skip locked)
    returning part_brand_id, part_product_id, lacks, parts)
  insert into gap_tallies (part_brand_id, part_product_id, lacks, parts)
  select part_brand_id, part_product_id, lacks, sum(parts) from folded group by 1, 2, 3 having sum(parts) <> 0
$$;

create function tally_gaps() returns trigger language plpgsql as $$
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
create trigger part_counts_gaps_inserted after insert on part_counts referencing new table as new_rows
  for each statement execute function tally_gaps();
create trigger part_counts_gaps_updated after update on part_counts
  referencing old table as old_rows new table as new_rows for each statement execute function tally_gaps();
create trigger part_counts_gaps_deleted after delete on part_counts referencing old table as old_rows
  for each statement execute function tally_gaps();

analyze part_counts, part_products, gap_tallies;
