import { readdir, readFile, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { api } from '@piezario/contract/api';
import { MAX_PICTURES } from '@piezario/contract/pictures';
import type { Client } from '@piezario/server/testing/client';
import { asUrl, createDatabase, EMPTY } from '@piezario/server/testing/database';
import { dumpCatalogue } from '@piezario/server/testing/dump';
import { finished, makeWorkbook, upload } from '@piezario/server/testing/imports';
import { expect, onTestFinished, vi } from 'vitest';
import { ADMIN, makeDataDir, PLAIN, type Server, type Settings, startProcess } from './process.ts';

/* Tests in which processes are killed. The suite kills a few times; `npm run soak` kills many times. */

export const signIn = async (server: Server) => (await server.client()).signIn(ADMIN.email, ADMIN.password);

/** Ends PostgreSQL in the data directory without a chance to clean up. */
export async function killDatabase(dataDir: string) {
  const [pid] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(pid), 'SIGKILL');
}

export async function killServerWhileWriting(kills: number) {
  const DATA_DIR = await makeDataDir();
  const acknowledged: string[] = [];
  let least = 0;
  for (let life = 0; life < kills; life++) {
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
}

export async function killDatabaseUnderLoad(kills: number) {
  const DATA_DIR = await makeDataDir();
  const admin = await signIn(startProcess({ ...PLAIN, DATA_DIR }));
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
  const writesGoOn = async () => {
    const before = acknowledged.length;
    await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 20);
  };
  for (let death = 0; death < kills; death++) {
    await writesGoOn();
    await killDatabase(DATA_DIR);
  }
  await writesGoOn();
  writing = false;
  await Promise.all(writers);
  expect([...codes].sort()).toEqual([200, 503]);
  const names = (await admin.call(api.brands.json, {})).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(acknowledged));
}

export async function startServersAtOnce(count: number, settings: Settings) {
  const DATABASE_URL = asUrl(await createDatabase({ template: EMPTY }));
  const servers = Array.from({ length: count }, async () =>
    startProcess({ ...settings, DATABASE_URL, DATA_DIR: await makeDataDir() }),
  );
  const categories = await Promise.all(
    servers.map(async (server) => {
      const admin = await signIn(await server);
      return admin.call(api.categories.json, { params: { brandId: 'all' } });
    }),
  );
  const [first] = categories;
  expect(first?.length).toBeGreaterThan(0);
  expect(categories).toEqual(categories.map(() => first));
}

const DAY = 24 * 60 * 60;

