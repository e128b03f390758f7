-- The search reads lines in the application, with a vocabulary in memory. Nothing reads these any more.
alter table vehicles drop column words, drop column name_words;
alter table part_products drop column words;
alter table part_categories drop column words;
alter table part_brands drop column words;
drop function is_misspelt(text, text);
