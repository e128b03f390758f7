-- New products require a bar code, which marketplaces ask for, and neither a description nor cross references. Products
-- that exist keep what they require.
alter table part_products alter column requires set default '{vehicles,attributes,barcode,category}';
