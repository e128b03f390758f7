-- Rows that the database refuses from every writer: calls, imports, bulk actions and undos.

-- Refuses to move a row to another part: only inserts and deletes are counted.
create or replace function refuse_moving() returns trigger language plpgsql as $$
begin
  raise exception 'a child does not move to another part';
end $$;

-- Refuses more rows than a part may have. The argument is the name under which http/constraints.ts has the message.
-- A part that has more from before the limit keeps them.
create or replace function refuse_rows() returns trigger language plpgsql as $$
begin
  raise exception 'Part % would have too many rows', new.part_id
    using errcode = 'check_violation', constraint = tg_argv[0];
end $$;

-- Refuses more than 20,000 applications of a part. Applications are counted by vehicle, and a vehicle has one for each set
-- of the eight positions: 256 at most. So only parts of more than 78 vehicles can reach the limit, and only their
-- applications are counted.
create or replace function limit_applications() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  full_part integer;
begin
  select touched.part_id into full_part
    from (select distinct part_id from new_rows) touched
      cross join lateral (select vehicles_count from part_counts c where c.part_id = touched.part_id offset 0) counts
    where vehicles_count > 78 and 20000 < (
      select count(*) from (select from part_vehicles v where v.part_id = touched.part_id limit 20001) counted)
    limit 1;
  if found then
    raise exception 'Part % would have too many rows', full_part
      using errcode = 'check_violation', constraint = 'part_vehicles_limit';
  end if;
  return null;
end $$;
