-- Inicio counts parts with values that do not fit the template.
create index part_counts_off_template on part_counts (part_brand_id, part_product_id) where off_template > 0;
