import { api } from '@piezario/contract/api';
import { expect, test } from 'vitest';
import { withClient } from '../testing/database.ts';
import { startServer } from '../testing/server.ts';

/** Selects the counts that wait for the table that the test has locked. */
const WAITING = `select pid from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and query ilike '%from part_tallies%'`;

test('two hundred visitors at once cost one count', async () => {
  const { guest, connection, sql } = await startServer();
  // On another connection: a transaction sees pg_stat_activity as of its first read.
  const countWaiting = async () => (await sql(WAITING)).rows.length;
  await withClient(connection, async (database) => {
    await database.query('begin');
    await database.query('lock table part_tallies in access exclusive mode');
    const visitors = Array.from({ length: 200 }, () => guest.send(api.statistics.home, {}));
    await expect.poll(countWaiting).toBe(1);
    // A later call is answered, so the calls of all visitors have arrived.
    expect(await guest.send(api.settings.show, {})).toMatchObject({ code: 200 });
    expect(await countWaiting()).toBe(1);
    await database.query('commit');
    const answers = await Promise.all(visitors);
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200]));
  });
});
