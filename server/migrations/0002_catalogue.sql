-- A text to be looked for with LIKE, to the letter. Escaped after fold(), which turns some signs into % or _.
create function literal(value text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(value, '([\\%_])', '\\\1', 'g');

-- Codes are compared by their letters and digits alone.
create function bare(value text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(fold(value), '[^[:alnum:]]+', '', 'g');

create table part_brands (
  id integer generated always as identity primary key,
  name text not null
);
create unique index part_brands_name_key on part_brands (fold(name));

create table part_categories (
  id integer generated always as identity primary key,
  name text not null
);
create unique index part_categories_name_key on part_categories (fold(name));

create table part_products (
  id integer generated always as identity primary key,
  part_category_id integer not null references part_categories,
  name text not null,
  mercadolibre_category text constraint part_products_mercadolibre_category_check
    check (mercadolibre_category ~ '^MLA[0-9]+$')
);
create unique index part_products_name_key on part_products (fold(name));
create index part_products_part_category_id on part_products (part_category_id);

-- The leaf categories of Mercado Libre Argentina.
create table mercadolibre_categories (
  id text primary key,
  path text not null
);

-- The extra technical columns of the vehicle base, and which of them matter for each product.
create table vehicle_headers (
  id integer primary key,
  key text not null unique,
  name text not null,
  unit text
);

create table part_product_vehicle_headers (
  part_product_id integer not null references part_products on delete cascade,
  vehicle_header_id integer not null references vehicle_headers,
  primary key (part_product_id, vehicle_header_id)
);

-- The attributes that are usual for a product: suggestions, never a closed list.
create table part_product_attributes (
  part_product_id integer not null references part_products on delete cascade,
  position integer not null,
  name text not null,
  unit text,
  primary key (part_product_id, position)
);

create table vehicles (
  id integer generated always as identity primary key,
  origin text not null,
  brand text not null,
  model text not null,
  model_master text not null,
  version text not null,
  engine_code text not null,
  fuel text not null,
  sold_from_year integer not null,
  sold_until_year integer,
  components jsonb not null,
  constraint vehicles_key unique nulls not distinct
    (brand, model, version, engine_code, fuel, sold_from_year, sold_until_year)
);

create table parts (
  id integer generated always as identity primary key,
  part_brand_id integer not null references part_brands,
  part_product_id integer not null references part_products,
  code text not null,
  observation text not null default '',
  enabled boolean not null default true,
  discontinued boolean not null default false,
  created_at timestamptz not null default now()
);
create unique index parts_code_key on parts (part_brand_id, part_product_id, bare(code));
create index parts_part_product_id on parts (part_product_id);

create table part_vehicles (
  part_id integer not null references parts on delete cascade,
  vehicle_id integer not null references vehicles,
  primary key (part_id, vehicle_id)
);

-- A grant is a brand and, optionally, a category or a product; an empty level means all below it. A product says its
-- category itself, so a grant never names both.
create table grants (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  part_brand_id integer not null references part_brands on delete cascade,
  part_category_id integer references part_categories on delete cascade,
  part_product_id integer references part_products on delete cascade,
  constraint grants_level_check check (part_category_id is null or part_product_id is null),
  constraint grants_key unique nulls not distinct (user_id, part_brand_id, part_category_id, part_product_id)
);

-- Which shipped data this database holds already.
create table loaded_data (
  name text primary key,
  loaded_at timestamptz not null default now()
);
