import { setTimeout as delay } from 'node:timers/promises';
import { api } from '@piezario/contract/api';
import type { JobState } from '@piezario/contract/jobs';
import type { Client } from '@piezario/server/testing/client';
import { dumpCatalogue } from '@piezario/server/testing/dump';
import { finished, makeWorkbook, upload } from '@piezario/server/testing/imports';
import { startJobs } from '@piezario/server/testing/jobs';
import { openPictureImport, pixels, zipFile } from '@piezario/server/testing/picture-imports';
import { seededRandom } from '@piezario/server/testing/random';
import { startServer } from '@piezario/server/testing/server';
import { soak } from '@piezario/server/testing/soak';
import { expect, test, vi } from 'vitest';
import { copyEmbedded, copyPlain } from './support/installation.ts';
import { ADMIN, killDatabase, PLAIN, type Settings, signIn, startProcess } from './support/process.ts';

/* Jobs in real processes: servers and databases are killed, and several servers share the work. */

const KILLS = soak(1, 20);
const PARTS = soak(200, 50_000);
const ROWS = soak(200, 50_000);
const PICTURES = soak(60, 2_000);

/** Adds a brand and a product for the parts. Returns the id of the brand. */
async function addBrandAndProduct(admin: Client) {
  const { id: brand } = await admin.call(api.brands.add, { body: { name: 'Ñandú' } });
  const { id: category_id } = await admin.call(api.categories.add, { body: { name: 'Frenos nuevos' } });
  await admin.call(api.products.add, { body: { name: 'Pastillas nuevas', category_id, mercadolibre_category: '' } });
  return brand;
}

const part = (n: number) => ['Ñandú', 'Pastillas nuevas', `A-${n}`];

/** A workbook with all sheets, and six errors in every hundred parts. A repeated row is no error. */
const makeCatalogue = (parts: number, word = 'Pieza') => {
  const all = Array.from({ length: parts }, (_, index) => index);
  return makeWorkbook({
    Piezas: all.map((n) => {
      const [brand = '', product = '', code = ''] = part(n);
      return [brand, '', product, code, `${word} ${n}`, n % 100 === 7 ? 'quizás' : 'SI'];
    }),
    Atributos: all.map((n) => [...part(n), n % 100 === 9 ? '' : 'Ancho', n, 'mm']),
    Equivalencias: all.map((n) => [...part(n % 100 === 11 ? n - 1 : n), 'Fiat', n % 100 === 11 ? n - 1 : n]),
    Aplicaciones: all.map((n) => [...part(n), n % 100 === 13 ? 999_999 : 1 + ((n + word.length) % 500)]),
  });
};
const errorsIn = (parts: number) => 6 * (parts / 100);

/** Several transactions even in a small file, so that a kill interrupts the import between two of them. */
const GROUPS: Settings = { JOB_GROUP_ROWS: '50' };

type Seen = { readonly state: JobState; readonly status_message: string; readonly done: number };

/** A kind of job, with the calls that start it on any server. */
type Example = {
  readonly kind: string;
  /** Makes the data that the job needs, and starts it. Returns a function that reads its state. */
  readonly start: (admin: Client) => Promise<(client: Client) => Promise<Seen>>;
  readonly ending: RegExp;
};

const showImport = (udid: string) => async (client: Client) => {
  const { rows_done, ...file } = await client.call(api.importer.show, { params: { udid } });
  return { ...file, done: rows_done };
};

/** Imports parts, and uploads a file for a review, which changes these parts and adds new ones. */
async function uploadForReview(admin: Client) {
  await addBrandAndProduct(admin);
  await finished(admin, await upload(admin, await makeCatalogue(PARTS / 2)));
  return upload(admin, await makeCatalogue(PARTS, 'otra'), { mode: 'preview', replace: 'Aplicaciones' });
}

