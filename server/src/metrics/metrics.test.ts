import { api } from '@piezario/contract/api';
import { expect, test } from 'vitest';
import { withClient } from '../testing/database.ts';
import { startServer } from '../testing/server.ts';

const read = async (url: string | undefined) => (await fetch(url ?? '')).text();

test('metrics have calls by route and status, their duration, connections and sizes', async () => {
  const server = await startServer({ metricsPort: 0 });
  const { guest, metricsUrl, url } = server;
  const admin = await server.signIn('admin');
  await admin.call(api.brands.add, { body: { name: 'Medida' } });
  await guest.send(api.brands.json, {});
  await fetch(`${url}/api/backend/inventada/1`);
  await fetch(`${url}/api/backend/inventada/2`);
  const route = `POST ${api.brands.add.path}`;
  await expect.poll(() => read(metricsUrl)).toContain(`piezario_calls_total{route="${route}",status="200"} 1`);
  const figures = await read(metricsUrl);
  expect(figures).toContain(`piezario_call_seconds_count{route="${route}"} 1`);
  expect(figures).toMatch(/piezario_calls_total\{route="GET [^"]*json[^"]*",status="401"\} 1/);
  expect(figures).not.toContain('inventada');
  expect(figures).toMatch(/piezario_pool_connections\{state="idle"\} [1-9]/);
  expect(figures).toMatch(/piezario_database_bytes [1-9]\d{6}/);
  expect(figures).toContain('piezario_database_up 1');
  expect(figures).toContain('piezario_parts 0');
  expect(figures).toContain('nodejs_eventloop_lag_p99_seconds');
});

test('without a database the metrics show that it is down', async () => {
  const { metricsUrl, connection } = await startServer({ metricsPort: 0 });
  expect(await read(metricsUrl)).toContain('piezario_database_up 1');
  await withClient({ ...connection, database: 'postgres' }, async (client) => {
    await client.query('update pg_database set datallowconn = false where datname = $1', [connection.database]);
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      connection.database,
    ]);
  });
  await expect.poll(() => read(metricsUrl)).toContain('piezario_database_up 0');
});

test('metrics are not served on the port of the application', async () => {
  const { url, metricsUrl } = await startServer({ metricsPort: 0 });
  expect(await read(`${url}/metrics`)).not.toContain('piezario_calls_total');
  expect((await fetch(`${metricsUrl}/x`)).status).toBe(404);
});
