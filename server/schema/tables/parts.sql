-- Parts with their attributes, cross references and applications, and the rows that are derived from them.

create table parts (
  id integer generated always as identity primary key,
  part_brand_id integer not null references part_brands,
  part_product_id integer not null references part_products,
  code text not null,
  observation text not null default '',
  enabled boolean not null default true,
  discontinued boolean not null default false,
  created_at timestamptz not null default now(),
  code_bare text not null generated always as (bare(code)) stored,
  -- Grows when the part itself is saved. A save based on an older version is refused.
  version integer not null default 1,
  is_described boolean not null generated always as (observation <> '') stored,
  -- Fits any vehicle.
  is_universal boolean not null default false,
  constraint parts_code_check check (code_bare <> '')
);
-- The frequency of a piece of a code decides between two plans. The usual sample is too small to estimate it.
alter table parts alter column code_bare set statistics 1000;
create unique index parts_code_key on parts (part_brand_id, part_product_id, code_bare);
-- Orders and filters of the list. Each index ends with the usual order, in which equal rows are shown.
create index parts_by_brand on parts (part_brand_id, created_at, id);
create index parts_by_product on parts (part_brand_id, part_product_id, created_at, id);
create index parts_by_code on parts (part_brand_id, code_bare, created_at, id);
create index parts_by_enabled on parts (part_brand_id, enabled, created_at, id);
create index parts_by_discontinued on parts (part_brand_id, discontinued, created_at, id);
create index parts_by_description on parts (part_brand_id, is_described, created_at, id);
-- Every scan of a GIN index reads its list of pending entries from end to end, so that the list is kept short.
create index parts_code_contains on parts using gin (code_bare gin_trgm_ops) with (gin_pending_list_limit = 256);
-- The few long descriptions are scanned: an index of every piece of them would slow down imports.
create index parts_description_contains on parts using gin (fold(observation) gin_trgm_ops)
  with (gin_pending_list_limit = 256) where length(observation) <= 500;
create index parts_long_description on parts (part_brand_id) where length(observation) > 500;
-- The newest parts of a product, from which suggestions are taken.
create index parts_of_product on parts (part_product_id, id);
-- For searches of a product on a vehicle: universal parts fit it without an application.
create index parts_universal on parts (part_product_id, id) where is_universal;

create table part_attributes (
  id integer generated always as identity primary key,
  part_id integer not null references parts on delete cascade,
  name text not null,
  value text not null,
  unit text not null default ''
);
create unique index part_attributes_name_key on part_attributes (part_id, fold(name));

-- Attributes as lists of parts filter and sort them, kept by triggers. Fields of the part are repeated, so that a page is
-- read in the order of an index. There is no foreign key, as in part_counts.
create table attribute_values (
  part_id integer not null,
  -- Folded, as the text.
  name text not null,
  part_brand_id integer not null,
  part_product_id integer not null,
  created_at timestamptz not null,
  -- In the base unit of its magnitude. Infinity for a text, so that texts come after numbers.
  number numeric not null,
  -- Base unit of the magnitude, or '' without a unit.
  unit text not null,
  text text not null,
  constraint attribute_values_pkey primary key (part_id, name)
);
-- Whole texts may be longer than an entry of an index.
create index attribute_values_in_order on attribute_values
  (part_brand_id, part_product_id, name, number, "left"(text, 100), created_at, part_id);

create table part_crosses (
  id integer generated always as identity primary key,
  part_id integer not null references parts on delete cascade,
  brand text not null,
  code text not null
);
create unique index part_crosses_key on part_crosses (part_id, fold(brand), bare(code));

-- Applications: where a part goes on a vehicle, how many the vehicle takes, and in which of its years.
create table part_vehicles (
  part_id integer not null references parts on delete cascade,
  vehicle_id integer not null references vehicles,
  id integer generated always as identity,
  -- Names of the list of positions, in its order, separated by commas.
  positions text not null default '',
  quantity integer constraint part_vehicles_quantity_check check (quantity between 1 and 999),
  note text not null default '',
  -- Narrower than the years in which the vehicle was sold.
  from_year integer,
  until_year integer,
  constraint part_vehicles_years_check check (from_year <= until_year),
  primary key (part_id, vehicle_id, positions)
);

