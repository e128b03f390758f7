-- The first page of each person: how the catalogue grows, and what is new since the last visit.

-- Held to the end: what another process writes meanwhile would not be in the new column.
lock table parts, part_counts, users in share row exclusive mode;

-- How many enabled parts of a brand and product there were at the end of a day, how many lacked nothing, and how many
-- Mercado Libre's file published. Products may ask for more later: what was true then is not judged again.
create table gap_snapshots (
  day date not null,
  part_brand_id integer not null,
  part_product_id integer not null,
  parts integer not null,
  complete integer not null,
  publishable integer not null,
  constraint gap_snapshots_pkey primary key (day, part_brand_id, part_product_id)
);

create or replace function forget_tallies() returns trigger language plpgsql as $$
begin
  execute format('delete from part_tallies where %I = $1', tg_argv[0]) using old.id;
  execute format('delete from gap_tallies where %I = $1', tg_argv[0]) using old.id;
  execute format('delete from gap_snapshots where %I = $1', tg_argv[0]) using old.id;
  return null;
end $$;

-- Since when a part is discontinued. Of those that were so before this column nobody knows.
alter table part_counts add column discontinued_at timestamptz;
create index part_counts_by_discontinuation on part_counts (part_brand_id, discontinued_at)
  where discontinued_at is not null;

create or replace function follow_parts() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  if tg_op = 'INSERT' then
    -- A part that comes back after it was removed is as old as it was.
    insert into part_counts (part_id, part_brand_id, part_product_id, created_at, is_universal, enabled, discontinued,
        is_described, discontinued_at, updated_by)
      select id, part_brand_id, part_product_id, created_at, is_universal, enabled, discontinued, is_described,
        case when discontinued then created_at end, current_person() from new_rows;
    delete from removed_parts where id = any (array(select id from new_rows));
  elsif tg_op = 'UPDATE' then
    update part_counts c set part_brand_id = n.part_brand_id, part_product_id = n.part_product_id,
        created_at = n.created_at, is_universal = n.is_universal, enabled = n.enabled, discontinued = n.discontinued,
        is_described = n.is_described,
        discontinued_at = case when not n.discontinued then null when c.discontinued then c.discontinued_at else now() end
      from new_rows n
      where c.part_id = n.id and (c.part_brand_id, c.part_product_id, c.created_at, c.is_universal, c.enabled,
          c.discontinued, c.is_described)
        <> (n.part_brand_id, n.part_product_id, n.created_at, n.is_universal, n.enabled, n.discontinued, n.is_described);
  else
    delete from part_counts where part_id = any (array(select id from old_rows));
    insert into removed_parts (id, part_brand_id, part_product_id, code, removed_by, operation_id)
      select id, part_brand_id, part_product_id, code, current_person(), (select current_operation()) from old_rows;
  end if;
  return null;
end $$;

-- When a person was last on their first page, and since when things are new to them. Neither is told in the history.
alter table users
  add column visited_at timestamptz,
  add column news_since timestamptz;
drop trigger recorded_insert on users;
drop trigger recorded_update on users;
drop trigger recorded_delete on users;
select record_changes_of('users', 'user', 'password_hash', 'shortcuts', 'visited_at', 'news_since');
