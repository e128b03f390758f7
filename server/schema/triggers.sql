-- All triggers, by table. PostgreSQL fires triggers of the same event in the order of their names: first BEFORE ROW, then
-- AFTER ROW, then AFTER STATEMENT. The order here is the same. docs/triggers.md shows what each of them writes.
--
-- Base tables are before the tables that their triggers write. Writers lock them in the same order, so that an upgrade
-- under load rarely meets a deadlock.
--
-- Not recorded in the log: data that ships with the product (images of vehicles and headers), sessions and jobs.

-- users.
create or replace trigger users_end_sessions after update of role, password_hash, active on users for each row
  when (old.role <> new.role or old.password_hash <> new.password_hash or (old.active and not new.active))
  execute function end_sessions();
create or replace trigger recorded_delete after delete on users referencing old table as old_rows
  for each statement execute function record_changes('user', 'password_hash', 'shortcuts', 'visited_at', 'news_since');
create or replace trigger recorded_insert after insert on users referencing new table as new_rows
  for each statement execute function record_changes('user', 'password_hash', 'shortcuts', 'visited_at', 'news_since');
create or replace trigger recorded_update after update on users
  referencing old table as old_rows new table as new_rows
  for each statement execute function record_changes('user', 'password_hash', 'shortcuts', 'visited_at', 'news_since');

-- grants.
create or replace trigger recorded_delete after delete on grants referencing old table as old_rows
  for each statement execute function record_changes('grant');
create or replace trigger recorded_insert after insert on grants referencing new table as new_rows
  for each statement execute function record_changes('grant');
create or replace trigger recorded_update after update on grants
  referencing old table as old_rows new table as new_rows
  for each statement execute function record_changes('grant');

-- part_brands.
create or replace trigger part_brands_forgotten after delete on part_brands
  for each row execute function forget_tallies('part_brand_id');
create or replace trigger part_brands_vocabulary after insert or delete or update of name on part_brands
  for each statement execute function revise_vocabulary();
create or replace trigger recorded_delete after delete on part_brands referencing old table as old_rows
  for each statement execute function record_changes('brand', 'name_folded');
create or replace trigger recorded_insert after insert on part_brands referencing new table as new_rows
  for each statement execute function record_changes('brand', 'name_folded');
create or replace trigger recorded_update after update on part_brands
  referencing old table as old_rows new table as new_rows
  for each statement execute function record_changes('brand', 'name_folded');

-- part_categories.
create or replace trigger part_categories_vocabulary after insert or delete or update of name on part_categories
  for each statement execute function revise_vocabulary();
create or replace trigger recorded_delete after delete on part_categories referencing old table as old_rows
  for each statement execute function record_changes('category', 'name_folded');
create or replace trigger recorded_insert after insert on part_categories referencing new table as new_rows
  for each statement execute function record_changes('category', 'name_folded');
create or replace trigger recorded_update after update on part_categories
  referencing old table as old_rows new table as new_rows
  for each statement execute function record_changes('category', 'name_folded');

-- part_products.
create or replace trigger part_products_forgotten after delete on part_products
  for each row execute function forget_tallies('part_product_id');
create or replace trigger part_products_updated after update on part_products
  referencing old table as old_rows new table as new_rows
  for each statement execute function follow_products();
create or replace trigger part_products_vocabulary
  after insert or delete or update of name, aliases, part_category_id, takes_vehicles on part_products
  for each statement execute function revise_vocabulary();
create or replace trigger recorded_delete after delete on part_products referencing old table as old_rows
  for each statement execute function
    record_changes('product', 'name_folded', 'required', 'lacks', 'blocking', 'template_version');
create or replace trigger recorded_insert after insert on part_products referencing new table as new_rows
  for each statement execute function
    record_changes('product', 'name_folded', 'required', 'lacks', 'blocking', 'template_version');
create or replace trigger recorded_update after update on part_products
  referencing old table as old_rows new table as new_rows
  for each statement execute function
    record_changes('product', 'name_folded', 'required', 'lacks', 'blocking', 'template_version');

