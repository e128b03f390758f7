import { existsSync } from 'node:fs';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { api } from '@piezario/contract/api';
import { asUrl, createDatabase, EMPTY, withClient } from '@piezario/server/testing/database';
import { soak } from '@piezario/server/testing/soak';
import { expect, onTestFinished, test } from 'vitest';
import { copyDemo, emailOf } from './support/demo.ts';
import { copyEmbedded, copyPlain } from './support/installation.ts';
import { ADMIN, killDatabase, makeDataDir, PLAIN, signIn, startProcess } from './support/process.ts';
import { DEMO_ADMIN } from './support/process-journeys.ts';

const KILLS = soak(2, 20);
const SERVERS = soak(3, 8);

test(`kill -9 while writing, ${KILLS} times, loses no write that was acknowledged`, async () => {
  const DATA_DIR = await copyEmbedded();
  const acknowledged: string[] = [];
  let least = 0;
  for (let life = 0; life < KILLS; life++) {
    const server = startProcess({ ...PLAIN, DATA_DIR });
    const admin = await signIn(server);
    const last = 5 + ((life * 7) % 20);
    least += last + 1;
    const writing = async (writer: number) => {
      for (let n = 0; ; n++) {
        const name = `Marca ${life}-${writer}-${n}`;
        await admin.call(api.brands.add, { body: { name } });
        acknowledged.push(name);
        if (n === last) await server.end('SIGKILL');
      }
    };
    await Promise.allSettled([writing(1), writing(2), writing(3)]);
  }
  const admin = await signIn(startProcess({ ...PLAIN, DATA_DIR }));
  const names = (await admin.call(api.brands.json, {})).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(acknowledged));
  expect(acknowledged.length).toBeGreaterThanOrEqual(least);
});

test('kill -9 of the database under load costs only a few 503, and the server restarts it', async () => {
  const DATA_DIR = await copyEmbedded();
  const server = startProcess({ ...PLAIN, DATA_DIR });
  const admin = await signIn(server);
  const acknowledged: string[] = [];
  const codes = new Set<number>();
  const health = { alive: new Set<number>(), ready: new Set<number>() };
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
  const url = await server.url;
  const monitor = async () => {
    while (writing) {
      health.alive.add((await fetch(`${url}/healthz`)).status);
      health.ready.add((await fetch(`${url}/readyz`)).status);
      await delay(50);
    }
  };
  const monitoring = monitor();
  const writesGoOn = async () => {
    const before = acknowledged.length;
    await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 20);
  };
  for (let death = 0; death < KILLS; death++) {
    await writesGoOn();
    await killDatabase(DATA_DIR);
  }
  await writesGoOn();
  writing = false;
  await Promise.all([...writers, monitoring]);
  expect([...codes].sort()).toEqual([200, 503]);
  expect([...health.alive]).toEqual([200]);
  expect([200, 503]).toEqual(expect.arrayContaining([...health.ready]));
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  const names = (await admin.call(api.brands.json, {})).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(acknowledged));
});

test('a second server on the same data directory is refused, and is told what to do', async () => {
  const DATA_DIR = await copyEmbedded();
  const first = startProcess({ ...PLAIN, DATA_DIR });
  await first.url;
  const second = startProcess({ ...PLAIN, DATA_DIR });
  await expect(second.url).rejects.toThrow(/DATA_DIR/);
  expect((await (await first.client()).request('GET', '/readyz')).code).toBe(200);
});

test(`${SERVERS} servers that start at once on one empty database all start`, async () => {
  const DATABASE_URL = asUrl(await createDatabase({ template: EMPTY }));
  const DATA_DIR = await makeDataDir();
  const servers = Array.from({ length: SERVERS }, () => startProcess({ ...PLAIN, DATABASE_URL, DATA_DIR }));
  const categories = await Promise.all(
    servers.map(async (server) => {
      const admin = await signIn(server);
      return admin.call(api.categories.json, { params: { brandId: 'all' } });
    }),
  );
  const [first] = categories;
  expect(first?.length).toBeGreaterThan(0);
  expect(categories).toEqual(categories.map(() => first));
});