const EXAMPLES: readonly Example[] = [
  {
    kind: 'import',
    start: async (admin) => {
      await addBrandAndProduct(admin);
      const { udid } = await upload(admin, await makeCatalogue(PARTS));
      return showImport(udid);
    },
    ending: new RegExp(`^Completado con ${errorsIn(PARTS).toLocaleString('es-AR')} errores: `),
  },
  {
    kind: 'import that applies its own review',
    start: async (admin) => {
      await addBrandAndProduct(admin);
      const { udid } = await upload(admin, await makeCatalogue(PARTS), { mode: 'auto' });
      return showImport(udid);
    },
    ending: new RegExp(`^Completado con ${errorsIn(PARTS).toLocaleString('es-AR')} errores: `),
  },
  {
    kind: 'review',
    start: async (admin) => showImport((await uploadForReview(admin)).udid),
    ending: /^Para revisar: /,
  },
  {
    kind: 'applied review',
    start: async (admin) => {
      const { udid } = await finished(admin, await uploadForReview(admin));
      await admin.call(api.importReview.apply, { body: { udid, confirmed: 1 } });
      return showImport(udid);
    },
    ending: new RegExp(`^Completado con ${errorsIn(PARTS).toLocaleString('es-AR')} errores: `),
  },
  {
    // Undoes an import of which one part was changed later.
    kind: 'undo',
    start: async (admin) => {
      await addBrandAndProduct(admin);
      const { operation_id } = await finished(admin, await upload(admin, await makeCatalogue(PARTS)));
      await admin.call(api.attributes.store, { body: { part_id: 1, name: 'Alto', value: '1' } });
      const { id: undoId } = await admin.call(api.undos.store, { body: { operation_id: operation_id ?? 0 } });
      return (client) => client.call(api.undos.show, { params: { undoId } });
    },
    ending: new RegExp(
      `^Completado: ${(PARTS - PARTS / 100 - 1).toLocaleString('es-AR')} deshechas, 1 conservada, 0 imposibles$`,
    ),
  },
  {
    kind: 'bulk action',
    start: async (admin) => {
      const brandId = await addBrandAndProduct(admin);
      await finished(admin, await upload(admin, await makeCatalogue(PARTS)));
      const action = { do: 'set_attribute', name: 'Material', value: 'Acero' } as const;
      const matching = { brandId, productId: 'all', query: {} } as const;
      const { id: bulkId } = await admin.call(api.bulk.store, { body: { matching, action } });
      return (client) => client.call(api.bulk.show, { params: { bulkId } });
    },
    ending: new RegExp(
      `^Completado: ${(PARTS - PARTS / 100).toLocaleString('es-AR')} cambiadas, 0 sin cambios, 0 imposibles$`,
    ),
  },
  {
    // Two pictures of each part, and one that has no part.
    kind: 'import of pictures',
    start: async (admin) => {
      const brand = await addBrandAndProduct(admin);
      const codes = Array.from({ length: PICTURES / 2 }, (_, n) => `${1000 + n}`);
      const Piezas = codes.map((code) => ['Ñandú', '', 'Pastillas nuevas', code]);
      await finished(admin, await upload(admin, await makeWorkbook({ Piezas })));
      const [front, back] = [await pixels(1), await pixels(2)];
      const pictures = codes.flatMap((code) => [[`${code}.jpg`, front] as const, [`${code} (2).jpg`, back] as const]);
      const zip = await zipFile({ ...Object.fromEntries(pictures), 'otra.jpg': front });
      const { id } = await openPictureImport(admin, { brand }, [zip]);
      await admin.call(api.pictureImports.apply, { body: { id, mode: 'replace' } });
      return (client) => client.call(api.pictureImports.show, { params: { pictureImportId: id } });
    },
    ending: new RegExp(`^Completado: ${PICTURES.toLocaleString('es-AR')} guardadas, 0 que ya estaban, 1 sin guardar$`),
  },
];

const isActive = (state: JobState) => state === 'queued' || state === 'running';

const ended = async (read: () => Promise<Seen>) =>
  vi.waitFor(
    async () => {
      const { state, status_message, done } = await read();
      expect(isActive(state), `It is still running: ${status_message}`).toBe(false);
      return { state, status_message, done };
    },
    { timeout: 200_000, interval: 50 },
  );