-- Counts of a part, kept by triggers. They change far more often than the part, and each change would otherwise write all
-- of its indexes. Fields of the part are repeated, so that a list by a count reads this table alone. There is no foreign
-- key: the triggers of parts keep these rows, and checking and cascading would cost every part.
create table part_counts (
  part_id integer primary key,
  part_brand_id integer not null,
  part_product_id integer not null,
  created_at timestamptz not null,
  attributes_count integer not null default 0,
  cross_count integer not null default 0,
  pictures_count integer not null default 0,
  -- Vehicles, not applications: a part fits a vehicle once, in however many positions.
  vehicles_count integer not null default 0,
  updated_at timestamptz not null default now(),
  updated_by integer,
  is_universal boolean not null default false,
  enabled boolean not null default true,
  discontinued boolean not null default false,
  is_described boolean not null default false,
  -- Pictures that are no blueprints, and those of them that are large enough for Mercado Libre.
  photos_count integer not null default 0,
  large_photos_count integer not null default 0,
  barcodes_count integer not null default 0,
  -- Null for parts that were discontinued before this column existed.
  discontinued_at timestamptz,
  -- Attributes that the template requires and the part has not, and attributes that do not fit the template.
  missing_attributes integer not null default 0,
  off_template integer not null default 0,
  -- Gaps as bits. Reads mask them with the requirements of the product, so that a change of the requirements writes no
  -- parts. `BITS` of server/src/parts/gaps.ts has the same bits.
  lacks integer not null generated always as (
    (not is_described)::int
    | ((vehicles_count = 0 and not is_universal)::int << 1)
    | ((attributes_count = 0 or missing_attributes > 0)::int << 2)
    | ((large_photos_count < 1)::int << 3)
    | ((large_photos_count < 2)::int << 4)
    | ((large_photos_count < 3)::int << 5)
    | ((cross_count = 0)::int << 6)
    | ((barcodes_count = 0)::int << 7)
    | ((photos_count = 0)::int << 8)
    | ((not enabled)::int << 9)
    | (discontinued::int << 10)) stored
);
create index part_counts_by_brand on part_counts (part_brand_id, created_at, part_id);
create index part_counts_by_attributes on part_counts (part_brand_id, attributes_count, created_at, part_id);
create index part_counts_by_crosses on part_counts (part_brand_id, cross_count, created_at, part_id);
create index part_counts_by_pictures on part_counts (part_brand_id, pictures_count, created_at, part_id);
create index part_counts_by_vehicles on part_counts (part_brand_id, vehicles_count, created_at, part_id);
create index part_counts_by_update on part_counts (part_brand_id, updated_at, created_at, part_id);
create index part_counts_by_discontinuation on part_counts (part_brand_id, discontinued_at)
  where discontinued_at is not null;
-- Inicio counts parts with values that do not fit the template. Most parts have none and are not in the index.
create index part_counts_off_template on part_counts (part_brand_id, part_product_id) where off_template > 0;
-- Parts of a product with the same gaps are equally complete. Lists by completeness sort these few groups, and read the
-- parts of the groups on the page. The expression is gap_group().
create index part_counts_by_gaps on part_counts
  (part_brand_id, ((part_product_id::bigint << 12) | lacks), created_at, part_id);

-- Parts and applications by brand and product, as the sum of these rows. Statements only insert rows, so that no
-- transaction waits for another one. A cached count is valid while the visible rows are the same. There are no foreign
-- keys: every change to a part would lock the rows of its brand and product.
create table part_tallies (
  id bigint generated always as identity primary key,
  part_brand_id integer not null,
  part_product_id integer not null,
  parts integer not null,
  applications bigint not null,
  without_pictures integer not null,
  without_vehicles integer not null
);
create index part_tallies_by_brand on part_tallies (part_brand_id);
create index part_tallies_by_product on part_tallies (part_product_id);

-- Parts by brand, product and gaps: sums, as in part_tallies.
create table gap_tallies (
  id bigint generated always as identity primary key,
  part_brand_id integer not null,
  part_product_id integer not null,
  lacks integer not null,
  parts integer not null
);
create index gap_tallies_by_brand on gap_tallies (part_brand_id, part_product_id);

-- Groups that lists add up. Rows of part_tallies add no parts here, but new ones invalidate cached counts.
create view listed_gaps as
  select id, part_brand_id, part_product_id, lacks, (part_product_id::bigint << 12) | lacks as gap_group, parts
    from gap_tallies
  union all
  select -id, part_brand_id, part_product_id, null, null, 0 from part_tallies;

-- Enabled parts at the end of each day, how many had no gaps, and how many the file of Mercado Libre published. Days are
-- not computed again when a product requires more later.
create table gap_snapshots (
  day date not null,
  part_brand_id integer not null,
  part_product_id integer not null,
  parts integer not null,
  complete integer not null,
  publishable integer not null,
  constraint gap_snapshots_pkey primary key (day, part_brand_id, part_product_id)
);

-- Decisions of people. There are no foreign keys to parts: a part that is restored from the trash keeps its id, and its
-- decisions apply again. They are deleted when the part can no longer be restored.

-- A vehicle that was suggested for a part, and is not one of its vehicles.
create table rejected_suggestions (
  part_id integer not null,
  vehicle_id integer not null references vehicles on delete cascade,
  rejected_by integer not null references users,
  rejected_at timestamptz not null default now(),
  primary key (part_id, vehicle_id)
);

-- Two parts that may go in the same place of the same vehicles. The smaller id is first.
create table alternatives (
  part_id integer not null,
  other_id integer not null,
  decided_by integer not null references users,
  decided_at timestamptz not null default now(),
  primary key (part_id, other_id),
  constraint alternatives_pair_check check (part_id < other_id)
);

-- Pairs of parts in conflict that are no alternatives, by brand and product. server/src/conflicts counts them.
create table conflict_counts (
  part_brand_id integer not null references part_brands on delete cascade,
  part_product_id integer not null references part_products on delete cascade,
  pairs integer not null default 0,
  primary key (part_brand_id, part_product_id)
);

-- Brands and products to count again: a row for each statement that may have changed their conflicts. Statements only
-- insert rows, so that no transaction waits for another one. The sweep deletes them.
create table conflict_signals (
  id bigint generated always as identity primary key,
  part_brand_id integer not null,
  part_product_id integer not null
);
create index conflict_signals_by_place on conflict_signals (part_brand_id, part_product_id);
