-- Brands that a person keeps first in the picker. The default is chosen when the catalog opens without a choice.
create table pinned_brands (
  user_id integer not null references users on delete cascade,
  part_brand_id integer not null references part_brands on delete cascade,
  is_default boolean not null default false,
  primary key (user_id, part_brand_id)
);
create unique index pinned_brands_default_key on pinned_brands (user_id) where is_default;
