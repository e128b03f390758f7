-- Values of attributes as lists of parts filter and sort them: numbers in one unit, and the trigger that keeps
-- attribute_values. Plans that scan whole tables are switched off, as in counts.sql.
-- The functions that are not strict are inlined into the statements that use them.

-- Units by their folded spelling: the unit in which values of the magnitude are compared, and the factor to it.
-- A change here changes stored values. It needs a migration that fills attribute_values again.
create or replace function units() returns jsonb language sql immutable parallel safe
  return '{
    "um": ["mm", 0.001], "μm": ["mm", 0.001], "mm": ["mm", 1], "cm": ["mm", 10], "dm": ["mm", 100], "m": ["mm", 1000],
    "mt": ["mm", 1000], "mts": ["mm", 1000], "metro": ["mm", 1000], "metros": ["mm", 1000], "km": ["mm", 1000000], "in": ["mm", 25.4],
    "\"": ["mm", 25.4], "pulg": ["mm", 25.4], "pulgada": ["mm", 25.4], "pulg.": ["mm", 25.4], "pulgadas": ["mm", 25.4],
    "ft": ["mm", 304.8],
    "mg": ["g", 0.001], "g": ["g", 1], "gr": ["g", 1], "grs": ["g", 1], "kg": ["g", 1000], "kgs": ["g", 1000],
    "t": ["g", 1000000], "tn": ["g", 1000000], "lb": ["g", 453.59237], "oz": ["g", 28.349523125],
    "mm2": ["mm2", 1], "cm2": ["mm2", 100], "m2": ["mm2", 1000000],
    "mm²": ["mm2", 1], "cm²": ["mm2", 100], "m²": ["mm2", 1000000], "cm³": ["ml", 1], "dm³": ["ml", 1000],
    "m³": ["ml", 1000000],
    "ml": ["ml", 1], "cc": ["ml", 1], "cm3": ["ml", 1], "cl": ["ml", 10], "dl": ["ml", 100], "dm3": ["ml", 1000],
    "l": ["ml", 1000], "lt": ["ml", 1000], "lts": ["ml", 1000], "litro": ["ml", 1000], "litros": ["ml", 1000],
    "m3": ["ml", 1000000],
    "pa": ["kpa", 0.001], "hpa": ["kpa", 0.1], "mbar": ["kpa", 0.1], "kpa": ["kpa", 1], "bar": ["kpa", 100],
    "bares": ["kpa", 100], "mpa": ["kpa", 1000], "atm": ["kpa", 101.325], "psi": ["kpa", 6.894757293],
    "kg/cm2": ["kpa", 98.0665], "kg/cm²": ["kpa", 98.0665],
    "mv": ["v", 0.001], "v": ["v", 1], "volt": ["v", 1], "volts": ["v", 1], "kv": ["v", 1000],
    "ma": ["a", 0.001], "a": ["a", 1], "amp": ["a", 1], "mah": ["ah", 0.001], "ah": ["ah", 1],
    "w": ["w", 1], "watt": ["w", 1], "watts": ["w", 1], "kw": ["w", 1000], "hp": ["w", 745.7], "cv": ["w", 735.49875],
    "ohm": ["ohm", 1], "ohms": ["ohm", 1], "kohm": ["ohm", 1000], "ω": ["ohm", 1], "kω": ["ohm", 1000],
    "n": ["n", 1], "kn": ["n", 1000], "kgf": ["n", 9.80665],
    "nm": ["nm", 1], "n.m": ["nm", 1], "n·m": ["nm", 1], "kgm": ["nm", 9.80665], "lb-ft": ["nm", 1.355817948],
    "ms": ["s", 0.001], "s": ["s", 1], "seg": ["s", 1], "min": ["s", 60], "h": ["s", 3600], "hs": ["s", 3600],
    "hz": ["hz", 1], "khz": ["hz", 1000]}'::jsonb;

-- Like fold(), but without the dictionary of unaccent for ASCII: it takes ten times as long, and every name and value that
-- is saved is folded here.
create or replace function fold_fast(value text) returns text language sql immutable parallel safe
  return case when octet_length(value) = length(value) then lower(value) else fold(value) end;

-- The unit in which values with a unit are compared, and the factor to it. Null for an unknown unit, which is compared
-- with itself alone.
create or replace function known_unit(unit text) returns jsonb language sql immutable parallel safe
  return case when unit <> '' then units() -> fold_fast(unit) end;

-- A value as attribute_values stores it.
create or replace function measure(value text, unit text) returns table (number numeric, base text, folded text)
  language sql immutable parallel safe as $$
  select coalesce(number_in($1) * coalesce((known ->> 1)::numeric, 1), 'Infinity'), coalesce(known ->> 0, fold_fast($2)),
    fold_fast($1)
  from (select known_unit($2) as known offset 0) unit
$$;

-- Keeps a row of attribute_values per attribute. Parts that move to another brand or product are followed in
-- follow_parts(). One statement may delete an attribute and insert it again.
create or replace function list_attributes() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  if tg_op <> 'INSERT' then
    delete from attribute_values v using old_rows o
      where v.part_id = o.part_id and v.name = fold(o.name) and not exists (
        select from part_attributes a where a.part_id = o.part_id and fold(a.name) = fold(o.name));
  end if;
  if tg_op <> 'DELETE' then
    insert into attribute_values (part_id, name, part_brand_id, part_product_id, created_at, number, unit, text)
      select r.part_id, fold_fast(r.name), c.part_brand_id, c.part_product_id, c.created_at, measured.*
      from new_rows r join part_counts c on c.part_id = r.part_id cross join lateral measure(r.value, r.unit) measured
      on conflict (part_id, name) do update
        set number = excluded.number, unit = excluded.unit, text = excluded.text
        where (attribute_values.number, attribute_values.unit, attribute_values.text)
          <> (excluded.number, excluded.unit, excluded.text);
  end if;
  return null;
end $$;