/** Deletes the mark by which a database recognizes its files. Returns the settings of its server. */
async function forgetFiles() {
  const { connection, settings } = await copyPlain();
  await withClient(connection, (database) => database.query('delete from secrets'));
  return settings;
}

test('servers that share a database but not their files are refused, also when they start at once', async () => {
  const settings = await forgetFiles();
  const [DATA_DIR, elsewhere] = [await makeDataDir(), await makeDataDir()];
  const starts = [DATA_DIR, elsewhere].map((folder) => startProcess({ ...settings, DATA_DIR: folder }).url);
  const outcomes = await Promise.allSettled(starts);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const refused = outcomes.find((outcome) => outcome.status === 'rejected');
  expect(String(refused?.reason)).toMatch(/Set DATA_DIR to the same folder .* or S3_ENDPOINT and S3_BUCKET/);
  // A restart with the same files is accepted.
  const folder = outcomes[0]?.status === 'fulfilled' ? DATA_DIR : elsewhere;
  await expect(startProcess({ ...settings, DATA_DIR: folder }).url).resolves.toMatch(/^http/);
});

test('a database without its mark, as after a restore from a backup, accepts the files that it is given', async () => {
  const settings = await forgetFiles();
  await expect(startProcess({ ...settings, DATA_DIR: await makeDataDir() }).url).resolves.toMatch(/^http/);
});

test('a database does not take the files of another one', async () => {
  const { settings } = await copyPlain();
  const DATABASE_URL = asUrl(await createDatabase());
  await expect(startProcess({ ...settings, DATABASE_URL }).url).rejects.toThrow(
    'The store of files belongs to another database',
  );
});

test('temporary files of uploads and jobs that a crash left are removed a day later', async () => {
  const { settings } = await copyPlain();
  const left = ['uploads/a.upload', 'jobs/b.job', 'files/tmp/c'].map((name) => join(settings.DATA_DIR, name));
  for (const path of left) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, 'x');
    await utimes(path, new Date(), Date.now() / 1000 - 25 * 60 * 60);
  }
  await startProcess(settings).url;
  await expect.poll(() => left.filter((path) => existsSync(path))).toEqual([]);
});

test('SIGINT and SIGTERM stop everything cleanly', async () => {
  const DATA_DIR = await copyEmbedded();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    const server = startProcess({ ...PLAIN, DATA_DIR });
    await server.url;
    expect(server.output).not.toMatch(/recovery/);
    expect(await server.end(signal)).toBe(0);
    expect(existsSync(join(DATA_DIR, 'postgres', 'postmaster.pid'))).toBe(false);
  }
});

test('the demo accounts and the address are printed', async () => {
  const { connection, dataDir } = await copyDemo();
  const server = startProcess({
    DEMO: '1',
    DATABASE_URL: asUrl(connection),
    DATA_DIR: dataDir,
  });
  await server.url;
  await expect.poll(() => server.output).toContain(emailOf('usuario'));
});

test('without the demo, a start on its data says that its accounts cannot sign in, and makes an admin', async () => {
  const { connection, dataDir } = await copyDemo();
  const server = startProcess({ ...PLAIN, DATABASE_URL: asUrl(connection), DATA_DIR: dataDir });
  await signIn(server);
  const guest = await server.client();
  await expect(guest.signIn(DEMO_ADMIN.email, DEMO_ADMIN.password)).rejects.toThrow('401');
  await expect.poll(() => server.output).toContain(`no pueden ingresar`);
});

/** The calls that wait for a lock on the users. */
const WAITING = `select from pg_locks where not granted and relation = 'users'::regclass`;

test('SIGTERM lets the calls under way finish, and accepts no more', async () => {
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
