-- Numbers and words of parts as they are searched, and the triggers that keep them.
-- Plans that scan whole tables are switched off, as in counts.sql.

-- Escapes a text for LIKE. Used after fold(), which turns some characters into % or _.
create or replace function literal(value text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(value, '([\\%_])', '\\\1', 'g');

-- Names of attributes that contain a bar code.
create or replace function is_barcode(name text) returns boolean language sql immutable strict parallel safe
  return name ~* '\m(gtin|ean|upc)([ -]?\d+)?\M|c[oó]digos? de barras?';

-- Words of a text, separated by spaces, without case or accents. Numbers keep their decimals: 1,6 is 1.6.
create or replace function worded(value text) returns text language sql immutable strict parallel safe
  return replace(replace(replace(regexp_replace(fold(value), '[^[:alnum:].,]+', ' ', 'g') || ' ', ', ', ' '), '. ', ' '), ',', '.');
create or replace function words_of(value text) returns text[] language sql immutable strict parallel safe
  return array_remove(string_to_array(worded(value), ' '), '');

-- Words of a text for an index. array_to_tsvector() does not check lengths, and a tsvector is damaged by a word of 2 kB
-- or by 1 MB in all.
create or replace function indexed_words(value text) returns tsvector language sql immutable strict parallel safe
  return array_to_tsvector(array(select word from unnest(words_of(left(value, 100000))) word where length(word) <= 100));

-- Every name of every brand of vehicles, as bare text: the names in the vehicle base, and the aliases. It skips from brand
-- to brand in the index, because every search calls it.
create or replace function vehicle_brand_names() returns table (bare text, brand text) language sql stable as $$
  with recursive brands as (
    select min(v.brand) as brand from vehicles v
    union all
    select (select min(v.brand) from vehicles v where v.brand > brands.brand) from brands where brands.brand is not null)
  select bare(brand), brand from brands where brand is not null
  union all
  select name_bare, brand from vehicle_brand_aliases
$$;

-- Numbers like a pattern, in some brands or in all. Always by the trigram index: because of the limit, the planner
-- would expect early matches in another order, and scan the whole table when there are none.
create or replace function numbers_like(pattern text, brands integer[], most integer) returns setof part_numbers
  language plpgsql stable set enable_seqscan = off set enable_indexscan = off as $$
begin
  if brands is null then
    return query select * from part_numbers where number like pattern limit most;
  else
    return query select * from part_numbers where part_brand_id = any (brands) and number like pattern limit most;
  end if;
end $$;

-- Computes the rows of part_texts of some parts.
create or replace function texts_of(parts integer[]) returns setof part_texts language sql stable as $$
  select p.id, p.part_brand_id, p.part_product_id, indexed_words(concat_ws(' ', p.observation, (
    select string_agg(value || ' ' || unit, ' ') from part_attributes a where a.part_id = p.id)))
  from unnest(parts) given (id) join parts p on p.id = given.id
$$;

-- Writes the rows of part_texts of changed parts.
create or replace function search_texts(changed integer[]) returns void language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  if cardinality(changed) = 0 then return; end if;
  insert into part_texts select * from texts_of(changed)
    on conflict (part_id) do update set words = excluded.words where part_texts.words <> excluded.words;
end $$;

-- Keeps numbers, words and vehicle_parts in step with parts. The rows of a part are inserted after it and deleted before
-- it.
create or replace function search_parts() returns trigger language plpgsql
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
  -- Not a join of old and new rows: a plan that was made for one row would compare every old row with every new one.
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

-- Keeps the numbers of cross references.
create or replace function search_crosses() returns trigger language plpgsql
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

-- Keeps the bar codes, and the words of attribute values.
create or replace function search_attributes() returns trigger language plpgsql
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

-- Adds 1 to the revision of the table, which makes the vocabulary in memory stale.
create or replace function revise_vocabulary() returns trigger language plpgsql as $$
begin
  insert into vocabulary_revisions (source, revision) values (tg_table_name, 1)
    on conflict (source) do update set revision = vocabulary_revisions.revision + 1;
  return null;
end $$;
