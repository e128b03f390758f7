-- Attributes of parts against the template of their product.

-- Returns the number in a text, or null. [0-9] and not \d, which includes digits of other scripts. The cast is inside the
-- case: while PostgreSQL plans a statement, it would fail on constants that are no numbers.
create or replace function number_in(value text) returns numeric language sql immutable parallel safe
  return case when value ~ '^-?[0-9]{1,15}([.,][0-9]{1,9})?$' then replace(value, ',', '.')::numeric end;

-- Compares an attribute with the template: why it does not fit, or null; whether the part needs it; and whether a misfit
-- is refused. A product without a template takes anything, and bar codes always fit. It is not strict, so that it is
-- inlined.
create or replace function fit_of(product integer, name text, value text, unit text)
  returns table (misfit text, is_required boolean, is_strict boolean) language sql stable parallel safe as $$
  select
    case
      -- The usual case first: it takes a third of the time of checking each reason.
      when $4 = t.unit and (t.type = 'text' or t.type = 'number' and number_in($3) <@ numrange(t.min, t.max, '[]')) then null
      when is_barcode($2) then null
      when t.id is null then case when exists (
        select from part_product_attributes other where other.part_product_id = $1) then 'name' end
      when t.type = 'number' and number_in($3) is null then 'number'
      when t.type = 'flag' and fold($3) not in ('si', 'no') then 'flag'
      when t.type = 'list' and fold($3) not in (select fold(offered) from unnest(t.values) offered) then 'value'
      when (t.type = 'number' or t.unit <> '') and fold($4) <> fold(t.unit) then 'unit'
      when t.type = 'number' and not number_in($3) <@ numrange(t.min, t.max, '[]') then 'range' end,
    t.importance is not distinct from 'required',
    coalesce(t.is_strict, false)
  from (values (1)) one
    left join part_product_attributes t on t.part_product_id = $1 and fold(t.name) = fold($2)
$$;

-- Counts the attributes that the product requires and the part lacks, and the attributes that do not fit.
create or replace function template_facts(part integer, product integer)
  returns table (missing_attributes integer, off_template integer) language sql stable as $$
  select ((select count(*) from part_product_attributes required
      where required.part_product_id = $2 and required.importance = 'required')
    - count(*) filter (where fit.is_required))::int, count(fit.misfit)::int
  from part_attributes a cross join lateral fit_of($2, a.name, a.value, a.unit) fit where a.part_id = $1
$$;

-- Sets the template counts of a row of part_counts before it is stored. A new part has no attributes; a part that moves to
-- another product is compared with that template.
create or replace function follow_template() returns trigger language plpgsql as $$
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