-- part_product_attributes.
create or replace trigger recorded_delete after delete on part_product_attributes referencing old table as old_rows
  for each statement execute function record_changes('template');
create or replace trigger recorded_insert after insert on part_product_attributes referencing new table as new_rows
  for each statement execute function record_changes('template');
create or replace trigger recorded_update after update on part_product_attributes
  referencing old table as old_rows new table as new_rows
  for each statement execute function record_changes('template');

-- part_product_vehicle_headers.
create or replace trigger recorded_delete after delete on part_product_vehicle_headers
  referencing old table as old_rows
  for each statement execute function record_changes('header');
create or replace trigger recorded_insert after insert on part_product_vehicle_headers
  referencing new table as new_rows
  for each statement execute function record_changes('header');
create or replace trigger recorded_update after update on part_product_vehicle_headers
  referencing old table as old_rows new table as new_rows
  for each statement execute function record_changes('header');

-- workbook_mappings. The content of a mapping may have a megabyte: that it was edited shows in updated_at.
create or replace trigger recorded_delete after delete on workbook_mappings referencing old table as old_rows
  for each statement execute function record_changes('mapping', 'mapping', 'user_id', 'used_at');
create or replace trigger recorded_insert after insert on workbook_mappings referencing new table as new_rows
  for each statement execute function record_changes('mapping', 'mapping', 'user_id', 'used_at');
create or replace trigger recorded_update after update on workbook_mappings
  referencing old table as old_rows new table as new_rows
  for each statement execute function record_changes('mapping', 'mapping', 'user_id', 'used_at');

-- vehicles.
create or replace trigger recorded_delete after delete on vehicles referencing old table as old_rows
  for each statement execute function record_changes('vehicle', 'origin_folded', 'brand_folded', 'model_folded', 'model_master_folded', 'version_folded',
  'engine_code_bare', 'fuel_folded');
create or replace trigger recorded_insert after insert on vehicles referencing new table as new_rows
  for each statement execute function record_changes('vehicle', 'origin_folded', 'brand_folded', 'model_folded', 'model_master_folded', 'version_folded',
  'engine_code_bare', 'fuel_folded');
create or replace trigger recorded_update after update on vehicles
  referencing old table as old_rows new table as new_rows
  for each statement execute function record_changes('vehicle', 'origin_folded', 'brand_folded', 'model_folded', 'model_master_folded', 'version_folded',
  'engine_code_bare', 'fuel_folded');
create or replace trigger vehicles_deleted after delete on vehicles referencing old table as old_rows
  for each statement execute function follow_vehicles();
create or replace trigger vehicles_inserted after insert on vehicles referencing new table as new_rows
  for each statement execute function follow_vehicles();
create or replace trigger vehicles_vocabulary after insert or delete or update on vehicles
  for each statement execute function revise_vocabulary();

-- vehicle_brand_aliases.
create or replace trigger recorded_delete after delete on vehicle_brand_aliases referencing old table as old_rows
  for each statement execute function record_changes('alias', 'name_bare');
create or replace trigger recorded_insert after insert on vehicle_brand_aliases referencing new table as new_rows
  for each statement execute function record_changes('alias', 'name_bare');
create or replace trigger recorded_update after update on vehicle_brand_aliases
  referencing old table as old_rows new table as new_rows
  for each statement execute function record_changes('alias', 'name_bare');
create or replace trigger vehicle_brand_aliases_vocabulary after insert or delete or update on vehicle_brand_aliases
  for each statement execute function revise_vocabulary();

-- vehicle_images.
create or replace trigger vehicle_images_released after update or delete on vehicle_images
  for each row execute function release_files('image_key');

-- parts.
create or replace trigger parts_deleted after delete on parts referencing old table as old_rows
  for each statement execute function follow_parts();
create or replace trigger parts_inserted after insert on parts referencing new table as new_rows
  for each statement execute function follow_parts();
create or replace trigger parts_searched_deleted after delete on parts referencing old table as old_rows
  for each statement execute function search_parts();
