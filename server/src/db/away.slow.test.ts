import { api } from '@piezario/contract/api';
import { expect, test } from 'vitest';
import { startOwn } from '../testing/own-database.ts';
import { startServer } from '../testing/server.ts';
import { migrate } from './migrate.ts';

test('while the database server is down, calls are answered 503, and they work again once it is back', async () => {
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
