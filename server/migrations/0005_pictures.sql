-- The pictures of parts. A file may be shown by several rows; it lives as long as any of them.
create table part_pictures (
  id integer generated always as identity primary key,
  part_id integer not null references parts on delete cascade,
  -- From 1 on, without gaps.
  position integer not null constraint part_pictures_position_check check (position > 0),
  name text not null,
  is_blueprint boolean not null default false,
  width integer not null,
  height integer not null,
  bytes integer not null,
  image_key text not null,
  thumbnail_key text not null,
  constraint part_pictures_position_key unique (part_id, position) deferrable initially immediate
);
create index part_pictures_image_key on part_pictures (image_key);
create index part_pictures_thumbnail_key on part_pictures (thumbnail_key);

create trigger part_pictures_inserted after insert on part_pictures referencing new table as new_rows
  for each statement execute function count_children('pictures_count');
create trigger part_pictures_deleted after delete on part_pictures referencing old table as old_rows
  for each statement execute function count_children('pictures_count');
create trigger part_pictures_moved before update of part_id on part_pictures
  for each row when (old.part_id <> new.part_id) execute function refuse_moving();

-- What was removed can be had back for a day, with its id and its place.
create table removed_part_pictures (
  id integer primary key,
  part_id integer not null references parts on delete cascade,
  position integer not null,
  name text not null,
  is_blueprint boolean not null,
  width integer not null,
  height integer not null,
  bytes integer not null,
  image_key text not null,
  thumbnail_key text not null,
  removed_at timestamptz not null default now()
);
create index removed_part_pictures_part_id on removed_part_pictures (part_id);
create index removed_part_pictures_removed_at on removed_part_pictures (removed_at);

-- One picture a model, whatever its version.
create table vehicle_images (
  brand text not null,
  model text not null,
  image_key text not null,
  primary key (brand, model)
);
create index vehicles_brand_model on vehicles (brand, model);
