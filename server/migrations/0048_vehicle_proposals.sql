-- Vehicles that people miss in the base. An admin adds each one, chooses another vehicle, or refuses it.
create table vehicle_proposals (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  created_at timestamptz not null default now(),
  brand text not null,
  model_master text not null,
  model text not null,
  version text not null,
  engine_code text not null,
  fuel text not null,
  sold_from_year integer not null,
  sold_until_year integer,
  comment text not null,
  state text not null default 'waiting'
    constraint vehicle_proposals_state_check check (state in ('waiting', 'accepted', 'refused')),
  reason text not null default '',
  -- The vehicle that was added or chosen.
  vehicle_id integer references vehicles on delete set null,
  decided_by integer references users on delete set null,
  decided_at timestamptz,
  -- When the author saw the answer.
  seen_at timestamptz
);
create unique index vehicle_proposals_waiting on vehicle_proposals
  (user_id, fold(brand), fold(model), fold(version), fold(engine_code), fold(fuel), sold_from_year, sold_until_year)
  nulls not distinct
  where state = 'waiting';
create index vehicle_proposals_unseen on vehicle_proposals (user_id) where state <> 'waiting' and seen_at is null;
create index vehicle_proposals_vehicle_id on vehicle_proposals (vehicle_id);

-- Applications that wait for the vehicle. A removed part no longer waits.
create table vehicle_proposal_parts (
  proposal_id integer not null references vehicle_proposals on delete cascade,
  part_id integer not null references parts on delete cascade,
  positions text not null,
  quantity integer,
  note text not null,
  from_year integer,
  until_year integer,
  -- Null while the proposal waits.
  is_linked boolean,
  constraint vehicle_proposal_parts_years_check check (from_year <= until_year),
  primary key (proposal_id, part_id, positions)
);
create index vehicle_proposal_parts_part_id on vehicle_proposal_parts (part_id);
