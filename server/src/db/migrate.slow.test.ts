import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { createDatabase, direct, EMPTY, withClient, withDb } from '../testing/database.ts';
import { recount } from '../testing/recount.ts';
import { describeSchema } from '../testing/schema.ts';
import { hash, readCode } from './code.ts';
import { applyMigration, createMigrationsTable, migrate, readMigrations } from './migrate.ts';

/** Creates a database with the migrations up to a version. */
async function createVersion(version: number) {
  const connection = await createDatabase({ template: EMPTY });
  const migrations = await readMigrations();
  await withClient(connection, async (client) => {
    await createMigrationsTable(client);
    for (const migration of migrations.slice(0, version)) await applyMigration(client, migration);
  });
  return connection;
}

/** Creates a database with the migrations before the one with this name. */
const createBefore = async (name: string) =>
  createVersion((await readMigrations()).findIndex((migration) => migration.name.endsWith(`_${name}.sql`)));

const readFixture = (version: number) =>
  readFile(new URL(`fixtures/${`${version}`.padStart(4, '0')}.sql`, import.meta.url), 'utf8');

/** Runs a statement, and repeats it after a deadlock with the migration, as the server does. */
async function retried(client: pg.Client, statement: string): Promise<void> {
  try {
    await client.query(statement);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '40P01') throw error;
    await retried(client, statement);
  }
}

test('four processes that start at once on an empty database all succeed', async () => {
  const connection = await createDatabase({ template: EMPTY });
  await Promise.all([migrate(connection), migrate(connection), migrate(connection), migrate(connection)]);
  const { rows } = await withClient(connection, (client) =>
    client.query('select version from migrations order by version'),
  );
  expect(rows.map(({ version }) => version)).toEqual(rows.map((_, index) => index + 1));
  expect(rows.length).toBeGreaterThan(0);
});

test('a database with the former contents of a migration gets the same schema', async () => {
  const connection = await createVersion(33);
  await withClient(connection, async (client) => {
    await client.query('alter table import_errors add column title text');
    await client.query(`update migrations
      set checksum = '160b393da43d5832ba9e062465b03a263fdc15cf2eb778a07bac3947255144a0' where version = 33`);
  });
  await migrate(connection);
  expect(await withClient(connection, describeSchema)).toEqual(
    await withClient(await createDatabase(), describeSchema),
  );
});

test('rows that are written during an upgrade are counted and recorded', async () => {
  const connection = await createVersion(31);
  await withClient(connection, async (client) => client.query(await readFixture(31)));
  let isUpgraded = false;
  const write = withClient(connection, async (writer) => {
    for (let n = 0; !isUpgraded; n++) {
      await retried(writer, `insert into parts (part_brand_id, part_product_id, code) values (1, 1, 'N${n}')`);
      await retried(writer, `insert into part_crosses (part_id, brand, code) values (1, 'Otra', '${n}')`);
      await retried(writer, `delete from part_crosses where brand = 'Otra' and code = '${n - 1}'`);
    }
  });
  await migrate(connection);
  isUpgraded = true;
  await write;
  expect(await withDb(connection, (db) => recount(db))).toEqual([]);
});

test('changed functions and triggers are replaced, undeclared ones dropped, and no storage is rewritten', async () => {
  const connection = await createDatabase();
  await withClient(connection, async (client) => {
    const storage = async () =>
      (await client.query(`select relname, relfilenode from pg_class where relnamespace = 'public'::regnamespace`))
        .rows;
    const before = { schema: await describeSchema(client), storage: await storage() };
    await client.query(`
      create or replace function fold(value text) returns text language sql immutable strict parallel safe return lower(value);
      create or replace function follow_parts() returns trigger language plpgsql as $$ begin return null; end $$;
      drop function gap_names;
      create function obsolete() returns trigger language plpgsql as $$ begin return null; end $$;
      create trigger obsolete after insert on parts for each statement execute function obsolete();
      create or replace trigger parts_inserted after insert on parts for each statement execute function obsolete();
      drop trigger recorded_update on users;
      update schema_code set functions = '', triggers = ''`);
    await migrate(connection);
    expect(await describeSchema(client)).toEqual(before.schema);
    expect(await storage()).toEqual(before.storage);
  });
});

