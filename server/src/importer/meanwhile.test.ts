import { api } from '@piezario/contract/api';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { addBrand, addCategory, addPart, addProduct } from '../testing/catalogue.ts';
import { errorsOf, finished, makeWorkbook, startImports, upload } from '../testing/imports.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';

/* What happens to an import while it runs. Its second batch finds a part that somebody holds, and waits there. */

// Tens of thousands of rows may take their time on a busy machine.
vi.setConfig({ testTimeout: 240_000 });

const BATCH = 4_000;
const server = await startServer();
const { db } = server;
startImports(server);
const product = await addProduct(db, (await addCategory(db)).id, 'Pastillas');

/** Somebody with a brand of their own, and an import of theirs that is in its second batch of three. */
async function halfway() {
  const brand = await addBrand(db);
  const maker = await enrol(server, 'manufacturer', { part_brand_id: brand.id });
  const held = await addPart(db, brand.id, product.id, `C${BATCH + 1}`);
  const rows = Array.from({ length: 3 * BATCH }, (_, index) => [brand.name, '', 'Pastillas', `C${index}`, '', 'NO']);
  const holder = await db.startTransaction().execute();
  await holder.selectFrom('parts').where('id', '=', held.id).select('id').forUpdate().execute();
  const { udid } = await upload(maker, await makeWorkbook({ Piezas: rows }));
  await vi.waitFor(async () => {
    const { rows: waiting } = await sql`select from pg_stat_activity
      where application_name = 'piezario import' and wait_event_type = 'Lock' and datname = current_database()`.execute(
      db,
    );
    expect(waiting).toHaveLength(1);
  }, 200_000);
  return {
    ...{ brand, maker, udid, held },
    /** Whoever holds the part. */
    holder,
    letGo: () => holder.commit().execute(),
    countParts: async () => {
      const parts = await db.selectFrom('parts').where('part_brand_id', '=', brand.id).select('id').execute();
      return parts.length;
    },
  };
}

test('its progress is seen, batch by batch', async () => {
  const { maker, udid, letGo } = await halfway();
  expect(await maker.call(api.importer.show, { params: { udid } })).toMatchObject({
    state: 'running',
    status_message: 'Procesando 4.000 de 12.000 filas',
    rows_total: 3 * BATCH,
    rows_done: BATCH,
    rows_created: BATCH,
  });
  await letGo();
  expect((await finished(maker, { udid })).status_message).toBe(
    'Completado: 11.999 nuevas, 1 modificada, 0 sin cambios',
  );
});

test('cancelled, it stops at once, and what went in before stays', async () => {
  const { maker, udid, letGo, countParts } = await halfway();
  expect(await maker.call(api.importer.cancel, { body: { udid } })).toMatchObject({
    state: 'cancelled',
    status_message: 'Cancelado: quedaron 4.000 nuevas, 0 modificadas, 0 sin cambios',
    rows_done: BATCH,
  });
  await letGo();
  await nobodyWorks();
  expect(await countParts()).toBe(BATCH + 1);
});

test('removed, it stops at once, and what went in before stays', async () => {
  const { maker, udid, letGo, countParts } = await halfway();
  await maker.call(api.importer.remove, { body: { udid } });
  expect(await maker.send(api.importer.show, { params: { udid } })).toMatchObject({ code: 404 });
  await letGo();
  await nobodyWorks();
  expect(await countParts()).toBe(BATCH + 1);
});

test('a grant that is withdrawn is so from the next batch on', async () => {
  const { maker, udid, letGo, countParts } = await halfway();
  await db.deleteFrom('grants').where('user_id', '=', maker.id).execute();
  await letGo();
  const done = await finished(maker, { udid });
  expect(done).toMatchObject({ state: 'done', rows_created: 2 * BATCH - 1, errors_count: BATCH });
  const [first] = await errorsOf(maker, done);
  expect(first).toMatch(/^Piezas 8002 Marca «.*»: No existe o no está a tu alcance$/);
  expect(await countParts()).toBe(2 * BATCH);
});

test('an owner who is deactivated imports nothing more', async () => {
  const { maker, udid, letGo, countParts } = await halfway();
  await db.updateTable('users').set({ active: false }).where('id', '=', maker.id).execute();
  await letGo();
  const admin = await enrol(server, 'admin');
  expect(await finished(admin, { udid })).toMatchObject({
    state: 'failed',
    status_message: 'Fallido: la cuenta que lo subió ya no puede importar',
    rows_done: 2 * BATCH,
  });
  expect(await countParts()).toBe(2 * BATCH);
});

test('what somebody saves in the same part meanwhile is not lost', async () => {
  const { maker, udid, held, holder, letGo } = await halfway();
  await holder.updateTable('parts').set({ observation: 'De la pantalla' }).where('id', '=', held.id).execute();
  await letGo();
  await finished(maker, { udid });
  expect(await maker.call(api.parts.show, { params: { partId: held.id } })).toMatchObject({
    observation: 'De la pantalla',
    enabled: 0,
  });
});

test('a part that somebody removes or creates meanwhile is there once', async () => {
  const { maker, brand, udid, held, holder, letGo, countParts } = await halfway();
  await holder.deleteFrom('parts').where('id', '=', held.id).execute();
  const values = { part_brand_id: brand.id, part_product_id: product.id, observation: 'De la pantalla' };
  await holder
    .insertInto('parts')
    .values({ ...values, code: `c-${BATCH + 2}` })
    .execute();
  await letGo();
  const done = await finished(maker, { udid });
  expect(done).toMatchObject({ rows_created: 3 * BATCH - 1, rows_updated: 1, errors_count: 0 });
  expect(await countParts()).toBe(3 * BATCH);
});

test('a connection to the database that is cut costs nothing but a moment', async () => {
  const { maker, udid, letGo, countParts } = await halfway();
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'piezario import' and datname = current_database()`.execute(db);
  const statusMessage = async () => (await maker.call(api.importer.show, { params: { udid } })).status_message;
  await vi.waitFor(async () => expect(await statusMessage()).toMatch(/^En espera: /), 200_000);
  await vi.waitFor(async () => expect(await statusMessage()).toMatch(/^Procesando/), 200_000);
  await letGo();
  const done = await finished(maker, { udid });
  expect(done).toMatchObject({ state: 'done', rows_created: 3 * BATCH - 1, rows_updated: 1, errors_count: 0 });
  expect(await countParts()).toBe(3 * BATCH);
});

/** No worker is connected any more. */
const nobodyWorks = () =>
  vi.waitFor(async () => {
    const { rows } = await sql`select from pg_stat_activity
      where application_name = 'piezario import' and datname = current_database()`.execute(db);
    expect(rows).toEqual([]);
  }, 200_000);