create or replace trigger parts_searched_inserted after insert on parts referencing new table as new_rows
  for each statement execute function search_parts();
create or replace trigger parts_searched_updated after update on parts
  referencing old table as old_rows new table as new_rows
  for each statement execute function search_parts();
create or replace trigger parts_updated after update on parts referencing new table as new_rows
  for each statement execute function follow_parts();
create or replace trigger recorded_delete after delete on parts referencing old table as old_rows
  for each statement execute function record_changes('part', 'code_bare', 'is_described');
create or replace trigger recorded_insert after insert on parts referencing new table as new_rows
  for each statement execute function record_changes('part', 'code_bare', 'is_described');
create or replace trigger recorded_update after update on parts
  referencing old table as old_rows new table as new_rows
  for each statement execute function record_changes('part', 'code_bare', 'is_described');

-- part_attributes.
create or replace trigger part_attributes_moved before update of part_id on part_attributes for each row
  when (old.part_id <> new.part_id) execute function refuse_moving();
create or replace trigger part_attributes_deleted after delete on part_attributes referencing old table as old_rows
  for each statement execute function follow_attributes();
create or replace trigger part_attributes_inserted after insert on part_attributes referencing new table as new_rows
  for each statement execute function follow_attributes();
create or replace trigger part_attributes_listed_deleted after delete on part_attributes
  referencing old table as old_rows
  for each statement execute function list_attributes();
create or replace trigger part_attributes_listed_inserted after insert on part_attributes
  referencing new table as new_rows
  for each statement execute function list_attributes();
create or replace trigger part_attributes_listed_updated after update on part_attributes
  referencing old table as old_rows new table as new_rows
  for each statement execute function list_attributes();
create or replace trigger part_attributes_searched_deleted after delete on part_attributes
  referencing old table as old_rows
  for each statement execute function search_attributes();
create or replace trigger part_attributes_searched_inserted after insert on part_attributes
  referencing new table as new_rows
  for each statement execute function search_attributes();
create or replace trigger part_attributes_searched_updated after update on part_attributes
  referencing old table as old_rows new table as new_rows
  for each statement execute function search_attributes();
create or replace trigger part_attributes_updated after update on part_attributes
  referencing old table as old_rows new table as new_rows
  for each statement execute function follow_attributes();
create or replace trigger recorded_delete after delete on part_attributes referencing old table as old_rows
  for each statement execute function record_changes_of_part('attribute');
create or replace trigger recorded_insert after insert on part_attributes referencing new table as new_rows
  for each statement execute function record_changes_of_part('attribute');
create or replace trigger recorded_update after update on part_attributes
  referencing old table as old_rows new table as new_rows
  for each statement execute function record_changes_of_part('attribute');

-- part_crosses.
create or replace trigger part_crosses_moved before update of part_id on part_crosses for each row
  when (old.part_id <> new.part_id) execute function refuse_moving();
create or replace trigger part_crosses_deleted after delete on part_crosses referencing old table as old_rows
  for each statement execute function follow_crosses();
create or replace trigger part_crosses_inserted after insert on part_crosses referencing new table as new_rows
  for each statement execute function follow_crosses();
create or replace trigger part_crosses_searched_deleted after delete on part_crosses referencing old table as old_rows
  for each statement execute function search_crosses();
create or replace trigger part_crosses_searched_inserted after insert on part_crosses
  referencing new table as new_rows
  for each statement execute function search_crosses();
create or replace trigger part_crosses_searched_updated after update on part_crosses
  referencing old table as old_rows new table as new_rows
  for each statement execute function search_crosses();
create or replace trigger recorded_delete after delete on part_crosses referencing old table as old_rows
  for each statement execute function record_changes_of_part('cross');
create or replace trigger recorded_insert after insert on part_crosses referencing new table as new_rows
  for each statement execute function record_changes_of_part('cross');
create or replace trigger recorded_update after update on part_crosses
  referencing old table as old_rows new table as new_rows
  for each statement execute function record_changes_of_part('cross');