test('a changed function locks no table', async () => {
  const connection = await createDatabase();
  await withClient(connection, async (writer) => {
    await writer.query(`update schema_code set functions = ''`);
    await writer.query('begin');
    await writer.query('lock table parts, part_counts, changes in row exclusive mode');
    await migrate(connection);
    const { rows } = await writer.query('select functions from schema_code');
    expect(rows).toEqual([{ functions: hash((await readCode()).functions) }]);
  });
});

test('a deadlock with a writer does not fail an upgrade', async () => {
  const connection = await createDatabase();
  await withClient(connection, async (writer) => {
    await writer.query(`update schema_code set triggers = ''`);
    await writer.query('begin');
    await writer.query('lock table part_counts in row exclusive mode');
    const migrating = migrate(connection);
    const waiting = `select from pg_locks where not granted and relation = 'part_counts'::regclass`;
    await expect.poll(async () => (await writer.query(waiting)).rowCount, { interval: 20 }).toBe(1);
    // PostgreSQL ends the upgrade or the writer, after a second.
    await writer.query('lock table users in row exclusive mode').catch(() => {});
    await writer.query('rollback');
    await migrating;
    const { rows } = await writer.query('select triggers from schema_code');
    expect(rows).toEqual([{ triggers: hash((await readCode()).triggers) }]);
  });
});

test('functions of a newer revision are left as they are', async () => {
  const connection = await createDatabase();
  await withClient(connection, async (client) => {
    await client.query(`
      create function added_later() returns integer language sql return 1;
      update schema_code set revision = revision + 1, functions = '', triggers = ''`);
    await migrate(connection);
    expect((await client.query('select added_later()')).rows).toEqual([{ added_later: 1 }]);
  });
});

test('functions of extensions and of other roles stay', async () => {
  const connection = await createDatabase();
  const role = `other_${crypto.randomUUID().replaceAll('-', '')}`;
  await withClient(connection, async (client) => {
    await client.query(`
      create role ${role};
      grant create on schema public to ${role};
      set role ${role};
      create function theirs() returns trigger language plpgsql as $$ begin return null; end $$;
      reset role;
      create trigger theirs after insert on parts for each statement execute function theirs();
      update schema_code set functions = '', triggers = ''`);
    await migrate(connection);
    const { rows } = await client.query(`select tgname from pg_trigger where tgname = 'theirs'`);
    expect(rows).toEqual([{ tgname: 'theirs' }]);
    expect((await client.query(`select unaccent('é') as plain`)).rows).toEqual([{ plain: 'e' }]);
    await client.query(`drop owned by ${role} cascade; drop role ${role}`);
  });
});

test('the owner of a database who has no other rights builds it and replaces its functions', async () => {
  const connection = await createDatabase({ template: EMPTY });
  const user = `owner_${connection.database}`;
  await withClient(connection, (client) =>
    client.query(`create role ${user} login; alter database ${connection.database} owner to ${user}`),
  );
  const owned = { ...direct(connection), user };
  await migrate(owned);
  await withClient(owned, (client) => client.query(`update schema_code set functions = '', triggers = ''`));
  await migrate(owned);
  const expected = await withClient(await createDatabase(), describeSchema);
  expect(await withClient(owned, describeSchema)).toEqual(expected);
});

