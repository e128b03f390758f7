-- From here on migrations contain only differences of tables and rows. Functions and triggers are declared in
-- server/schema and replaced from there (db/code.ts). This table has the revision and hashes of those in the database.
create table schema_code (
  revision integer not null,
  functions text not null,
  triggers text not null
);