-- part_vehicles: part_vehicles_limited reads the vehicles that part_vehicles_inserted has counted.
create or replace trigger part_vehicles_moved before update of part_id on part_vehicles for each row
  when (old.part_id <> new.part_id) execute function refuse_moving();
create or replace trigger part_vehicles_deleted after delete on part_vehicles referencing old table as old_rows
  for each statement execute function follow_applications();
create or replace trigger part_vehicles_inserted after insert on part_vehicles referencing new table as new_rows
  for each statement execute function follow_applications();
create or replace trigger part_vehicles_limited after insert on part_vehicles referencing new table as new_rows
  for each statement execute function limit_applications();
create or replace trigger part_vehicles_updated after update on part_vehicles
  referencing old table as old_rows new table as new_rows
  for each statement execute function follow_applications();
create or replace trigger recorded_delete after delete on part_vehicles referencing old table as old_rows
  for each statement execute function record_changes_of_part('application');
create or replace trigger recorded_insert after insert on part_vehicles referencing new table as new_rows
  for each statement execute function record_new_applications();
create or replace trigger recorded_update after update on part_vehicles
  referencing old table as old_rows new table as new_rows
  for each statement execute function record_changes_of_part('application');

-- part_pictures.
create or replace trigger part_pictures_moved before update of part_id on part_pictures for each row
  when (old.part_id <> new.part_id) execute function refuse_moving();
create or replace trigger part_pictures_released after delete on part_pictures
  for each row execute function release_files('image_key', 'thumbnail_key');
create or replace trigger part_pictures_deleted after delete on part_pictures referencing old table as old_rows
  for each statement execute function follow_pictures();
create or replace trigger part_pictures_inserted after insert on part_pictures referencing new table as new_rows
  for each statement execute function follow_pictures();
create or replace trigger part_pictures_updated after update on part_pictures
  referencing old table as old_rows new table as new_rows
  for each statement execute function follow_pictures();
create or replace trigger recorded_delete after delete on part_pictures referencing old table as old_rows
  for each statement execute function record_changes_of_part('picture');
create or replace trigger recorded_insert after insert on part_pictures referencing new table as new_rows
  for each statement execute function record_changes_of_part('picture');
create or replace trigger recorded_update after update on part_pictures
  referencing old table as old_rows new table as new_rows
  for each statement execute function record_changes_of_part('picture');

-- part_counts: the template counts are set before the row is stored, so that `lacks` includes them.
create or replace trigger part_counts_moved before update of part_product_id on part_counts for each row
  when (old.part_product_id <> new.part_product_id) execute function follow_template();
create or replace trigger part_counts_templated before insert on part_counts
  for each row execute function follow_template();
create or replace trigger part_counts_attributes_limit after update on part_counts for each row
  when (new.attributes_count > 500 and new.attributes_count > old.attributes_count)
  execute function refuse_rows('part_attributes_limit');
create or replace trigger part_counts_crosses_limit after update on part_counts for each row
  when (new.cross_count > 2000 and new.cross_count > old.cross_count)
  execute function refuse_rows('part_crosses_limit');
create or replace trigger part_counts_deleted after delete on part_counts referencing old table as old_rows
  for each statement execute function tally_parts();
create or replace trigger part_counts_gaps_deleted after delete on part_counts referencing old table as old_rows
  for each statement execute function tally_gaps();
create or replace trigger part_counts_gaps_inserted after insert on part_counts referencing new table as new_rows
  for each statement execute function tally_gaps();
create or replace trigger part_counts_gaps_updated after update on part_counts
  referencing old table as old_rows new table as new_rows
  for each statement execute function tally_gaps();
create or replace trigger part_counts_inserted after insert on part_counts referencing new table as new_rows
  for each statement execute function tally_parts();
create or replace trigger part_counts_updated after update on part_counts
  referencing old table as old_rows new table as new_rows
  for each statement execute function tally_parts();

-- changes.
create or replace trigger changes_inserted after insert on changes referencing new table as new_rows
  for each statement execute function follow_changes();