test('imports of a version without jobs keep their ids, addresses and results', async () => {
  const connection = await createBefore('jobs');
  const run = <Row extends object>(text: string) =>
    withClient(connection, async (client) => (await client.query<Row>(text)).rows);
  const COLUMNS = `id, udid, name, file_key, user_id, created_at, finished_at, state, status_message, rows_created,
    rows_updated, rows_unchanged, errors_count, warnings, worker, leased_until, deaths`;
  await run(`insert into users (role, email, name, password_hash) values ('admin', 'a@example.com', 'A', '')`);
  await run(`insert into imports (user_id, name, bytes, sha256, file_key, state, status_message, rows_total, rows_done,
      rows_created, errors_count, warnings, finished_at, worker, leased_until)
    values (1, 'a.xlsx', 1, 'a', 'imports/a.xlsx', 'done', 'Completado', 9, 9, 8, 1, '{aviso}', now(), null, null),
      (1, 'b.xlsx', 2, 'b', 'imports/b.xlsx', 'running', 'Procesando', 9, 4, 4, 0, '{}', null, gen_random_uuid(), now()),
      (1, 'c.xlsx', 3, 'c', 'imports/c.xlsx', 'queued', 'En cola', null, 0, 0, 0, '{}', null, null, null),
      (1, 'd.xlsx', 4, 'd', 'imports/d.xlsx', 'queued', 'En cola', null, 0, 0, 0, '{}', null, null, null)`);
  await run(`insert into import_errors (import_id, sheet, row, "column", value, reason, cells)
    values (1, 'Piezas', 2, 'Marca', 'x', 'No existe', '["x"]')`);
  await run('delete from imports where id = 4');
  const before = await run(
    `select ${COLUMNS}, sha256 as same_as, rows_total as total, rows_done as done from imports order by id`,
  );
  await migrate(connection);
  expect(
    await run(
      `select ${COLUMNS}, same_as, total, done from imports join jobs using (id) where kind = 'import' order by id`,
    ),
  ).toEqual(before);
  expect(await run('select import_id from import_errors')).toEqual([{ import_id: 1 }]);
  expect(await run(`insert into jobs (kind, user_id, same_as) values ('undo', 1, '1') returning id`)).toEqual([
    { id: 5 },
  ]);
});

test('an upgrade from a version without history dates its parts and records its removed pictures', async () => {
  const connection = await createBefore('changes');
  const run = <Row extends object>(text: string) =>
    withClient(connection, async (client) => (await client.query<Row>(text)).rows);
  await run(`insert into part_brands (name) values ('A')`);
  await run(`insert into part_categories (name) values ('A')`);
  await run(`insert into part_products (part_category_id, name) values (1, 'A')`);
  await run(
    `insert into parts (part_brand_id, part_product_id, code, created_at) values (1, 1, 'A', '2025-01-02 03:04Z')`,
  );
  await run(`insert into removed_part_pictures (id, part_id, position, name, is_blueprint, width, height, bytes, image_key,
    thumbnail_key) values (7, 1, 1, 'a.jpg', false, 1, 1, 1, 'media/a.jpg', 'media/a.webp')`);
  await migrate(connection);
  expect(await run('select created_at = updated_at as same, updated_by from part_counts')).toEqual([
    { same: true, updated_by: null },
  ]);
  expect(
    await run(`select part_id, part_brand_id, entity, row_id, before ->> 'image_key' as key, after from changes`),
  ).toEqual([{ part_id: 1, part_brand_id: 1, entity: 'picture', row_id: 7, key: 'media/a.jpg', after: null }]);
  expect(await run('select entity, action, rows from operation_tallies')).toEqual([
    { entity: 'picture', action: 'removed', rows: 1 },
  ]);
});

