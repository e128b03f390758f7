-- Other names of a product, by which searches find it and imports recognise it.
alter table part_products add column aliases text[] not null default '{}';

-- Revision of each table that the vocabulary of the search is read from. A process keeps the vocabulary in memory while
-- the revisions are equal. A row is updated in the transaction of the change, so that a snapshot never has one without
-- the other.
create table vocabulary_revisions (
  source text primary key,
  revision bigint not null
);

create function revise_vocabulary() returns trigger language plpgsql as $$
begin
  insert into vocabulary_revisions (source, revision) values (tg_table_name, 1)
    on conflict (source) do update set revision = vocabulary_revisions.revision + 1;
  return null;
end $$;
create trigger part_brands_vocabulary after insert or delete or update of name on part_brands
  for each statement execute function revise_vocabulary();
create trigger part_categories_vocabulary after insert or delete or update of name on part_categories
  for each statement execute function revise_vocabulary();
create trigger part_products_vocabulary
  after insert or delete or update of name, aliases, part_category_id, takes_vehicles on part_products
  for each statement execute function revise_vocabulary();
create trigger vehicles_vocabulary after insert or delete or update on vehicles
  for each statement execute function revise_vocabulary();
create trigger vehicle_brand_aliases_vocabulary after insert or delete or update on vehicle_brand_aliases
  for each statement execute function revise_vocabulary();

-- A search that finds nothing looks for its number in the trash.
create index removed_parts_by_number on removed_parts (number_of(bare(code)));

-- Parts that fit any vehicle, for a search of a product on a vehicle that no part names.
create index parts_universal on parts (part_product_id, id) where is_universal;
