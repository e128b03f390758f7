-- The pattern by which the descriptions of the parts of a product are written.
alter table part_products add column description_pattern text not null default '';
