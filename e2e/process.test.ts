import { existsSync } from 'node:fs';
import { mkdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { api } from '@piezario/contract/api';
import { asUrl, createDatabase, EMPTY, withClient } from '@piezario/server/testing/database';
import { expect, onTestFinished, test } from 'vitest';
import { ADMIN, makeDataDir, PLAIN, startProcess } from './support/process.ts';

/** Whoever waits until somebody else is done with the users. */
const WAITING = `select from pg_locks where not granted and relation = 'users'::regclass`;

const DEMO_ADMIN = { email: 'admin@piezario.demo', password: 'piezario-demo' };

test('kill -9 five times while writing loses no write that was acknowledged', async () => {
  const DATA_DIR = await makeDataDir();
  const acknowledged: string[] = [];
  for (let life = 0; life < 5; life++) {
    const server = startProcess({ ...PLAIN, DATA_DIR });
    const admin = await (await server.client()).signIn(ADMIN.email, ADMIN.password);
    const dies = 5 + ((life * 7) % 20);
    const writing = async (writer: number) => {
      for (let n = 0; ; n++) {
        const name = `Marca ${life}-${writer}-${n}`;
        await admin.call(api.brands.add, { body: { name } });
        acknowledged.push(name);
        if (n === dies) await server.end('SIGKILL');
      }
    };
    await Promise.allSettled([writing(1), writing(2), writing(3)]);
  }
  const server = startProcess({ ...PLAIN, DATA_DIR });
  const admin = await (await server.client()).signIn(ADMIN.email, ADMIN.password);
  const brands = await admin.call(api.brands.json, {});
  const names = brands.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(acknowledged));
  expect(acknowledged.length).toBeGreaterThan(50);
}, 240_000);

test('kill -9 of the database under load costs nothing but a few 503, and it comes back by itself', async () => {
  const DATA_DIR = await makeDataDir();
  const server = startProcess({ ...PLAIN, DATA_DIR });
  const admin = await (await server.client()).signIn(ADMIN.email, ADMIN.password);
  const acknowledged: string[] = [];
  const codes = new Set<number>();
  let writing = true;
  onTestFinished(() => {
    writing = false;
  });
  const writers = [1, 2, 3, 4].map(async (writer) => {
    for (let n = 0; writing; n++) {
      const name = `Marca ${writer}-${n}`;
      const { code } = await admin.send(api.brands.add, { body: { name } });
      codes.add(code);
      if (code === 200) acknowledged.push(name);
    }
  });
  for (let death = 0; death < 3; death++) {
    const before = acknowledged.length;
    await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 20);
    const [pid] = (await readFile(join(DATA_DIR, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(pid), 'SIGKILL');
  }
  const before = acknowledged.length;
  await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 20);
  writing = false;
  await Promise.all(writers);
  expect([...codes].sort()).toEqual([200, 503]);
  const names = (await admin.call(api.brands.json, {})).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(acknowledged));
}, 180_000);

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

test('four servers that start at once on one empty database all start', async () => {
  const DATABASE_URL = asUrl(await createDatabase({ template: EMPTY }));
  const servers = [1, 2, 3, 4].map(async () =>
    startProcess({ DATABASE_URL, DEMO: '1', DATA_DIR: await makeDataDir() }),
  );
  for (const server of await Promise.all(servers)) {
    const client = await (await server.client()).signIn(DEMO_ADMIN.email, DEMO_ADMIN.password);
    expect((await client.call(api.brands.json, {})).length).toBe(20);
  }
});

test('what a crash left of uploads and imports is swept a day later', async () => {
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
    expect(await server.end(signal)).toBe(0);
  }
  const again = startProcess({ ...PLAIN, DATA_DIR });
  await again.url;
  expect(again.output).not.toMatch(/recovery/);
});

test('the demo accounts and the address are printed; without demo mode there are no accounts', async () => {
  const server = startProcess({ DATA_DIR: await makeDataDir() });
  await server.url;
  await expect.poll(() => server.output).toContain('usuario@piezario.demo');

  const plain = startProcess({
    ...PLAIN,
    DATABASE_URL: asUrl(await createDatabase()),
    DATA_DIR: await makeDataDir(),
  });
  const client = await plain.client();
  expect(plain.output).not.toContain('piezario.demo');
  expect(await client.send(api.auth.login, { body: DEMO_ADMIN })).toMatchObject({ code: 401 });
  const admin = await client.signIn(ADMIN.email, ADMIN.password);
  expect(await admin.call(api.auth.profile, {})).toMatchObject({ roleName: 'Administrador' });
});

test('in production, whoever has not said where channels reach the server is warned', async () => {
  const start = async (settings: Record<string, string>) => {
    const DATABASE_URL = asUrl(await createDatabase());
    const server = startProcess({ NODE_ENV: 'production', DATABASE_URL, DATA_DIR: await makeDataDir(), ...settings });
    await server.url;
    return server.output;
  };
  expect(await start({})).toContain('Falta PUBLIC_URL: en los archivos que se descarguen, las fotos');
  expect(await start({ PUBLIC_URL: 'https://piezas.example.com' })).not.toContain('PUBLIC_URL');
});

test('no line of the log, however much it tells, has a token or the ticket of a download', async () => {
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
