-- Texts that look the same are the same, and Ñ is a letter of its own in codes.

-- Codes are compared by their letters and digits alone, and ñ is not n. It becomes a control character, which no code has,
-- while accents are taken off. One expression, so that the planner puts it in the place of the call.
create or replace function bare(value text) returns text
  language sql immutable strict parallel safe
  return translate(
    regexp_replace(fold(translate(value, E'ñÑ\x01', E'\x01\x01')), E'[^[:alnum:]\x01]+', '', 'g'), E'\x01', 'ñ');

-- The columns that are computed by it, and the index of which it is an expression. Nothing of this is a change to be told.
update parts set code = code where code ~ '[ñÑ]';
update vehicles set engine_code = engine_code where engine_code ~ '[ñÑ]';
reindex index part_crosses_key;

-- One line of text, as tidy() of the contract makes it: no invisible signs, one plain space for any others, composed.
create function tidy(value text) returns text
  language sql immutable strict parallel safe
  return normalize(btrim(regexp_replace(
    regexp_replace(value, '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f'
      || '\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+', '', 'g'),
    '[ \t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+', ' ', 'g')), nfc);

-- Most texts are plain, and not looked at further.
create function is_untidy(value text) returns boolean
  language sql immutable strict parallel safe
  return value ~ '[^ -~]|  ' and value <> tidy(value) and tidy(value) <> '';

-- What identifies a row is tidied where no other row has that name or code, and of several that become the same the first.
update part_brands set name = tidy(name) where id in (
  select distinct on (fold(tidy(name))) id from part_brands b where is_untidy(name)
    and not exists (select from part_brands other where other.id <> b.id and fold(other.name) = fold(tidy(b.name)))
  order by fold(tidy(name)), id);
update part_categories set name = tidy(name) where id in (
  select distinct on (fold(tidy(name))) id from part_categories c where is_untidy(name)
    and not exists (select from part_categories other where other.id <> c.id and fold(other.name) = fold(tidy(c.name)))
  order by fold(tidy(name)), id);
update part_products set name = tidy(name) where id in (
  select distinct on (fold(tidy(name))) id from part_products p where is_untidy(name)
    and not exists (select from part_products other where other.id <> p.id and fold(other.name) = fold(tidy(p.name)))
  order by fold(tidy(name)), id);
update parts set code = tidy(code) where id in (
  select distinct on (part_brand_id, part_product_id, bare(tidy(code))) id from parts p
  where is_untidy(code) and bare(tidy(code)) <> '' and not exists (
    select from parts other where other.id <> p.id and other.part_brand_id = p.part_brand_id
      and other.part_product_id = p.part_product_id and other.code_bare = bare(tidy(p.code)))
  order by part_brand_id, part_product_id, bare(tidy(code)), id);
update part_attributes set name = tidy(name) where id in (
  select distinct on (part_id, fold(tidy(name))) id from part_attributes a where is_untidy(name) and not exists (
    select from part_attributes other
    where other.id <> a.id and other.part_id = a.part_id and fold(other.name) = fold(tidy(a.name)))
  order by part_id, fold(tidy(name)), id);
update part_crosses set brand = tidy(brand), code = tidy(code) where id in (
  select distinct on (part_id, fold(tidy(brand)), bare(tidy(code))) id from part_crosses c
  where (is_untidy(brand) or is_untidy(code)) and tidy(brand) <> '' and bare(tidy(code)) <> '' and not exists (
    select from part_crosses other where other.id <> c.id and other.part_id = c.part_id
      and fold(other.brand) = fold(tidy(c.brand)) and bare(other.code) = bare(tidy(c.code)))
  order by part_id, fold(tidy(brand)), bare(tidy(code)), id);
update part_attributes set
  value = case when is_untidy(value) then tidy(value) else value end,
  unit = case when is_untidy(unit) then tidy(unit) else unit end
where is_untidy(value) or is_untidy(unit);

drop function is_untidy;
drop function tidy;
