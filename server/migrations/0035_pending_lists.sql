-- Every scan of a GIN index reads its list of pending entries from end to end. A list of the usual 4 MB costs a search
-- more than all the rest of it.
alter index parts_code_contains set (gin_pending_list_limit = 256);
alter index parts_description_contains set (gin_pending_list_limit = 256);
alter index part_numbers_contain set (gin_pending_list_limit = 256);
alter index part_texts_hold set (gin_pending_list_limit = 256);
