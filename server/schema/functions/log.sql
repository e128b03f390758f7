-- The log of changes. inTransaction() of db/transaction.ts sets piezario.user, piezario.what and piezario.operation.

-- The person who changes something. Null for the system.
create or replace function current_person() returns integer language sql stable
  return nullif(current_setting('piezario.user', true), '')::integer;

-- The operation of this transaction. A job sets its own; a call gets one with its first change.
create or replace function current_operation() returns integer language plpgsql as $$
declare
  operation integer := nullif(current_setting('piezario.operation', true), '');
begin
  if operation is null then
    insert into operations (user_id, what)
      values (current_person(), coalesce(nullif(current_setting('piezario.what', true), ''), 'sql'))
      returning id into operation;
    perform set_config('piezario.operation', operation::text, true);
  end if;
  return operation;
end $$;

-- The part, brand and product to record for a part, or for a row that belongs to no part.
create or replace function place_of(name text, id integer, recorded jsonb)
  returns table (part_id integer, part_brand_id integer, part_product_id integer) language sql immutable as $$
  select case name when 'part' then id end,
    case name when 'brand' then id else (recorded ->> 'part_brand_id')::integer end,
    case name when 'product' then id else (recorded ->> 'part_product_id')::integer end
$$;

-- Fields of two rows that differ, before and after.
create or replace function differing(o jsonb, n jsonb) returns table (before jsonb, after jsonb) language sql immutable as $$
  select jsonb_object_agg(key, value), jsonb_object_agg(key, n -> key)
  from jsonb_each(o) where value is distinct from n -> key
$$;

-- Records the changes of a statement to parts and to tables that belong to no part. The arguments are the entity, and the
-- columns that are not recorded: generated and secret ones. A version that grows is no change by itself.
create or replace function record_changes() returns trigger language plpgsql as $$
declare
  row_name text := tg_argv[0];
  unrecorded text[] := array['id'] || tg_argv[1:];
begin
  if tg_op = 'INSERT' then
    insert into changes (operation_id, part_id, part_brand_id, part_product_id, row_id, entity, after)
      select (select current_operation()), place.*, n.id, row_name, n.j - 'version'
      from (select r.id, to_jsonb(r) - unrecorded as j from new_rows r) n, place_of(row_name, n.id, n.j) place;
  elsif tg_op = 'DELETE' then
    insert into changes (operation_id, part_id, part_brand_id, part_product_id, row_id, entity, before)
      select (select current_operation()), place.*, o.id, row_name, o.j
      from (select r.id, to_jsonb(r) - unrecorded as j from old_rows r) o, place_of(row_name, o.id, o.j) place;
  else
    -- Not a join of old and new rows: a plan that was made for one row would compare every old row with every new one.
    insert into changes (operation_id, part_id, part_brand_id, part_product_id, row_id, entity, before, after)
      select (select current_operation()), place.*, pair.id, row_name, differing.*
      from (select id, lag(j) over (partition by id order by side) as o, j as n, side
        from (select r.id, to_jsonb(r) - unrecorded - 'version' as j, 1 as side from old_rows r
          union all select r.id, to_jsonb(r) - unrecorded - 'version', 2 from new_rows r) both_rows) pair,
        place_of(row_name, pair.id, pair.n) place, differing(pair.o, pair.n) differing
      where side = 2 and o <> n;
  end if;
  return null;
end $$;

-- Records the changes of a statement to rows of parts, with the brand and product of the part. When one statement
-- deletes a part and its rows, the part is deleted before its rows are recorded.
create or replace function record_changes_of_part() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  row_name text := tg_argv[0];
  unrecorded text[] := array['id', 'part_id'] || tg_argv[1:];
begin
  if tg_op = 'INSERT' then
    insert into changes (operation_id, part_id, part_brand_id, part_product_id, row_id, entity, after)
      select (select current_operation()), r.part_id, c.part_brand_id, c.part_product_id, r.id, row_name, to_jsonb(r) - unrecorded
      from new_rows r join part_counts c on c.part_id = r.part_id;
  elsif tg_op = 'DELETE' then
    if not exists (select from old_rows) then return null; end if;
    insert into changes (operation_id, part_id, part_brand_id, part_product_id, row_id, entity, before)
      select (select current_operation()), r.part_id,
        coalesce(c.part_brand_id, (select gone.part_brand_id from removed_parts gone where gone.id = r.part_id)),
        coalesce(c.part_product_id, (select gone.part_product_id from removed_parts gone where gone.id = r.part_id)),
        r.id, row_name, to_jsonb(r) - unrecorded
      from old_rows r left join part_counts c on c.part_id = r.part_id;
  else
    insert into changes (operation_id, part_id, part_brand_id, part_product_id, row_id, entity, before, after)
      select (select current_operation()), pair.part_id, c.part_brand_id, c.part_product_id, pair.id, row_name, differing.*
      from (select id, part_id, lag(j) over (partition by id order by side) as o, j as n, side
        from (select r.id, r.part_id, to_jsonb(r) - unrecorded as j, 1 as side from old_rows r
          union all select r.id, r.part_id, to_jsonb(r) - unrecorded, 2 from new_rows r) both_rows) pair
        join part_counts c on c.part_id = pair.part_id, differing(pair.o, pair.n) differing
      where side = 2 and o <> n;
  end if;
  return null;
