import { api } from '@piezario/contract/api';
import { withClient } from '@piezario/server/testing/database';
import { expect, test } from 'vitest';
import { copyPlain } from './support/installation.ts';
import { ADMIN, signIn, startProcess } from './support/process.ts';
import { DEMO_ADMIN } from './support/process-journeys.ts';

/** The calls that wait for a lock on the users. */
const WAITING = `select from pg_locks where not granted and relation = 'users'::regclass`;

test('SIGTERM lets the calls under way finish, and takes no more', async () => {
  const { connection, settings } = await copyPlain();
  const server = startProcess(settings);
  const client = await signIn(server);
  await withClient(connection, async (database) => {
    await database.query('begin; lock table users');
    const calls = Array.from({ length: 10 }, () => client.send(api.auth.profile, {}));
    await expect.poll(async () => (await database.query(WAITING)).rowCount).toBe(calls.length);
    const ended = server.end('SIGTERM');
    const isAnswered = () =>
      client.request('GET', '/healthz').then(
        () => true,
        () => false,
      );
    await expect.poll(isAnswered).toBe(false);
    await database.query('rollback');
    const answers = await Promise.all(calls);
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 200));
    expect(await ended).toBe(0);
  });
});

test('in production there are no demo accounts, and a missing PUBLIC_URL is warned of', async () => {
  const { DEMO: _, ...settings } = (await copyPlain()).settings;
  const server = startProcess({ ...settings, NODE_ENV: 'production' });
  const client = await server.client();
  expect(server.output).toContain('Falta PUBLIC_URL: en los archivos que se descarguen, las fotos');
  expect(server.output).not.toContain('piezario.demo');
  expect(await client.send(api.auth.login, { body: DEMO_ADMIN })).toMatchObject({ code: 401 });
  const admin = await client.signIn(ADMIN.email, ADMIN.password);
  expect(await admin.call(api.auth.profile, {})).toMatchObject({ roleName: 'Administrador' });
});

test('no line of the log has a token or the ticket of a download, at any level', async () => {
  const server = startProcess({ ...(await copyPlain()).settings, LOG_LEVEL: 'trace' });
  const guest = await server.client();
  const admin = await guest.signIn(ADMIN.email, ADMIN.password);
  const brand = await admin.call(api.brands.add, { body: { name: 'Marca' } });
  const path = `/api/backend/exporter/files/parts/${brand.id}/all/file.xlsx`;
  const { url } = await admin.call(api.downloads.ticket, { body: { path } });
  for (const expected of [200, 401]) {
    const file = await guest.fetch('GET', url);
    expect(file.status).toBe(expected);
    await file.arrayBuffer();
  }
  const hangUp = new AbortController();
  const { url: cut } = await admin.call(api.downloads.ticket, { body: { path } });
  await guest.fetch('GET', cut, { signal: hangUp.signal });
  hangUp.abort();
  expect(await server.end()).toBe(0);
  expect(server.output.split(path).length).toBeGreaterThan(2);
  const secrets = [url, cut].map((link) => link.split('ticket=')[1] ?? '');
  for (const secret of [...secrets, admin.token ?? '']) expect(server.output).not.toContain(secret);
});
