import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withClient } from '../db/connection/connect.ts';
import { whileWanted } from '../db/connection/sessions.ts';
import { vocabularyAt } from '../search/vocabulary.ts';
import { encodeBody } from '../testing/client.ts';
import { ENDPOINTS, fillPath } from '../testing/contract.ts';
import { INPUTS, makeRows } from '../testing/rows.ts';
import { startServer } from '../testing/server.ts';

const server = await startServer();
const { id } = await server.addUser('manufacturer');
const rows = await makeRows(server, { holders: [id], userRole: 'manufacturer' });
const admin = await server.signIn('admin');

/** Statements of the server that wait for the lock below, the only ones that take long here. */
const countWaiting = async () => {
  const { rows: found } = await sql<{ count: number }>`
    select count(*)::int from pg_stat_activity
    where datname = current_database() and state = 'active' and wait_event_type = 'Lock'`.execute(server.db);
  return found[0]?.count ?? 0;
};

/** Calls that read parts and change nothing. `exporter/streaming.slow.test.ts` tests those that stream a file. */
const CALLS = [
  ...['parts.list', 'parts.show', 'parts.sheet', 'search.suggest', 'search.list', 'vehicleCatalog.products'],
  ...['pending.list', 'home.catalog', 'home.coverage', 'home.news', 'conflicts.list', 'suggestions.list'],
  ...['undos.preview', 'bulk.preview'],
];

describe('a caller who hangs up', () => {
  let release = () => {};
  let locking: Promise<void>;
  beforeAll(async () => {
    const locked = new Promise<void>((resolve) => {
      locking = withClient(server.connection, async (client) => {
        await client.query('begin');
        const tables =
          'parts, part_counts, part_tallies, gap_tallies, part_numbers, part_texts, vehicle_parts, attribute_values, changes';
        await client.query(`lock table ${tables} in access exclusive mode`);
        resolve();
        await new Promise<void>((done) => {
          release = done;
        });
      });
    });
    await locked;
  });
  afterAll(async () => {
    release();
    await locking;
  });

  test.each(CALLS)('leaves no statement of %s behind', async (name) => {
    const endpoint = ENDPOINTS.get(name);
    if (!endpoint) throw new Error(`There is no ${name}`);
    const { params = {}, query = {}, body } = INPUTS[name]?.(rows, rows) ?? {};
    const path = `${fillPath(endpoint.path, params)}?${new URLSearchParams(query)}`;
    const caller = new AbortController();
    const answer = admin.fetch(endpoint.method, path, { ...encodeBody(endpoint, body), signal: caller.signal });
    await expect.poll(countWaiting).toBeGreaterThan(0);
    caller.abort();
    await expect(answer).rejects.toThrow();
    await expect.poll(countWaiting).toBe(0);
  });
});

test('a caller who hangs up does not fail others who wait for the vocabulary that is being read', async () => {
  const caller = new AbortController();
  const first = whileWanted(caller.signal, () => vocabularyAt(server.db, 'next'));
  const second = vocabularyAt(server.db, 'next');
  caller.abort(new Error('hung up'));
  await expect(Promise.all([first, second])).resolves.toHaveLength(2);
});
