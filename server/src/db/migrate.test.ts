import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { createDatabase, EMPTY, withClient, withDb } from '../testing/database.ts';
import { recount } from '../testing/recount.ts';
import { describeSchema } from '../testing/schema.ts';
import { hash, readCode } from './code.ts';
import { applyMigration, createMigrationsTable, migrate, readMigrations } from './migrate.ts';

test('a database that is newer than the code is refused', async () => {
  const connection = await createDatabase();
  await withClient(connection, (client) => client.query("insert into migrations values (9999, '9999_later.sql', '')"));
  await expect(migrate(connection)).rejects.toThrow('The database is newer than this version of Piezario');
});

test('a migration that was changed after it ran is refused', async () => {
  const connection = await createDatabase();
  await withClient(connection, (client) => client.query("update migrations set checksum = 'other' where version = 1"));
  await expect(migrate(connection)).rejects.toThrow('0001_people.sql is not the one that this database was built with');
});

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

type Rows = { readonly columns: readonly string[]; readonly rows: readonly Record<string, unknown>[] };

/** Rows of each table, with the columns that are not generated. */
async function readRows(client: pg.Client): Promise<Map<string, Rows>> {
  const { rows: tables } = await client.query<{ name: string; columns: string[] }>(`
    select relname::text as name, array_agg(attname::text order by attnum) as columns
    from pg_class c join pg_attribute on attrelid = c.oid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname not in ('migrations', 'schema_code') and attnum > 0 and not attisdropped and attgenerated = ''
    group by relname`);
  const found = new Map<string, Rows>();
  for (const { name, columns } of tables)
    found.set(name, { columns, rows: (await client.query(`select * from ${name}`)).rows });
  return found;
}

const select = ({ rows }: Rows, columns: readonly string[]) =>
  rows.map((row) => JSON.stringify(columns.map((column) => row[column]))).sort();

const readFixture = (version: number) =>
  readFile(new URL(`fixtures/${`${version}`.padStart(4, '0')}.sql`, import.meta.url), 'utf8');

/** Derived rows to compare in a database that began without a log of changes. An empty list compares all. */
const WITHOUT_LOG = ['counts', 'tallies', 'gapTallies', 'attributeValues', 'numbers', 'texts', 'vehicleParts'] as const;

test.each([
  { version: 3, compared: WITHOUT_LOG },
  { version: 31, compared: [] },
])('a database of version $version with rows becomes equal to a new one, and keeps its rows', async (from) => {
  const connection = await createVersion(from.version);
  const { before, expected } = await withClient(connection, async (client) => {
    await client.query(await readFixture(from.version));
    return { before: await readRows(client), expected: await withClient(await createDatabase(), describeSchema) };
  });
  expect([...before.values()].filter(({ rows }) => rows.length > 0).length).toBeGreaterThan(10);
  await migrate(connection);
  await withClient(connection, async (client) => {
    expect(await describeSchema(client)).toEqual(expected);
    for (const [name, now] of await readRows(client)) {
      const old = before.get(name);
      const columns = now.columns.filter((column) => old?.columns.includes(column));
      if (old) expect.soft(select(now, columns), name).toEqual(select(old, columns));
    }
  });
  expect(await withDb(connection, (db) => recount(db, ...from.compared))).toEqual([]);
});

test('the revision of the functions and triggers grows with each change', async () => {
  const { revision, functions, triggers } = await readCode();
  const line = (await readFile(new URL('../../schema/revision', import.meta.url), 'utf8')).trim();
  const current = hash(functions + triggers).slice(0, 16);
  expect(line, `Write "${revision + 1} ${current}" to server/schema/revision`).toBe(`${revision} ${current}`);
});