end $$;

-- Records new applications. An application with nothing but a vehicle is recorded without its empty fields: imports
-- insert millions.
create or replace function record_new_applications() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  insert into changes (operation_id, part_id, part_brand_id, part_product_id, row_id, entity, after)
    select (select current_operation()), r.part_id, c.part_brand_id, c.part_product_id, r.id, 'application',
      case when r.positions = '' and r.note = '' and num_nonnulls(r.quantity, r.from_year, r.until_year) = 0
        then jsonb_build_object('vehicle_id', r.vehicle_id)
        else to_jsonb(r) - array['id', 'part_id'] end
    from new_rows r join part_counts c on c.part_id = r.part_id;
  return null;
end $$;

-- Tallies the recorded changes of a statement, signals the brands and products whose conflicts may differ, and sets
-- updated_at of the parts whose rows were changed. Inserted and deleted rows set it in counts.sql. Conflicts depend on
-- applications and on what decides whether a part is offered. A moved part changes its old brand and product too.
create or replace function follow_changes() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  insert into operation_tallies as t (operation_id, entity, action, part_brand_id, part_product_id, rows)
    select operation_id, entity,
      case when before is null then 'created' when after is null then 'removed' else 'changed' end,
      part_brand_id, part_product_id, count(*)
    from new_rows group by 1, 2, 3, 4, 5
    on conflict on constraint operation_tallies_key do update set rows = t.rows + excluded.rows;
  insert into conflict_signals (part_brand_id, part_product_id)
    select part_brand_id, part_product_id from new_rows
      where part_brand_id is not null and part_product_id is not null and (entity = 'application' or entity = 'part'
        and before is not null and after ?| array['enabled', 'discontinued', 'part_brand_id', 'part_product_id'])
    union
    select coalesce((before ->> 'part_brand_id')::integer, part_brand_id),
        coalesce((before ->> 'part_product_id')::integer, part_product_id)
      from new_rows where entity = 'part' and after ?| array['part_brand_id', 'part_product_id'] and before is not null;
  update part_counts c set updated_at = now(), updated_by = current_person()
    from (select distinct part_id from new_rows where before is not null and after is not null) n
    where c.part_id = n.part_id;
  return null;
end $$;

-- Creates the tables of this month, of the next one, and of each month in the default partition. Drops tables that are
-- older than the given number of months. The sweep of the server calls it (history/sweep.ts).
create or replace function keep_changes(months integer) returns void language plpgsql as $$
declare
  -- Months are in UTC, whatever the time zone of the session.
  this_month date := date_trunc('month', now() at time zone 'UTC');
  one record;
begin
  perform pg_advisory_xact_lock(hashtext('keep_changes'));
  for one in
    select month::date, to_char(month, '"changes_"YYYY_MM') as name,
      month at time zone 'UTC' as starts, (month + interval '1 month') at time zone 'UTC' as ends
    from (select this_month::timestamp as month union select this_month + interval '1 month'
      union select distinct date_trunc('month', at at time zone 'UTC') from changes_of_other_months) needed
    where month >= this_month - make_interval(months => months)
  loop
    continue when to_regclass(one.name) is not null;
    execute format('create table %I (like changes including all)', one.name);
    execute format('with moved as (delete from changes_of_other_months where at >= %L and at < %L returning *)
      insert into %I select * from moved', one.starts, one.ends, one.name);
    execute format('alter table changes attach partition %I for values from (%L) to (%L)', one.name, one.starts, one.ends);
  end loop;
  delete from changes_of_other_months where at < (this_month - make_interval(months => months)) at time zone 'UTC';
  for one in
    select inhrelid::regclass as name from pg_inherits
    where inhparent = 'changes'::regclass and inhrelid::regclass::text ~ '^changes_\d{4}_\d\d$'
      and to_date(inhrelid::regclass::text, '"changes_"YYYY_MM') < this_month - make_interval(months => months)
  loop
    execute format('drop table %s', one.name);
  end loop;
end $$;
