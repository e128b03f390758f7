-- An import can apply its review by itself when nothing in it needs a person. It is cleared once the review waits for one.
alter table imports add auto_apply boolean not null default false;

-- The stored values of the fields that belong together with the changed one, such as the unit of a value.
alter table import_changes add beside jsonb;

-- A part that is created again comes back from the trash.
create index removed_parts_by_code on removed_parts (part_brand_id, bare(code));
