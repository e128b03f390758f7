-- Any number and any words find their parts, and a vehicle has its parts, at the cost of what is shown.

create extension if not exists btree_gin with schema public;
create extension if not exists fuzzystrmatch with schema public;

-- A code as it is searched for, from its letters and digits: without the zeros at the beginning, which some write and
-- others leave out. Like is_misspelt() it is not strict: PostgreSQL would call it for every row instead of inlining it.
create function number_of(bare text) returns text language sql immutable parallel safe
  return coalesce(nullif(ltrim(bare, '0'), ''), '0');

-- The names of the attributes that hold a bar code.
create function is_barcode(name text) returns boolean language sql immutable strict parallel safe
  return name ~* '\m(gtin|ean|upc)([ -]?\d+)?\M|c[oó]digos? de barras?';

-- A text as words with spaces between them, without case or accents. A number keeps its decimals: 1,6 is 1.6.
create function worded(value text) returns text language sql immutable strict parallel safe
  return replace(replace(replace(regexp_replace(fold(value), '[^[:alnum:].,]+', ' ', 'g') || ' ', ', ', ' '), '. ', ' '), ',', '.');
create function words_of(value text) returns text[] language sql immutable strict parallel safe
  return array_remove(string_to_array(worded(value), ' '), '');

-- The words of a text as an index has them. PostgreSQL does not check their lengths here, and spoils what is too long for
-- a tsvector: a word of 2 kB, or 1 MB in all.
create function indexed_words(value text) returns tsvector language sql immutable strict parallel safe
  return array_to_tsvector(array(select word from unnest(words_of(left(value, 100000))) word where length(word) <= 100));

-- Whether a word is a name with one wrong letter. The lengths are compared first: longer words are refused by
-- levenshtein().
create function is_misspelt(word text, name text) returns boolean language sql immutable parallel safe
  return case when abs(length(word) - length(name)) <= 1 and length(word) <= 100
    then levenshtein_less_equal(word, name, 1) = 1 else false end;

-- What vehicles, products, categories and brands are found by.
alter table vehicles add column words text not null generated always as (
  ' ' || worded(brand || ' ' || model_master || ' ' || model || ' ' || version || ' ' || engine_code || ' ' || fuel)) stored;
alter table vehicles add column name_words text[] not null generated always as (
  words_of(brand || ' ' || model_master || ' ' || model)) stored;
alter table part_products add column words text not null generated always as (' ' || worded(name)) stored;
alter table part_categories add column words text not null generated always as (' ' || worded(name)) stored;
alter table part_brands add column words text not null generated always as (' ' || worded(name)) stored;

-- Nobody is told of what is computed.
do $$
declare
  recorded record;
