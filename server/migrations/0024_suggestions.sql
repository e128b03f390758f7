-- What people have decided about what the catalogue says of itself. A part that is removed may come back with its id, and
-- what was decided on it holds again: so these do not refer to parts. They are swept when it cannot come back any more.

-- A vehicle that a part was suggested for, and that is not one of its vehicles.
create table rejected_suggestions (
  part_id integer not null,
  vehicle_id integer not null references vehicles on delete cascade,
  rejected_by integer not null references users,
  rejected_at timestamptz not null default now(),
  primary key (part_id, vehicle_id)
);

-- Two parts that go in the same place of the same vehicles, and are meant to. The smaller id comes first.
create table alternatives (
  part_id integer not null,
  other_id integer not null,
  decided_by integer not null references users,
  decided_at timestamptz not null default now(),
  primary key (part_id, other_id),
  constraint alternatives_pair_check check (part_id < other_id)
);

-- With the place of the part, which is then compared inside the index: a number that very many parts have costs little to
-- who sees few of them.
drop index part_numbers_by_number;
create index part_numbers_by_number on part_numbers (kind, number, part_id, part_brand_id, part_product_id);
