-- Every change to the catalogue and to accounts, with who made it and in which act, so that it can be told and undone.

-- One act: a call, an import, an undo, or something that nobody said. It is written with its first change.
create table operations (
  id integer generated always as identity primary key,
  user_id integer,
  -- The call ("parts.update"), or "import", "undo", "demo", "reference", "sql".
  what text not null,
  kind text not null generated always as (case
    when what in ('import', 'undo', 'bulk') then what
    when what like '%.restore' then 'restore'
    when user_id is null then 'system'
    else 'screen' end) stored,
  -- It may be forgotten before this one.
  undoes integer,
  at timestamptz not null default now()
);
create index operations_by_moment on operations (at, id);
create index operations_by_person on operations (user_id, at, id);
create index operations_undone on operations (undoes) where undoes is not null;

-- What an operation did to a row. A new row has no `before`, a removed one no `after`; of a changed one both hold only
-- what differs. There are no foreign keys: a change outlives its row, and a month of changes is dropped as a table.
create sequence changes_id_seq;
create table changes (
  id bigint not null default nextval('changes_id_seq'),
  operation_id integer not null,
  at timestamptz not null default now(),
  -- Transactions do not commit in the order of `id`. A reader that stops below pg_snapshot_xmin() misses none.
  xid xid8 not null default pg_current_xact_id(),
  -- The part that the row belongs to, and its place after the change.
  part_id integer,
  part_brand_id integer,
  part_product_id integer,
  row_id integer not null,
  entity text not null,
  before jsonb,
  after jsonb
) partition by range (at);
alter sequence changes_id_seq owned by changes.id;
create index changes_by_id on changes (id);
create index changes_of_part on changes (part_id, id);
create index changes_of_operation on changes (operation_id, part_id, id);

-- Takes the rows of months that have no table yet.
create table changes_of_other_months partition of changes default;

-- Makes a table for this month, the next one, and each month that rows of the default partition are from. Drops the
-- tables that are older than some months.
create function keep_changes(months integer) returns void language plpgsql as $$
declare
  -- Months are those of UTC, wherever the session is.
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
select keep_changes(12);

-- How many rows of each kind an operation has created, changed and removed, by the place of their part.
create table operation_tallies (
  operation_id integer not null,
  entity text not null,
  action text not null,
  part_brand_id integer,
  part_product_id integer,
  rows integer not null,
  constraint operation_tallies_key unique nulls not distinct (operation_id, entity, action, part_brand_id, part_product_id)
);
create index operation_tallies_by_brand on operation_tallies (part_brand_id, operation_id);

-- Parts that were removed, until they cannot come back any more.
create table removed_parts (
  id integer primary key,
  part_brand_id integer not null,
  part_product_id integer not null,
  code text not null,
  removed_at timestamptz not null default now(),
  removed_by integer,
  operation_id integer not null
);
create index removed_parts_by_moment on removed_parts (removed_at, id);
create index removed_parts_by_brand on removed_parts (part_brand_id, removed_at, id);

-- Who changes something now. Those who do not say it are recorded as nobody.
create function current_person() returns integer language sql stable
  return nullif(current_setting('piezario.user', true), '')::integer;

-- The operation of this transaction. A job names its own; a call gets one with its first change.
create function current_operation() returns integer language plpgsql as $$
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

-- The functions below join the rows of a statement with part_counts. The planner does not know how few they are, and would
-- read the whole table to hash it.

-- Adds up what a statement recorded, and notes the moment and the person in the parts of changed rows. The counts of a
-- part note it when its rows come and go.
create function follow_changes() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  insert into operation_tallies as t (operation_id, entity, action, part_brand_id, part_product_id, rows)
    select operation_id, entity,
      case when before is null then 'created' when after is null then 'removed' else 'changed' end,
      part_brand_id, part_product_id, count(*)
    from new_rows group by 1, 2, 3, 4, 5
    on conflict on constraint operation_tallies_key do update set rows = t.rows + excluded.rows;
  update part_counts c set updated_at = now(), updated_by = current_person()
    from (select distinct part_id from new_rows where before is not null and after is not null) n
    where c.part_id = n.part_id;
  return null;
end $$;
create trigger changes_inserted after insert on changes referencing new table as new_rows
  for each statement execute function follow_changes();

-- Records what a statement did to a table of its own place: parts and what is not of a part. The arguments are the name
-- of its rows, and the columns that are not told: those that are computed, and those that are secret. A version that
-- grows is no change by itself.
create function record_changes() returns trigger language plpgsql as $$
declare
  row_name text := tg_argv[0];
  untold text[] := array['id'] || tg_argv[1:];
