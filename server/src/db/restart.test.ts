import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@piezario/contract/api';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../config.ts';
import { asUrl } from '../testing/database.ts';
import { startServer } from '../testing/server.ts';
import { signal, startVersion } from '../testing/versions.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open.ts';

/** A database server of its own, gone after the test. */
async function startOwn() {
  const folder = await mkdtemp(join(tmpdir(), 'piezario-restart-'));
  let running = await startVersion(folder);
  onTestFinished(async () => {
    await running.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const restart = async () => {
    running = await startVersion(folder);
  };
  return { connection: { ...running.server, database: 'postgres' }, stop: () => running.stop(), restart };
}

test('while the database server is away calls are answered 503, and once it is back all is as before', async () => {
  const { connection, stop, restart } = await startOwn();
  await migrate(connection);
  const server = await startServer({}, connection);
  const admin = await server.signIn('admin');
  await admin.call(api.brands.add, { body: { name: 'Perdurable' } });

  await stop();
  expect((await admin.send(api.brands.json, {})).code).toBe(503);
  expect((await admin.send(api.brands.add, { body: { name: 'Perdida' } })).code).toBe(503);
  await restart();
  const brands = await admin.call(api.brands.json, {});
  expect(brands.map(({ name }) => name)).toEqual(['Perdurable']);
  await admin.call(api.brands.add, { body: { name: 'Nueva' } });
});

test.runIf(process.platform === 'linux')(
  'who waits for a database that has vanished is told, and the log too',
  async () => {
    const { connection } = await startOwn();
    const log: string[] = [];
    const config = { ...readConfig({ DATABASE_URL: asUrl(connection) }), maxSilence: 1_000 };
    const { db, probe, close } = await openDatabase({ ...config, log: (line) => log.push(line) });
    onTestFinished(close);
    const ask = async () => (await sql`select 1 as one`.execute(db)).rows;
    expect(await ask()).toEqual([{ one: 1 }]);

    onTestFinished(() => signal(connection, 'SIGCONT'));
    await signal(connection, 'SIGSTOP');
    // The one by a connection that is there, the others by new ones.
    const refused = await Promise.allSettled([ask(), ask(), sql`select 1`.execute(probe)]);
    expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    await expect.poll(() => log).toContain('The database does not answer: its connections are given up');
    await signal(connection, 'SIGCONT');
    expect(await ask()).toEqual([{ one: 1 }]);
  },
);
