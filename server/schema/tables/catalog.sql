-- Brands, categories and products, with the template of each product.

create table part_brands (
  id integer generated always as identity primary key,
  name text not null,
  name_folded text not null generated always as (fold(name)) stored
);
create unique index part_brands_name_key on part_brands (fold(name));

create table part_categories (
  id integer generated always as identity primary key,
  name text not null,
  name_folded text not null generated always as (fold(name)) stored
);
create unique index part_categories_name_key on part_categories (fold(name));

create table part_products (
  id integer generated always as identity primary key,
  part_category_id integer not null references part_categories,
  name text not null,
  mercadolibre_category text constraint part_products_mercadolibre_category_check
    check (mercadolibre_category ~ '^MLA[0-9]+$'),
  name_folded text not null generated always as (fold(name)) stored,
  -- False for oils and lamps, which fit anything.
  takes_vehicles boolean not null default true,
  -- Fields that a part of the product needs to be complete.
  requires text[] not null default '{vehicles,attributes,barcode,category}'
    constraint part_products_requires_check
      check (requires <@ '{observation,vehicles,attributes,crosses,barcode,category}'::text[]),
  photos_required integer not null default 1
    constraint part_products_photos_required_check check (photos_required between 0 and 3),
  -- Bits as in part_counts.lacks: required of a part, lacking in the product itself, blocking in Mercado Libre.
  required integer not null generated always as (
    ('observation' = any (requires))::int
    | (('vehicles' = any (requires) and takes_vehicles)::int << 1)
    | (('attributes' = any (requires))::int << 2)
    | ((photos_required > 0)::int << (2 + photos_required))
    | (('crosses' = any (requires))::int << 6)
    | (('barcode' = any (requires))::int << 7)
    | (('category' = any (requires))::int << 11)) stored,
  lacks integer not null generated always as ((mercadolibre_category is null)::int << 11) stored,
  blocking integer not null generated always as (
    (takes_vehicles::int << 1) | (1 << 8) | (1 << 9) | (1 << 10) | (1 << 11)) stored,
  -- Grows with every save of the template. A save based on an older version is refused.
  template_version integer not null default 0,
  -- Other names, by which searches find the product and imports recognize it.
  aliases text[] not null default '{}',
  -- Pattern of the descriptions of its parts; '' for the suggested one.
  description_pattern text not null default ''
);
create unique index part_products_name_key on part_products (fold(name));
create index part_products_part_category_id on part_products (part_category_id);

-- Template of a product: how the attributes of its parts are written, and which of them a part needs.
create table part_product_attributes (
  part_product_id integer not null references part_products on delete cascade,
  position integer not null,
  name text not null,
  unit text not null default '',
  id integer generated always as identity primary key,
  -- Other names by which imports recognize the attribute.
  aliases text[] not null default '{}',
  type text not null default 'text' constraint part_product_attributes_type_check
    check (type in ('number', 'text', 'list', 'flag')),
  -- Units that an import converts, with their size in `unit`: [{"unit": "cm", "factor": 10}].
  units jsonb not null default '[]',
  importance text not null default 'recommended' constraint part_product_attributes_importance_check
    check (importance in ('required', 'recommended')),
  values text[] not null default '{}',
  min numeric,
  max numeric,
  mercadolibre_id text,
  -- A value that does not fit is refused.
  is_strict boolean not null default false,
  constraint part_product_attributes_range_check check (min <= max)
);
create unique index part_product_attributes_name_key on part_product_attributes (part_product_id, fold(name));
-- Most products require no attribute.
create index part_product_attributes_required on part_product_attributes (part_product_id) where importance = 'required';

-- Leaf categories of Mercado Libre Argentina.
create table mercadolibre_categories (
  id text primary key,
  path text not null
);

-- Extra technical columns of the vehicle base, and the products that each of them matters for.
create table vehicle_headers (
  id integer primary key,
  key text not null unique,
  name text not null,
  unit text
);

create table part_product_vehicle_headers (
  part_product_id integer not null references part_products on delete cascade,
  vehicle_header_id integer not null references vehicle_headers,
  id integer generated always as identity,
  primary key (part_product_id, vehicle_header_id)
);

-- A brand and, optionally, a category or a product that a person may see. An empty level means all below it. A product
-- implies its category, so that a grant never has both.
create table grants (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  part_brand_id integer not null references part_brands on delete cascade,
  part_category_id integer references part_categories on delete cascade,
  part_product_id integer references part_products on delete cascade,
  constraint grants_level_check check (part_category_id is null or part_product_id is null),
  constraint grants_key unique nulls not distinct (user_id, part_brand_id, part_category_id, part_product_id)
);

-- Brands that a person keeps first in the picker. The default is selected when the catalog opens without a brand.
create table pinned_brands (
  user_id integer not null references users on delete cascade,
  part_brand_id integer not null references part_brands on delete cascade,
  is_default boolean not null default false,
  primary key (user_id, part_brand_id)
);
create unique index pinned_brands_default_key on pinned_brands (user_id) where is_default;
