-- What lists compare and sort by, computed once: at a million parts it cannot be computed for every row of a list.
alter table part_brands add column name_folded text not null generated always as (fold(name)) stored;
alter table part_categories add column name_folded text not null generated always as (fold(name)) stored;
alter table part_products add column name_folded text not null generated always as (fold(name)) stored;

drop index parts_code_key;
alter table parts
  add column code_bare text not null generated always as (bare(code)) stored,
  add constraint parts_code_check check (code_bare <> ''),
  -- Grows when the part itself is saved, so that whoever saves an older one is told.
  add column version integer not null default 1,
  add column attributes_count integer not null default 0,
  add column cross_count integer not null default 0,
  add column pictures_count integer not null default 0,
  add column vehicles_count integer not null default 0;
create unique index parts_code_key on parts (part_brand_id, part_product_id, code_bare);
create index parts_by_brand on parts (part_brand_id, created_at, id);
create index parts_by_product on parts (part_brand_id, part_product_id, created_at, id);
create index parts_code_contains on parts using gin (code_bare gin_trgm_ops);

create table part_attributes (
  id integer generated always as identity primary key,
  part_id integer not null references parts on delete cascade,
  name text not null,
  value text not null,
  unit text not null default ''
);
create unique index part_attributes_name_key on part_attributes (part_id, fold(name));

create table part_crosses (
  id integer generated always as identity primary key,
  part_id integer not null references parts on delete cascade,
  brand text not null,
  code text not null
);
create unique index part_crosses_key on part_crosses (part_id, fold(brand), bare(code));

create index part_vehicles_vehicle_id on part_vehicles (vehicle_id);

-- Keeps a counter of `parts` (the argument) in step with the rows of a table that have its part_id. Once a statement,
-- not once a row: bulk changes cost half as much. The parts are held in one order first, so that two bulk changes to
-- the same ones take turns.
create function count_children() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform from parts where id in (select part_id from old_rows) order by id for no key update;
    execute format('update parts set %1$I = %1$I - gone.n
      from (select part_id, count(*) as n from old_rows group by part_id) gone where parts.id = gone.part_id', tg_argv[0]);
  else
    perform from parts where id in (select part_id from new_rows) order by id for no key update;
    execute format('update parts set %1$I = %1$I + come.n
      from (select part_id, count(*) as n from new_rows group by part_id) come where parts.id = come.part_id', tg_argv[0]);
  end if;
  return null;
end $$;

create trigger part_attributes_inserted after insert on part_attributes referencing new table as new_rows
  for each statement execute function count_children('attributes_count');
create trigger part_attributes_deleted after delete on part_attributes referencing old table as old_rows
  for each statement execute function count_children('attributes_count');

create trigger part_crosses_inserted after insert on part_crosses referencing new table as new_rows
  for each statement execute function count_children('cross_count');
create trigger part_crosses_deleted after delete on part_crosses referencing old table as old_rows
  for each statement execute function count_children('cross_count');

create trigger part_vehicles_inserted after insert on part_vehicles referencing new table as new_rows
  for each statement execute function count_children('vehicles_count');
create trigger part_vehicles_deleted after delete on part_vehicles referencing old table as old_rows
  for each statement execute function count_children('vehicles_count');

-- A child stays with its part, so that inserting and deleting are all there is to count.
create function refuse_moving() returns trigger language plpgsql as $$
begin
  raise exception 'a child does not move to another part';
end $$;
create trigger part_attributes_moved before update of part_id on part_attributes
  for each row when (old.part_id <> new.part_id) execute function refuse_moving();
create trigger part_crosses_moved before update of part_id on part_crosses
  for each row when (old.part_id <> new.part_id) execute function refuse_moving();
create trigger part_vehicles_moved before update of part_id on part_vehicles
  for each row when (old.part_id <> new.part_id) execute function refuse_moving();
