-- A brand's parts by code, the order most asked for after the default one: at 300,000 parts the page takes 0.5 ms
-- instead of 60.
create index parts_by_code on parts (part_brand_id, code_bare, id);
