-- Gaps of parts: facts that `part_counts.lacks` is made from, and how they are shown.
-- The functions that are not strict are inlined into the statements that use them. Their arguments are never null.

-- Bar codes have 8, 12, 13 or 14 digits. The last one is a check digit.
create or replace function is_gtin(value text) returns boolean language sql immutable strict parallel safe
  return (
    select case when digits ~ '^([0-9]{8}|[0-9]{12,14})$' and digits ~ '[1-9]' then
        right(digits, 1) = ((10 - (
          select sum(substr(reverse(digits), place, 1)::int * case place % 2 when 0 then 3 else 1 end)
          from generate_series(2, length(digits)) place) % 10) % 10)::text
      else false end
    from (select translate(value, ' -', '') as digits) given);

-- Large enough for Mercado Libre.
create or replace function is_large(width integer, height integer) returns boolean language sql immutable parallel safe
  return least(width, height) >= 500;

-- Names of the gaps, as in the contract.
create or replace function gap_names(gaps integer) returns text[] language sql immutable parallel safe
  return array_remove(array[
    case when gaps & 1 <> 0 then 'observation' end,
    case when gaps & 2 <> 0 then 'vehicles' end,
    case when gaps & 4 <> 0 then 'attributes' end,
    case when gaps & 56 <> 0 then 'photos' end,
    case when gaps & 64 <> 0 then 'crosses' end,
    case when gaps & 128 <> 0 then 'barcode' end,
    case when gaps & 2048 <> 0 then 'category' end], null);

-- Share of the required fields that are present, in per cent. It is 100 only when none is missing.
create or replace function completeness(required integer, gaps integer) returns integer language sql immutable parallel safe
  return 100 - coalesce(
    ceil(100.0 * bit_count(gaps::bit(32)) / nullif(bit_count(required::bit(32)), 0)), 0)::int;

-- Group of parts of a product with the same gaps. Called like a column: part_counts.gap_group. The shift leaves room
-- for the eleven bits of `lacks`.
create or replace function gap_group(counts part_counts) returns bigint language sql immutable parallel safe
  return (counts.part_product_id::bigint << 12) | counts.lacks;
