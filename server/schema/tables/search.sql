-- Tables that searches read. Triggers keep them. The brand and product of the part are repeated, so that a scope is
-- compared inside the index.

-- Every number of every part: its code, the codes of its cross references and its bar codes.
create table part_numbers (
  number text collate "C" not null,
  kind text not null,
  part_id integer not null,
  part_brand_id integer not null,
  part_product_id integer not null,
  -- The cross reference or attribute with the number; 0 for the code of the part.
  row_id integer not null
);
create index part_numbers_by_number on part_numbers (kind, number, part_id, part_brand_id, part_product_id);
-- With short lists of pending entries, as those of parts.
create index part_numbers_contain on part_numbers using gin (part_brand_id, number gin_trgm_ops)
  with (gin_pending_list_limit = 256);

-- Words of the description and of the attribute values of a part. A part without words has no row.
create table part_texts (
  part_id integer primary key,
  part_brand_id integer not null,
  part_product_id integer not null,
  words tsvector not null
);
create index part_texts_hold on part_texts using gin (part_brand_id, words) with (gin_pending_list_limit = 256);

-- Parts of each vehicle: part_vehicles without positions, ordered by vehicle.
create table vehicle_parts (
  vehicle_id integer not null,
  part_brand_id integer not null,
  part_product_id integer not null,
  part_id integer not null,
  -- The part is enabled and not discontinued.
  is_offered boolean not null,
  constraint vehicle_parts_pkey primary key (vehicle_id, part_brand_id, part_product_id, part_id) include (is_offered)
);

-- Revision of each table that the vocabulary of the search is read from. A process keeps the vocabulary in memory while
-- the revisions are equal. A row is updated in the transaction of the change, so that a snapshot never has one without
-- the other.
create table vocabulary_revisions (
  source text primary key,
  revision bigint not null
);
