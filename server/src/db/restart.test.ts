import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@piezario/contract/api';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../testing/server.ts';
import { startVersion } from '../testing/versions.ts';
import { migrate } from './migrate.ts';

test('while the database server is away calls are answered 503, and once it is back all is as before', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'piezario-restart-'));
  let running = await startVersion(folder);
  onTestFinished(async () => {
    await running.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const connection = { ...running.server, database: 'postgres' };
  await migrate(connection);
  const server = await startServer({}, connection);
  const admin = await server.signIn('admin');
  await admin.call(api.brands.add, { body: { name: 'Perdurable' } });

  await running.stop();
  expect((await admin.send(api.brands.json, {})).code).toBe(503);
  expect((await admin.send(api.brands.add, { body: { name: 'Perdida' } })).code).toBe(503);
  running = await startVersion(folder);
  const brands = await admin.call(api.brands.json, {});
  expect(brands.map(({ name }) => name)).toEqual(['Perdurable']);
  await admin.call(api.brands.add, { body: { name: 'Nueva' } });
});
