-- How many rows a part may have: 500 attributes, 2,000 cross references, 20,000 applications. Calls, imports, bulk actions and
-- undos all pass here. A part that has more from before keeps them, and refuses further ones. The contract has the same
-- numbers, for the messages.
create function refuse_rows() returns trigger language plpgsql as $$
begin
  raise exception 'Part % would have too many rows', new.part_id
    using errcode = 'check_violation', constraint = tg_argv[0];
end $$;
create trigger part_counts_attributes_limit after update on part_counts for each row
  when (new.attributes_count > 500 and new.attributes_count > old.attributes_count)
  execute function refuse_rows('part_attributes_limit');
create trigger part_counts_crosses_limit after update on part_counts for each row
  when (new.cross_count > 2000 and new.cross_count > old.cross_count)
  execute function refuse_rows('part_crosses_limit');

-- Applications are counted by vehicle, and a vehicle has one for each set of the eight positions: 256 at most. So only
-- parts of more than 78 vehicles can reach the limit, and only their applications are counted.
create function limit_applications() returns trigger language plpgsql
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
-- After part_vehicles_inserted, which counts the vehicles: triggers run in the order of their names.
create trigger part_vehicles_limited after insert on part_vehicles referencing new table as new_rows
  for each statement execute function limit_applications();