test('stored texts are tidied unless the result exists already, and Ñ differs from N in codes', async () => {
  const connection = await createBefore('exact_texts');
  const run = <Row extends object>(text: string) =>
    withClient(connection, async (client) => (await client.query<Row>(text)).rows);
  await run(`insert into part_brands (name) values
    (E'Uno\\u00a0 dos'), (E'A\\u200bB'), ('AB'), (E'C\\u00adD'), (E'C-\\u200bD'), (E'E\\u2003F'), (E'E  F'), ('Ñandú')`);
  await run(`insert into part_categories (name) values (E'n\\u0303')`);
  await run(`insert into part_products (part_category_id, name) values (1, E'\\ufeffP')`);
  await run(`insert into parts (part_brand_id, part_product_id, code, observation) values
    (1, 1, 'T-Ñ1', 'a  b'), (1, 1, E'X\\u00a0 1', ''), (1, 1, 'PLAIN 1', '')`);
  await run(`insert into part_attributes (part_id, name, value, unit) values
    (1, E'Ancho\\u00a0', '1  2', E'm\\u200bm'), (1, 'Alto', 'x', ''), (1, E'Al\\u200bto', E'y\\u00a0', '')`);
  await run(`insert into part_crosses (part_id, brand, code) values (1, E'Fi\\u200bat', 'Ñ 1'), (1, 'Ford', '2')`);
  await run(`delete from changes; delete from operations; delete from operation_tallies`);
  await migrate(connection);
  expect(await run('select name from part_brands order by id')).toEqual(
    // The second and the fifth stay: tidied, they would equal the third, and the fourth as it was compared before.
    ['Uno dos', 'A\u200bB', 'AB', 'CD', 'C-\u200bD', 'E F', 'E  F', 'Ñandú'].map((name) => ({ name })),
  );
  expect(await run('select c.name as category, p.name as product from part_products p, part_categories c')).toEqual([
    { category: 'ñ', product: 'P' },
  ]);
  expect(await run('select code, code_bare, observation, version from parts order by id')).toEqual([
    { code: 'T-Ñ1', code_bare: 'tñ1', observation: 'a  b', version: 1 },
    { code: 'X 1', code_bare: 'x1', observation: '', version: 1 },
    { code: 'PLAIN 1', code_bare: 'plain1', observation: '', version: 1 },
  ]);
  expect(await run('select name, value, unit from part_attributes order by id')).toEqual([
    { name: 'Ancho', value: '1 2', unit: 'mm' },
    { name: 'Alto', value: 'x', unit: '' },
    { name: 'Al\u200bto', value: 'y', unit: '' },
  ]);
  expect(await run('select brand, code from part_crosses order by id')).toEqual([
    { brand: 'Fiat', code: 'Ñ 1' },
    { brand: 'Ford', code: '2' },
  ]);
  const addCross = (code: string) =>
    run(`insert into part_crosses (part_id, brand, code) values (1, 'Fiat', '${code}')`);
  await expect(addCross('ñ-1')).rejects.toThrow('part_crosses_key');
  await addCross('N 1');
  // One operation records the texts that changed, but not the codes of which only the compared form changed.
  expect(await run('select what from operations where id in (select min(operation_id) from changes)')).toEqual([
    { what: 'sql' },
  ]);
  expect(await run(`select row_id, before, after from changes where entity = 'part' order by row_id`)).toEqual([
    { row_id: 2, before: { code: 'X\u00a0 1' }, after: { code: 'X 1' } },
  ]);
});

test('applications of a version without positions stay as they are, and each vehicle is counted once', async () => {
  const connection = await createBefore('applications');
  const run = <Row extends object>(text: string) =>
    withClient(connection, async (client) => (await client.query<Row>(text)).rows);
  await run(`insert into part_brands (name) values ('A')`);
  await run(`insert into part_categories (name) values ('A')`);
  await run(`insert into part_products (part_category_id, name) values (1, 'A')`);
  await run(`insert into parts (part_brand_id, part_product_id, code) values (1, 1, 'A'), (1, 1, 'B')`);
  await run(`insert into vehicles (origin, brand, model, model_master, version, engine_code, fuel, sold_from_year, components)
    select 'X', 'X', 'X', 'X', n::text, '', '', 2000, '{}' from generate_series(1, 2) n`);
  await run('insert into part_vehicles (part_id, vehicle_id) values (1, 1), (1, 2)');
  await migrate(connection);
  const nothing = { positions: '', quantity: null, note: '', from_year: null, until_year: null };
  expect(await run('select * from part_vehicles order by id')).toEqual([
    { id: 1, part_id: 1, vehicle_id: 1, ...nothing },
    { id: 2, part_id: 1, vehicle_id: 2, ...nothing },
  ]);
  const counted = () =>
    run(`select array_agg(vehicles_count order by part_id) as vehicles,
      (select sum(applications)::int from part_tallies) as applications,
      (select sum(without_vehicles)::int from part_tallies) as without,
      (select count(*)::int from vehicle_parts) as pairs from part_counts`);
  const once = [{ vehicles: [2, 0], applications: 2, without: 1, pairs: 2 }];
  expect(await counted()).toEqual(once);
  await run(`insert into part_vehicles (part_id, vehicle_id, positions) values (1, 1, 'Trasera')`);
  expect(await counted()).toEqual(once);
  await run(`delete from part_vehicles where vehicle_id = 1`);
  await run(`update parts set is_universal = true where id = 2`);
  expect(await counted()).toEqual([{ vehicles: [1, 0], applications: 1, without: 0, pairs: 1 }]);
});
