import { existsSync } from 'node:fs';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { api } from '@piezario/contract/api';
import { asUrl, createDatabase, withClient } from '@piezario/server/testing/database';
import { expect, test } from 'vitest';
import { killDatabaseUnderLoad, killServerWhileWriting, startServersAtOnce } from './support/crashes.ts';
import { createDemoDatabase, DEMO_PASSWORD, emailOf } from './support/demo.ts';
import { ADMIN, makeDataDir, PLAIN, startProcess } from './support/process.ts';

/** The calls that wait for a lock on the users. */
const WAITING = `select from pg_locks where not granted and relation = 'users'::regclass`;

const DEMO_ADMIN = { email: emailOf('admin'), password: DEMO_PASSWORD };

test('kill -9 twice while writing loses no write that was acknowledged', () => killServerWhileWriting(2));

test('kill -9 of the database under load costs nothing but a few 503, and it comes back by itself', () =>
  killDatabaseUnderLoad(2));

test('SIGTERM lets the calls under way finish, and takes no more', async () => {
  const connection = await createDatabase();
  const server = startProcess({ ...PLAIN, DATABASE_URL: asUrl(connection), DATA_DIR: await makeDataDir() });
  const client = await (await server.client()).signIn(ADMIN.email, ADMIN.password);
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

test('a second server on the same data directory is refused, and is told what to do', async () => {
  const DATA_DIR = await makeDataDir();
  const first = startProcess({ ...PLAIN, DATA_DIR });
  await first.url;
  const second = startProcess({ ...PLAIN, DATA_DIR });
  await expect(second.url).rejects.toThrow(/DATA_DIR/);
  expect((await (await first.client()).request('GET', '/readyz')).code).toBe(200);
});

test('three servers that start at once on one empty database all start', () => startServersAtOnce(3, PLAIN));

test('files that a crash left of uploads and imports are removed a day later', async () => {
  const DATA_DIR = await makeDataDir();
  const left = ['uploads/a.upload', 'importing/b.import', 'files/tmp/c'].map((name) => join(DATA_DIR, name));
  for (const path of left) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, 'x');
    await utimes(path, new Date(), Date.now() / 1000 - 25 * 60 * 60);
  }
  await startProcess({ DATA_DIR, DEMO: '0', DATABASE_URL: asUrl(await createDatabase()) }).url;
  await expect.poll(() => left.filter((path) => existsSync(path))).toEqual([]);
});

test('SIGINT and SIGTERM stop everything cleanly', async () => {
  const DATA_DIR = await makeDataDir();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    const server = startProcess({ ...PLAIN, DATA_DIR });
    await server.url;
    expect(server.output).not.toMatch(/recovery/);
    expect(await server.end(signal)).toBe(0);
    expect(existsSync(join(DATA_DIR, 'postgres', 'postmaster.pid'))).toBe(false);
  }
});

test('the demo accounts and the address are printed', async () => {
  const server = startProcess({
    DEMO: '1',
    DATABASE_URL: asUrl(await createDemoDatabase()),
    DATA_DIR: await makeDataDir(),
  });
  await server.url;
  await expect.poll(() => server.output).toContain(emailOf('usuario'));
});

test('in production there are no demo accounts, and a missing PUBLIC_URL is warned of', async () => {
  const { DEMO: _, ...administrator } = PLAIN;
  const server = startProcess({
    ...administrator,
    NODE_ENV: 'production',
    DATABASE_URL: asUrl(await createDatabase()),
    DATA_DIR: await makeDataDir(),
  });
  const client = await server.client();
  expect(server.output).toContain('Falta PUBLIC_URL: en los archivos que se descarguen, las fotos');
  expect(server.output).not.toContain('piezario.demo');
  expect(await client.send(api.auth.login, { body: DEMO_ADMIN })).toMatchObject({ code: 401 });
  const admin = await client.signIn(ADMIN.email, ADMIN.password);
  expect(await admin.call(api.auth.profile, {})).toMatchObject({ roleName: 'Administrador' });
});

test('no line of the log has a token or the ticket of a download, at any level', async () => {
  const server = startProcess({
    ...PLAIN,
    DATABASE_URL: asUrl(await createDatabase()),
    DATA_DIR: await makeDataDir(),
    LOG_LEVEL: 'trace',
  });
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
