import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { api } from '@piezario/contract/api';
import type { Client } from '@piezario/server/testing/client';
import { asUrl, createDatabase } from '@piezario/server/testing/database';
import { dumpCatalogue } from '@piezario/server/testing/dump';
import { finished, makeWorkbook, upload } from '@piezario/server/testing/imports';
import { expect, test, vi } from 'vitest';
import { ADMIN, makeDataDir, PLAIN, startProcess } from './support/process.ts';

/* Imports in real processes: servers and databases are killed, and several of them share the work. */

vi.setConfig({ testTimeout: 300_000 });

const signIn = (client: Client) => client.signIn(ADMIN.email, ADMIN.password);

/** A brand and a product to put parts into. */
async function furnish(admin: Client) {
  await admin.call(api.brands.add, { body: { name: 'Ñandú' } });
  const { id: category_id } = await admin.call(api.categories.add, { body: { name: 'Frenos nuevos' } });
  await admin.call(api.products.add, { body: { name: 'Pastillas nuevas', category_id, mercadolibre_category: '' } });
}

const PARTS = 6_000;
const part = (n: number) => ['Ñandú', 'Pastillas nuevas', `A-${n}`];

/** A bit of everything, with errors here and there. */
const everything = () => {
  const all = Array.from({ length: PARTS }, (_, index) => index);
  return makeWorkbook({
    Piezas: all.map((n) => {
      const [brand = '', product = '', code = ''] = part(n);
      return [brand, '', product, code, `Pieza ${n}`, n % 100 === 7 ? 'quizás' : 'SI'];
    }),
    Atributos: all.map((n) => [...part(n), n % 100 === 9 ? '' : 'Ancho', n, 'mm']),
    Equivalencias: all.map((n) => [...part(n % 100 === 11 ? n - 1 : n), 'Fiat', n % 100 === 11 ? n - 1 : n]),
    Aplicaciones: all.map((n) => [...part(n), n % 100 === 13 ? 999_999 : 1 + (n % 500)]),
  });
};

test('kill -9 of the server, again and again, leaves the same as an import that nobody disturbed', async () => {
  const [calm, stormy] = [await createDatabase(), await createDatabase()];
  const file = await everything();

  const undisturbed = startProcess({ ...PLAIN, DATABASE_URL: asUrl(calm), DATA_DIR: await makeDataDir() });
  const calmAdmin = await signIn(await undisturbed.client());
  await furnish(calmAdmin);
  const expected = await finished(calmAdmin, await upload(calmAdmin, file));
  await undisturbed.end();

  const settings = { ...PLAIN, DATABASE_URL: asUrl(stormy), DATA_DIR: await makeDataDir() };
  let server = startProcess(settings);
  let admin = await signIn(await server.client());
  await furnish(admin);
  const { udid } = await upload(admin, file);
  for (let death = 0; death < 3; death++) {
    const before = await admin.call(api.importer.show, { params: { udid } });
    await delay(Math.random() * 1_500);
    await server.end('SIGKILL');
    server = startProcess(settings);
    admin = await signIn(await server.client());
    // It goes on by itself.
    await vi.waitFor(async () => {
      const { state, rows_done } = await admin.call(api.importer.show, { params: { udid } });
      expect(state === 'done' || rows_done > before.rows_done).toBe(true);
    }, 100_000);
  }
  const done = await finished(admin, { udid });
  const told = ({ status_message, rows_total, rows_done, errors_count }: typeof done) => ({
    ...{ status_message, rows_total, rows_done, errors_count },
  });
  expect(told(done)).toEqual(told(expected));
  expect(expected.errors_count).toBe(4 * (PARTS / 100) + 3 * (PARTS / 100));
  expect(await dumpCatalogue(stormy)).toEqual(await dumpCatalogue(calm));
});

test('two servers share five files of three people, and each file is done once', async () => {
  const connection = await createDatabase();
  const start = async () => startProcess({ ...PLAIN, DATABASE_URL: asUrl(connection), DATA_DIR: shared });
  // Files on disk are shared as those in a store would be.
  const shared = await makeDataDir();
  const servers = [await start(), await start()];
  const [admin, elsewhere] = await Promise.all(servers.map(async (server) => signIn(await server.client())));
  if (!admin || !elsewhere) throw new Error('There are two servers');
  await furnish(admin);
  const people = await Promise.all(
    ['staff', 'staff'].map(async (role, index) => {
      const email = `persona-${index}@example.com`;
      const body = { name: email, email, password: ADMIN.password, role: role as 'staff' };
      await admin.call(api.users.store, { body });
      return (await (servers[index] ?? servers[0])?.client())?.signIn(email, ADMIN.password);
    }),
  );
  const uploaders = [admin, elsewhere, people[0], people[1], people[0]].filter((client) => client !== undefined);
  const files = await Promise.all(
    uploaders.map((_, file) =>
      makeWorkbook({
        Piezas: Array.from({ length: 5_000 }, (_, n) => ['Ñandú', '', 'Pastillas nuevas', `F${file}-${n}`]),
      }),
    ),
  );
  const sent = await Promise.all(
    uploaders.map(async (client, index) => upload(client, files[index] ?? new File([], 'nada.xlsx'))),
  );
  const done = await Promise.all(sent.map((file) => finished(admin, file)));
  expect(done.map(({ status_message }) => status_message)).toEqual(
    done.map(() => 'Completado: 5.000 nuevas, 0 modificadas, 0 sin cambios'),
  );
  const { parts } = await dumpCatalogue(connection);
  expect(parts).toHaveLength(25_000);
  expect(new Set(parts.map(({ version }) => version))).toEqual(new Set([1]));
});

test('an import outlives a stop of the server and kill -9 of its database', async () => {
  const DATA_DIR = await makeDataDir();
  const settings = { ...PLAIN, DATA_DIR };
  const server = startProcess(settings);
  const admin = await signIn(await server.client());
  await furnish(admin);
  const { udid } = await upload(admin, await everything());
  const progress = async (client: Client) => (await client.call(api.importer.show, { params: { udid } })).rows_done;
  await vi.waitFor(async () => expect(await progress(admin)).toBeGreaterThan(0), 100_000);
  expect(await server.end('SIGTERM')).toBe(0);

  const again = startProcess(settings);
  const client = await signIn(await again.client());
  const before = await progress(client);
  await vi.waitFor(async () => expect(await progress(client)).toBeGreaterThan(before), 100_000);
  const [pid] = (await readFile(join(DATA_DIR, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(pid), 'SIGKILL');
  await vi.waitFor(
    async () => expect((await client.send(api.importer.show, { params: { udid } })).code).toBe(200),
    100_000,
  );
  const done = await finished(client, { udid });
  expect(done).toMatchObject({ state: 'done', rows_done: done.rows_total, errors_count: 7 * (PARTS / 100) });
});
