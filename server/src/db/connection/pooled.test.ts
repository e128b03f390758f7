import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@piezario/contract/api';
import { sql } from 'kysely';
import { afterAll, expect, inject, onTestFinished, test } from 'vitest';
import { createDatabase, EMPTY } from '../../testing/database.ts';
import { download } from '../../testing/exports.ts';
import { hasPooler, startPooler } from '../../testing/pooler.ts';
import { startServer } from '../../testing/server.ts';
import { requireTool } from '../../testing/tools.ts';
import { migrate } from '../migrate.ts';
import { prepared } from '../prepared.ts';
import { connect, type Db } from './connect.ts';

// One connection, so that all queries could share the state of its session.
const db = connect({ ...(await createDatabase()), pooler: 'transaction', statement_timeout: 1_234, max: 1 }, () => {});
afterAll(() => db.destroy());

const readLimit = async (from: Db) =>
  (await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(from)).rows[0]?.limit;

test('behind a pooler in transaction mode nothing is prepared by name or set for a whole session', async () => {
  for (const id of [1, 2]) await prepared(db).selectFrom('part_brands').where('id', '=', id).select('name').execute();
  const { rows } = await sql`select statement from pg_prepared_statements`.execute(db);
  expect(rows).toEqual([]);
  const before = await readLimit(db);
  expect(before).not.toBe('1234ms');
  expect(await db.transaction().execute(readLimit)).toBe('1234ms');
  const reading = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  expect(await reading.execute(readLimit)).toBe('1234ms');
  expect(await readLimit(db)).toBe(before);
});

test('the server works through PgBouncer in transaction mode', async () => {
  requireTool('PgBouncer', hasPooler());
  const folder = await mkdtemp(join(tmpdir(), 'piezario-pooler-'));
  const { server: pooler, stop } = await startPooler(folder, inject('postgres'));
  onTestFinished(async () => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  });
  const { database } = await createDatabase({ template: EMPTY });
  const connection = { ...pooler, database, pooler: 'transaction' as const };
  await Promise.all([migrate(connection), migrate(connection)]);

  const server = await startServer({}, connection);
  const admin = await server.signIn('admin');
  const names = Array.from({ length: 40 }, (_, index) => `Marca ${10 + index}`);
  await Promise.all(names.map((name) => admin.call(api.brands.add, { body: { name } })));
  const brands = await admin.call(api.brands.json, {});
  expect(brands.map(({ name }) => name)).toEqual(names);
  const { response, bytes } = await download(admin, 'json', { brand: brands[0]?.id ?? 0 });
  expect(response.status).toBe(200);
  expect(JSON.parse(bytes.toString())).toBeTruthy();
});