begin
  for recorded in select * from (values ('part_brands', 'brand'), ('part_categories', 'category'), ('part_products', 'product'))
    tables (name, row_name)
  loop
    execute format('drop trigger recorded_insert on %1$I; drop trigger recorded_update on %1$I;
      drop trigger recorded_delete on %1$I', recorded.name);
    perform record_changes_of(recorded.name::regclass, recorded.row_name, 'name_folded', 'words');
  end loop;
end $$;

-- As before, but by the index of brands: the function is asked for with every search, and the vehicle base has few brands.
create or replace function vehicle_brand_names() returns table (bare text, brand text) language sql stable as $$
  with recursive brands as (
    select min(v.brand) as brand from vehicles v
    union all
    select (select min(v.brand) from vehicles v where v.brand > brands.brand) from brands where brands.brand is not null)
  select bare(brand), brand from brands where brand is not null
  union all
  select name_bare, brand from vehicle_brand_aliases
$$;

-- Every number of every part: its own code, the codes of its equivalences and its bar codes. Triggers keep it. The place of
-- the part is repeated, so that a scope and a brand are compared here. A row is found by its number and its part.
create table part_numbers (
  number text collate "C" not null,
  kind text not null,
  part_id integer not null,
  part_brand_id integer not null,
  part_product_id integer not null,
  -- The equivalence or the attribute that says it; 0 for the code of the part.
  row_id integer not null
);

-- The words of the description and of the values of the attributes of a part. A part without any has no row.
create table part_texts (
  part_id integer primary key,
  part_brand_id integer not null,
  part_product_id integer not null,
  words tsvector not null
);

-- The parts of each vehicle. It repeats part_vehicles with what a list of them filters and counts by, in the order of a
-- vehicle.
create table vehicle_parts (
  vehicle_id integer not null,
  part_brand_id integer not null,
  part_product_id integer not null,
  part_id integer not null,
  -- Whether the part is enabled and not discontinued.
  is_offered boolean not null
);

insert into part_numbers
  select number_of(code_bare), 'code', id, part_brand_id, part_product_id, 0 from parts
  union all
  select number_of(bare(c.code)), 'cross', p.id, p.part_brand_id, p.part_product_id, c.id
  from part_crosses c join parts p on p.id = c.part_id
  union all
  select number_of(bare(a.value)), 'barcode', p.id, p.part_brand_id, p.part_product_id, a.id
  from part_attributes a join parts p on p.id = a.part_id where is_barcode(a.name) and bare(a.value) <> '';
create index part_numbers_by_number on part_numbers (kind, number, part_id);
create index part_numbers_contain on part_numbers using gin (part_brand_id, number gin_trgm_ops);

-- Numbers like a pattern, in some brands or in all. Always by the index of pieces: with a limit the planner would hope to
-- find them sooner in another order, and reads the whole table when there are none.
create function numbers_like(pattern text, brands integer[], most integer) returns setof part_numbers
  language plpgsql stable set enable_seqscan = off set enable_indexscan = off as $$
begin
  if brands is null then
    return query select * from part_numbers where number like pattern limit most;
  else
    return query select * from part_numbers where part_brand_id = any (brands) and number like pattern limit most;
  end if;
end $$;

-- What part_texts has of parts.
create function texts_of(parts integer[]) returns setof part_texts language sql stable as $$
  select p.id, p.part_brand_id, p.part_product_id, indexed_words(concat_ws(' ', p.observation, (
    select string_agg(value || ' ' || unit, ' ') from part_attributes a where a.part_id = p.id)))
  from unnest(parts) given (id) join parts p on p.id = given.id
$$;

insert into part_texts select * from texts_of(array(select id from parts)) where words <> '';
create index part_texts_hold on part_texts using gin (part_brand_id, words);

insert into vehicle_parts
  select v.vehicle_id, p.part_brand_id, p.part_product_id, p.id, p.enabled and not p.discontinued
  from part_vehicles v join parts p on p.id = v.part_id order by 1, 2, 3, 4;
alter table vehicle_parts
  add constraint vehicle_parts_pkey primary key (vehicle_id, part_brand_id, part_product_id, part_id) include (is_offered);
drop index part_vehicles_vehicle_id;

-- The functions below join the rows of a statement with tables. The planner does not know how few they are, and would read
-- the whole table. A plan that was made while a table was empty would read it whole later, too.

-- Reads the words of parts again.
create function search_texts(changed integer[]) returns void language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  if cardinality(changed) = 0 then return; end if;
  insert into part_texts select * from texts_of(changed)
    on conflict (part_id) do update set words = excluded.words where part_texts.words <> excluded.words;
end $$;

-- Keeps what is searched in step with parts. The equivalences, attributes and applications of a part come after it and go
-- before it.
create function search_parts() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  changed record;
begin
  if tg_op = 'INSERT' then
    insert into part_numbers (number, kind, part_id, part_brand_id, part_product_id, row_id)
      select number_of(code_bare), 'code', id, part_brand_id, part_product_id, 0 from new_rows;
    insert into part_texts (part_id, part_brand_id, part_product_id, words)
      select id, part_brand_id, part_product_id, indexed_words(observation)
      from new_rows where observation <> '';
    return null;
  end if;
  if tg_op = 'DELETE' then
    delete from part_numbers n using old_rows o
      where n.number = number_of(o.code_bare) and n.part_id = o.id and n.kind = 'code';
    delete from part_texts where part_id = any (array(select id from old_rows));
    return null;
  end if;
  -- Not a join of old and new rows: a plan that was made for one would compare each of many with every other.
  select
    coalesce(array_agg(id) filter (where code <> code_was), '{}') as coded,
    array_agg(code_was) filter (where code <> code_was) as codes_were,
    coalesce(array_agg(id) filter (where observation <> observation_was), '{}') as described,
    coalesce(array_agg(id) filter (where place <> place_was), '{}') as placed,
    array_agg(place_was[1]) filter (where place <> place_was) as brands_were,
    array_agg(place_was[2]) filter (where place <> place_was) as products_were
  into changed
  from (
    select id, side, code, lag(code) over same as code_was, observation, lag(observation) over same as observation_was,
      place, lag(place) over same as place_was
    from (
      select 1 as side, id, code_bare as code, observation,
        array[part_brand_id, part_product_id, (enabled and not discontinued)::int] as place from old_rows
      union all
      select 2, id, code_bare, observation,
        array[part_brand_id, part_product_id, (enabled and not discontinued)::int] from new_rows) both_rows
    window same as (partition by id order by side)) pairs
  where side = 2;
  if cardinality(changed.coded) > 0 then
    update part_numbers n set number = number_of(p.code_bare)
      from unnest(changed.coded, changed.codes_were) c (id, was) join parts p on p.id = c.id
      where n.number = number_of(c.was) and n.part_id = c.id and n.kind = 'code';
  end if;
  perform search_texts(changed.described);
  if cardinality(changed.placed) > 0 then
    update part_numbers n set part_brand_id = p.part_brand_id, part_product_id = p.part_product_id
      from parts p, lateral (
        select 'code' as kind, number_of(p.code_bare) as number
        union select 'cross', number_of(bare(code)) from part_crosses c where c.part_id = p.id
        union select 'barcode', number_of(bare(value)) from part_attributes a
          where a.part_id = p.id and is_barcode(name)) numbers
      where p.id = any (changed.placed) and n.kind = numbers.kind and n.number = numbers.number and n.part_id = p.id
        and (n.part_brand_id, n.part_product_id) <> (p.part_brand_id, p.part_product_id);
    update part_texts t set part_brand_id = p.part_brand_id, part_product_id = p.part_product_id
      from parts p
      where t.part_id = any (changed.placed) and p.id = t.part_id
        and (t.part_brand_id, t.part_product_id) <> (p.part_brand_id, p.part_product_id);
    update vehicle_parts v set part_brand_id = p.part_brand_id, part_product_id = p.part_product_id,
        is_offered = p.enabled and not p.discontinued
      from unnest(changed.placed, changed.brands_were, changed.products_were) c (id, brand_was, product_was)
        join parts p on p.id = c.id join part_vehicles a on a.part_id = c.id
      where v.vehicle_id = a.vehicle_id and v.part_brand_id = c.brand_was and v.part_product_id = c.product_was
        and v.part_id = c.id;
  end if;
  return null;
end $$;
create trigger parts_searched_inserted after insert on parts referencing new table as new_rows
  for each statement execute function search_parts();
create trigger parts_searched_updated after update on parts referencing old table as old_rows new table as new_rows
  for each statement execute function search_parts();
create trigger parts_searched_deleted after delete on parts referencing old table as old_rows
  for each statement execute function search_parts();

create function search_crosses() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  if tg_op <> 'INSERT' then
    delete from part_numbers n using old_rows o
      where n.number = number_of(bare(o.code)) and n.part_id = o.part_id and n.kind = 'cross' and n.row_id = o.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into part_numbers (number, kind, part_id, part_brand_id, part_product_id, row_id)
      select number_of(bare(r.code)), 'cross', r.part_id, c.part_brand_id, c.part_product_id, r.id
      from new_rows r join part_counts c on c.part_id = r.part_id;
  end if;
  return null;
end $$;
create trigger part_crosses_searched_inserted after insert on part_crosses referencing new table as new_rows
  for each statement execute function search_crosses();
create trigger part_crosses_searched_updated after update on part_crosses
  referencing old table as old_rows new table as new_rows for each statement execute function search_crosses();
create trigger part_crosses_searched_deleted after delete on part_crosses referencing old table as old_rows
  for each statement execute function search_crosses();

create function search_attributes() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  if tg_op <> 'INSERT' then
    delete from part_numbers n using old_rows o
      where is_barcode(o.name) and n.number = number_of(bare(o.value)) and n.part_id = o.part_id and n.kind = 'barcode'
        and n.row_id = o.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into part_numbers (number, kind, part_id, part_brand_id, part_product_id, row_id)
      select number_of(bare(r.value)), 'barcode', r.part_id, c.part_brand_id, c.part_product_id, r.id
      from new_rows r join part_counts c on c.part_id = r.part_id where is_barcode(r.name) and bare(r.value) <> '';
  end if;
  if tg_op = 'INSERT' then
    insert into part_texts (part_id, part_brand_id, part_product_id, words)
      select c.part_id, c.part_brand_id, c.part_product_id, indexed_words(r.text)
      from (select part_id, string_agg(value || ' ' || unit, ' ') as text from new_rows group by part_id) r
        join part_counts c on c.part_id = r.part_id
      on conflict (part_id) do update set words = part_texts.words || excluded.words;
  elsif tg_op = 'DELETE' then
    perform search_texts(array(select distinct part_id from old_rows));
  else
    perform search_texts(array(select distinct part_id from new_rows));
  end if;
  return null;
end $$;
create trigger part_attributes_searched_inserted after insert on part_attributes referencing new table as new_rows
  for each statement execute function search_attributes();
create trigger part_attributes_searched_updated after update on part_attributes
  referencing old table as old_rows new table as new_rows for each statement execute function search_attributes();
create trigger part_attributes_searched_deleted after delete on part_attributes referencing old table as old_rows
  for each statement execute function search_attributes();

-- When a part is removed with its applications in one statement, its place is in removed_parts already.
create function search_applications() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  if tg_op <> 'INSERT' then
    delete from vehicle_parts v
      using (select o.vehicle_id, o.part_id, place.*
        from old_rows o, lateral (
          select part_brand_id, part_product_id from part_counts c where c.part_id = o.part_id
          union all
          select part_brand_id, part_product_id from removed_parts g where g.id = o.part_id) place) gone
      where v.vehicle_id = gone.vehicle_id and v.part_brand_id = gone.part_brand_id
        and v.part_product_id = gone.part_product_id and v.part_id = gone.part_id;
  end if;
  if tg_op <> 'DELETE' then
    insert into vehicle_parts (vehicle_id, part_brand_id, part_product_id, part_id, is_offered)
      select r.vehicle_id, p.part_brand_id, p.part_product_id, p.id, p.enabled and not p.discontinued
      from new_rows r join parts p on p.id = r.part_id;
  end if;
  return null;
end $$;
create trigger part_vehicles_searched_inserted after insert on part_vehicles referencing new table as new_rows
  for each statement execute function search_applications();
create trigger part_vehicles_searched_updated after update on part_vehicles
  referencing old table as old_rows new table as new_rows for each statement execute function search_applications();
create trigger part_vehicles_searched_deleted after delete on part_vehicles referencing old table as old_rows
  for each statement execute function search_applications();

-- The functions of other triggers had the same weakness.
alter function follow_parts() set enable_seqscan = off;
alter function follow_changes() set enable_seqscan = off;
alter function count_children() set enable_seqscan = off;
alter function record_changes_of_part() set enable_seqscan = off;