test.each(EXAMPLES)(
  `kill -9 of the server, ${KILLS} times, leaves the same data as an undisturbed $kind`,
  async (example) => {
    const [calm, stormy] = [await copyPlain(), await copyPlain()];
    const undisturbed = await startServer({}, calm.connection);
    startJobs(undisturbed);
    const calmAdmin = await undisturbed.guest.signIn(ADMIN.email, ADMIN.password);
    const readCalm = await example.start(calmAdmin);
    const expected = await ended(() => readCalm(calmAdmin));

    const settings = { ...stormy.settings, ...GROUPS };
    const random = seededRandom();
    let server = startProcess(settings);
    let admin = await signIn(server);
    const read = await example.start(admin);
    for (let death = 0; death < KILLS; death++) {
      const before = await read(admin);
      await delay(random.next() * 1_500);
      await server.end('SIGKILL');
      server = startProcess(settings);
      admin = await signIn(server);
      // The new server continues the job by itself.
      await vi.waitFor(async () => {
        const { state, status_message, done } = await read(admin);
        expect(!isActive(state) || done > before.done, status_message).toBe(true);
      }, 200_000);
    }
    expect(await ended(() => read(admin))).toEqual(expected);
    expect(expected.status_message).toMatch(example.ending);
    expect(await dumpCatalogue(stormy.connection)).toEqual(await dumpCatalogue(calm.connection));
  },
);

test('two servers share five files of three people, and each file is done once', async () => {
  // The servers share the files on disk, as they would share an S3 store.
  const { connection, settings } = await copyPlain();
  const start = () => startProcess({ ...settings, ...GROUPS });
  const servers = [start(), start()] as const;
  const [admin, elsewhere] = [await signIn(servers[0]), await signIn(servers[1])];
  await addBrandAndProduct(admin);
  const [one, other] = await Promise.all(
    servers.map(async (server, index) => {
      const email = `persona-${index}@example.com`;
      const body = { name: email, email, password: 'una-clave-dada', role: 'staff' as const };
      await admin.call(api.users.store, { body });
      return (await server.client()).signInFirst(email, body.password, ADMIN.password);
    }),
  );
  if (!one || !other) throw new Error('There are two servers');
  const uploaders = [admin, elsewhere, one, other, one];
  const sent = await Promise.all(
    uploaders.map(async (client, file) => {
      const codes = Array.from({ length: ROWS }, (_, n) => `F${file}-${n}`);
      const workbook = await makeWorkbook({ Piezas: codes.map((code) => ['Ñandú', '', 'Pastillas nuevas', code]) });
      return upload(client, workbook);
    }),
  );
  const done = await Promise.all(sent.map((file) => finished(admin, file)));
  const message = `Completado: ${ROWS.toLocaleString('es-AR')} nuevas, 0 modificadas, 0 sin cambios`;
  expect(done.map(({ status_message }) => status_message)).toEqual(done.map(() => message));
  const { parts } = await dumpCatalogue(connection);
  expect(parts).toHaveLength(uploaders.length * ROWS);
  expect(new Set(parts.map(({ version }) => version))).toEqual(new Set([1]));
});

test('an import outlives a stop of the server and kill -9 of its database', async () => {
  const DATA_DIR = await copyEmbedded();
  const settings = { ...PLAIN, ...GROUPS, DATA_DIR };
  const server = startProcess(settings);
  const admin = await signIn(server);
  await addBrandAndProduct(admin);
  const { udid } = await upload(admin, await makeCatalogue(PARTS));
  const show = (client: Client) => client.call(api.importer.show, { params: { udid } });
  await vi.waitFor(async () => expect((await show(admin)).rows_done).toBeGreaterThan(0), 100_000);
  expect(await server.end('SIGTERM')).toBe(0);

  const client = await signIn(startProcess(settings));
  const before = await show(client);
  await vi.waitFor(async () => {
    const { state, rows_done } = await show(client);
    expect(state === 'done' || rows_done > before.rows_done).toBe(true);
  }, 100_000);
  await killDatabase(DATA_DIR);
  await vi.waitFor(
    async () => expect((await client.send(api.importer.show, { params: { udid } })).code).toBe(200),
    100_000,
  );
  const done = await finished(client, { udid });
  expect(done).toMatchObject({ state: 'done', rows_done: done.rows_total, errors_count: errorsIn(PARTS) });
});