begin
  if tg_op = 'INSERT' then
    insert into changes (operation_id, part_id, part_brand_id, part_product_id, row_id, entity, after)
      select (select current_operation()), place.*, n.id, row_name, n.j - 'version'
      from (select r.id, to_jsonb(r) - untold as j from new_rows r) n, place_of(row_name, n.id, n.j) place;
  elsif tg_op = 'DELETE' then
    insert into changes (operation_id, part_id, part_brand_id, part_product_id, row_id, entity, before)
      select (select current_operation()), place.*, o.id, row_name, o.j
      from (select r.id, to_jsonb(r) - untold as j from old_rows r) o, place_of(row_name, o.id, o.j) place;
  else
    -- Not a join of old and new rows: a plan that was made for one would compare each of many with every other.
    insert into changes (operation_id, part_id, part_brand_id, part_product_id, row_id, entity, before, after)
      select (select current_operation()), place.*, pair.id, row_name, differing.*
      from (select id, lag(j) over (partition by id order by side) as o, j as n, side
        from (select r.id, to_jsonb(r) - untold - 'version' as j, 1 as side from old_rows r
          union all select r.id, to_jsonb(r) - untold - 'version', 2 from new_rows r) both_rows) pair,
        place_of(row_name, pair.id, pair.n) place, differing(pair.o, pair.n) differing
      where side = 2 and o <> n;
  end if;
  return null;
end $$;

-- The brand and product of a row, and its part if it is one.
create function place_of(name text, id integer, recorded jsonb)
  returns table (part_id integer, part_brand_id integer, part_product_id integer) language sql immutable as $$
  select case name when 'part' then id end,
    case name when 'brand' then id else (recorded ->> 'part_brand_id')::integer end,
    case name when 'product' then id else (recorded ->> 'part_product_id')::integer end
$$;

-- The fields of two rows that are not equal, as they were and as they are.
create function differing(o jsonb, n jsonb) returns table (before jsonb, after jsonb) language sql immutable as $$
  select jsonb_object_agg(key, value), jsonb_object_agg(key, n -> key)
  from jsonb_each(o) where value is distinct from n -> key
$$;

-- The same for the rows of a part, which are in its place. When both are removed in one statement, the part is gone before
-- its rows are recorded.
create function record_changes_of_part() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  row_name text := tg_argv[0];
  untold text[] := array['id', 'part_id'] || tg_argv[1:];
begin
  if tg_op = 'INSERT' then
    insert into changes (operation_id, part_id, part_brand_id, part_product_id, row_id, entity, after)
      select (select current_operation()), r.part_id, c.part_brand_id, c.part_product_id, r.id, row_name, to_jsonb(r) - untold
      from new_rows r join part_counts c on c.part_id = r.part_id;
  elsif tg_op = 'DELETE' then
    if not exists (select from old_rows) then return null; end if;
    insert into changes (operation_id, part_id, part_brand_id, part_product_id, row_id, entity, before)
      select (select current_operation()), r.part_id,
        coalesce(c.part_brand_id, (select gone.part_brand_id from removed_parts gone where gone.id = r.part_id)),
        coalesce(c.part_product_id, (select gone.part_product_id from removed_parts gone where gone.id = r.part_id)),
        r.id, row_name, to_jsonb(r) - untold
      from old_rows r left join part_counts c on c.part_id = r.part_id;
  else
    insert into changes (operation_id, part_id, part_brand_id, part_product_id, row_id, entity, before, after)
      select (select current_operation()), pair.part_id, c.part_brand_id, c.part_product_id, pair.id, row_name, differing.*
      from (select id, part_id, lag(j) over (partition by id order by side) as o, j as n, side
        from (select r.id, r.part_id, to_jsonb(r) - untold as j, 1 as side from old_rows r
          union all select r.id, r.part_id, to_jsonb(r) - untold, 2 from new_rows r) both_rows) pair
        join part_counts c on c.part_id = pair.part_id, differing(pair.o, pair.n) differing
      where side = 2 and o <> n;
  end if;
  return null;
end $$;

-- What a job has changed.
alter table jobs add column operation_id integer references operations on delete set null;
create index jobs_operation_id on jobs (operation_id);

-- The undoing of an operation, and what became of each part. It goes through the parts in the order of their ids.
create table undos (
  id integer primary key references jobs,
  undoes integer not null,
  last_part integer not null default 0,
  undone integer not null default 0,
  kept integer not null default 0,
  impossible integer not null default 0
);
create table undo_results (
  id integer generated always as identity primary key,
  undo_id integer not null references undos on delete cascade,
  part_id integer not null,
  outcome text not null constraint undo_results_outcome_check check (outcome in ('undone', 'kept', 'impossible')),
  part_brand_id integer not null,
  part_product_id integer not null,
  code text not null,
  detail text not null,
  changed_by integer,
  changed_at timestamptz
);
create index undo_results_undo_id on undo_results (undo_id, id);

-- Rows have an id, by which their changes name them.
alter table part_vehicles add column id integer generated always as identity;
alter table part_product_vehicle_headers add column id integer generated always as identity;

alter table part_counts
  add column updated_at timestamptz,
  add column updated_by integer;
-- Rewrites the table once and fires no triggers, as an update would.
alter table part_counts alter column updated_at type timestamptz using created_at;
alter table part_counts
  alter column updated_at set not null,
  alter column updated_at set default now(),
  -- The triggers of parts keep these rows. To check and to cascade would cost every part.
  drop constraint part_counts_part_id_fkey;