/** One pixel is decoded, written and named like any other picture. */
const PHOTO = new File([Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')], 'foto.gif');

async function addPart(admin: Client): Promise<number> {
  const { id: part_brand_id } = await admin.call(api.brands.add, { body: { name: crypto.randomUUID() } });
  const [category] = await admin.call(api.categories.json, { params: { brandId: 'all' } });
  const [product] = await admin.call(api.products.jsonChained, { params: { categoryId: category?.id ?? 0 } });
  const body = { part_brand_id, part_product_id: product?.id ?? 0, code: 'A1' };
  return (await admin.call(api.parts.store, { body })).id;
}

async function filesIn(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

export async function killServerWhilePicturesArrive(kills: number) {
  const DATA_DIR = await makeDataDir();
  const settings = { ...PLAIN, DATABASE_URL: asUrl(await createDatabase()), DATA_DIR };
  const parts: number[] = [];
  let acknowledged = 0;

  for (let life = 0; life < kills; life++) {
    const server = startProcess(settings);
    const admin = await signIn(server);
    const uploading = async () => {
      for (;;) {
        const part_id = await addPart(admin);
        parts.push(part_id);
        for (let picture = 0; picture < MAX_PICTURES; picture++) {
          await admin.call(api.pictures.store, { body: { part_id, attachment: PHOTO } });
          acknowledged++;
        }
      }
    };
    const uploads = Promise.allSettled([uploading(), uploading(), uploading(), uploading()]);
    const some = acknowledged + 4;
    await vi.waitFor(() => expect(acknowledged).toBeGreaterThan(some), { timeout: 60_000, interval: 5 });
    // The kill comes at a random moment of what happens next.
    await delay(Math.random() * 50);
    await server.end('SIGKILL');
    await uploads;
  }

  const server = startProcess(settings);
  const admin = await signIn(server);
  const named: string[] = [];
  for (const partId of parts) {
    const { pictures } = await admin.call(api.parts.show, { params: { partId } });
    named.push(...pictures.flatMap(({ imageUrl, thumbnailUrl }) => [imageUrl, thumbnailUrl]));
  }
  expect(named.length).toBeGreaterThanOrEqual(2 * acknowledged);
  for (const url of named) expect([url, (await admin.fetch('HEAD', url)).status]).toEqual([url, 200]);
  await server.end();

  // Files without a picture are removed once they are a day old.
  const media = join(DATA_DIR, 'files', 'media');
  const twoDaysAgo = Date.now() / 1000 - 2 * DAY;
  for (const file of await filesIn(media)) await utimes(file, twoDaysAgo, twoDaysAgo);
  await startProcess(settings).url;
  const expected = named.map((url) => join(DATA_DIR, 'files', url)).sort();
  await expect.poll(async () => (await filesIn(media)).sort()).toEqual(expected);
}

/** A brand and a product to put parts into. */
export async function addBrandAndProduct(admin: Client) {
  await admin.call(api.brands.add, { body: { name: 'Ñandú' } });
  const { id: category_id } = await admin.call(api.categories.add, { body: { name: 'Frenos nuevos' } });
  await admin.call(api.products.add, { body: { name: 'Pastillas nuevas', category_id, mercadolibre_category: '' } });
}

const part = (n: number) => ['Ñandú', 'Pastillas nuevas', `A-${n}`];

/** A workbook with all sheets, and seven errors in every hundred parts. */
export const makeCatalogue = (parts: number) => {
  const all = Array.from({ length: parts }, (_, index) => index);
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
export const errorsIn = (parts: number) => 7 * (parts / 100);

/** Several transactions even in a small file, so that a kill interrupts the import between two of them. */
const GROUPS: Settings = { IMPORT_GROUP_ROWS: '100' };

export async function killServerWhileImporting(kills: number, parts: number) {
  const [calm, stormy] = [await createDatabase(), await createDatabase()];
  const file = await makeCatalogue(parts);

  const undisturbed = startProcess({ ...PLAIN, DATABASE_URL: asUrl(calm), DATA_DIR: await makeDataDir() });
  const calmAdmin = await signIn(undisturbed);
  await addBrandAndProduct(calmAdmin);
  const expected = await finished(calmAdmin, await upload(calmAdmin, file));
  await undisturbed.end();

  const settings = { ...PLAIN, ...GROUPS, DATABASE_URL: asUrl(stormy), DATA_DIR: await makeDataDir() };
  let server = startProcess(settings);
  let admin = await signIn(server);
  await addBrandAndProduct(admin);
  const { udid } = await upload(admin, file);
  for (let death = 0; death < kills; death++) {
    const before = await admin.call(api.importer.show, { params: { udid } });
    await delay(Math.random() * 1_500);
    await server.end('SIGKILL');
    server = startProcess(settings);
    admin = await signIn(server);
    // The new server goes on with the import by itself.
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
  expect(expected.errors_count).toBe(errorsIn(parts));
  expect(await dumpCatalogue(stormy)).toEqual(await dumpCatalogue(calm));
}

export async function shareImports(rows: number) {
  const connection = await createDatabase();
  // Files on disk are shared as those in a store would be.
  const DATA_DIR = await makeDataDir();
  const start = () => startProcess({ ...PLAIN, ...GROUPS, DATABASE_URL: asUrl(connection), DATA_DIR });
  const servers = [start(), start()] as const;
  const [admin, elsewhere] = [await signIn(servers[0]), await signIn(servers[1])];
  await addBrandAndProduct(admin);
  const [one, other] = await Promise.all(
    servers.map(async (server, index) => {
      const email = `persona-${index}@example.com`;
      const body = { name: email, email, password: ADMIN.password, role: 'staff' as const };
      await admin.call(api.users.store, { body });
      return (await server.client()).signIn(email, ADMIN.password);
    }),
  );
  if (!one || !other) throw new Error('There are two servers');
  const uploaders = [admin, elsewhere, one, other, one];
  const sent = await Promise.all(
    uploaders.map(async (client, file) => {
      const codes = Array.from({ length: rows }, (_, n) => `F${file}-${n}`);
      const workbook = await makeWorkbook({ Piezas: codes.map((code) => ['Ñandú', '', 'Pastillas nuevas', code]) });
      return upload(client, workbook);
    }),
  );
  const done = await Promise.all(sent.map((file) => finished(admin, file)));
  const message = `Completado: ${rows.toLocaleString('es-AR')} nuevas, 0 modificadas, 0 sin cambios`;
  expect(done.map(({ status_message }) => status_message)).toEqual(done.map(() => message));
  const { parts } = await dumpCatalogue(connection);
  expect(parts).toHaveLength(uploaders.length * rows);
  expect(new Set(parts.map(({ version }) => version))).toEqual(new Set([1]));
}
