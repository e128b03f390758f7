import { api } from '@piezario/contract/api';
import type { Client } from '@piezario/server/testing/client';
import { finished, upload } from '@piezario/server/testing/imports';
import { expect, test, vi } from 'vitest';
import {
  addBrandAndProduct,
  errorsIn,
  killDatabase,
  killServerWhileImporting,
  makeCatalogue,
  shareImports,
  signIn,
} from './support/crashes.ts';
import { makeDataDir, PLAIN, startProcess } from './support/process.ts';

/* Imports in real processes: servers and databases are killed, and several servers share the work. */

test('kill -9 of the server, twice, leaves the same as an undisturbed import', () =>
  killServerWhileImporting(2, 6_000));

test('two servers share five files of three people, and each file is done once', () => shareImports(5_000));

test('an import outlives a stop of the server and kill -9 of its database', async () => {
  const PARTS = 6_000;
  const DATA_DIR = await makeDataDir();
  const settings = { ...PLAIN, DATA_DIR };
  const server = startProcess(settings);
  const admin = await signIn(server);
  await addBrandAndProduct(admin);
  const { udid } = await upload(admin, await makeCatalogue(PARTS));
  const progress = async (client: Client) => (await client.call(api.importer.show, { params: { udid } })).rows_done;
  await vi.waitFor(async () => expect(await progress(admin)).toBeGreaterThan(0), 100_000);
  expect(await server.end('SIGTERM')).toBe(0);

  const client = await signIn(startProcess(settings));
  const before = await progress(client);
  await vi.waitFor(async () => expect(await progress(client)).toBeGreaterThan(before), 100_000);
  await killDatabase(DATA_DIR);
  await vi.waitFor(
    async () => expect((await client.send(api.importer.show, { params: { udid } })).code).toBe(200),
    100_000,
  );
  const done = await finished(client, { udid });
  expect(done).toMatchObject({ state: 'done', rows_done: done.rows_total, errors_count: errorsIn(PARTS) });
});