create index part_counts_by_update on part_counts (part_brand_id, updated_at, created_at, part_id);

-- Every part has its row of counts, in the part's place; when it goes, it leaves one in `removed_parts`. What a list
-- shows of a changed part is tallied with the moment of its change, which follow_changes() writes.
create or replace function follow_parts() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  if tg_op = 'INSERT' then
    insert into part_counts (part_id, part_brand_id, part_product_id, created_at, updated_by)
      select id, part_brand_id, part_product_id, created_at, current_person() from new_rows;
    delete from removed_parts where id = any (array(select id from new_rows));
  elsif tg_op = 'UPDATE' then
    update part_counts c set part_brand_id = n.part_brand_id, part_product_id = n.part_product_id, created_at = n.created_at
      from new_rows n
      where c.part_id = n.id
        and (c.part_brand_id, c.part_product_id, c.created_at) <> (n.part_brand_id, n.part_product_id, n.created_at);
  else
    delete from part_counts where part_id = any (array(select id from old_rows));
    insert into removed_parts (id, part_brand_id, part_product_id, code, removed_by, operation_id)
      select id, part_brand_id, part_product_id, code, current_person(), (select current_operation()) from old_rows;
  end if;
  return null;
end $$;
create trigger parts_deleted after delete on parts referencing old table as old_rows
  for each statement execute function follow_parts();

-- As before, but planned once, and with the moment of the change. The parts are not locked in one order first, which took
-- a third of the time: writers hold the parts themselves, and two that collide are tried again.
create or replace function count_children() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  if tg_op = 'DELETE' then
    if not exists (select from old_rows) then return null; end if;
    update part_counts c set
      attributes_count = attributes_count - case tg_argv[0] when 'attributes_count' then n else 0 end,
      cross_count = cross_count - case tg_argv[0] when 'cross_count' then n else 0 end,
      pictures_count = pictures_count - case tg_argv[0] when 'pictures_count' then n else 0 end,
      vehicles_count = vehicles_count - case tg_argv[0] when 'vehicles_count' then n else 0 end,
      updated_at = now(), updated_by = current_person()
    from (select part_id, count(*) as n from old_rows group by part_id) gone where c.part_id = gone.part_id;
  else
    update part_counts c set
      attributes_count = attributes_count + case tg_argv[0] when 'attributes_count' then n else 0 end,
      cross_count = cross_count + case tg_argv[0] when 'cross_count' then n else 0 end,
      pictures_count = pictures_count + case tg_argv[0] when 'pictures_count' then n else 0 end,
      vehicles_count = vehicles_count + case tg_argv[0] when 'vehicles_count' then n else 0 end,
      updated_at = now(), updated_by = current_person()
    from (select part_id, count(*) as n from new_rows group by part_id) come where c.part_id = come.part_id;
  end if;
  return null;
end $$;

-- Pictures that were removed in the last day become changes like any other.
with operation as (
  insert into operations (what) select 'pictures.remove' where exists (select from removed_part_pictures) returning id)
insert into changes (operation_id, at, part_id, part_brand_id, part_product_id, row_id, entity, before)
  select operation.id, removed_at, part_id, part_brand_id, part_product_id, r.id, 'picture',
    to_jsonb(r) - array['id', 'part_id', 'removed_at']
  from removed_part_pictures r join part_counts using (part_id), operation;
drop table removed_part_pictures;

-- A table is recorded from here on: the name of its rows, and the columns that are not told.
create function record_changes_of(recorded regclass, name text, variadic untold text[] default '{}') returns void
  language plpgsql as $$
declare
  event record;
  is_of_part boolean := exists (select from pg_attribute where attrelid = recorded and attname = 'part_id');
begin
  for event in select * from (values
    ('insert', 'new table as new_rows'),
    ('update', 'old table as old_rows new table as new_rows'),
    ('delete', 'old table as old_rows')) events (event, tables)
  loop
    execute format('create trigger %I after %s on %s referencing %s for each statement execute function %I(%s)',
      'recorded_' || event.event, event.event, recorded, event.tables,
      case when is_of_part then 'record_changes_of_part' else 'record_changes' end,
      (select string_agg(quote_literal(argument), ', ') from unnest(array[name] || untold) argument));
  end loop;
end $$;
select record_changes_of('parts', 'part', 'code_bare', 'is_described');
select record_changes_of('part_attributes', 'attribute');
select record_changes_of('part_crosses', 'cross');
select record_changes_of('part_vehicles', 'application');
select record_changes_of('part_pictures', 'picture');
select record_changes_of('part_brands', 'brand', 'name_folded');
select record_changes_of('part_categories', 'category', 'name_folded');
select record_changes_of('part_products', 'product', 'name_folded');
select record_changes_of('part_product_vehicle_headers', 'header');
select record_changes_of('grants', 'grant');
select record_changes_of('users', 'user', 'password_hash', 'shortcuts');
-- Not recorded: what comes with the product (vehicles, their images, the usual attributes), sessions and jobs.

analyze part_counts;
