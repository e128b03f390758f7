-- Rows that the server keeps for itself. The table `migrations` is created by db/migrate.ts.

create table secrets (
  name text primary key,
  value text not null
);

-- Shipped data that this database already has.
create table loaded_data (
  name text primary key,
  loaded_at timestamptz not null default now(),
  -- Of data that later versions of the product update.
  revision integer not null default 0
);

-- The functions and triggers of this database: their revision and hashes. One row.
create table schema_code (
  revision integer not null,
  functions text not null,
  triggers text not null
);
