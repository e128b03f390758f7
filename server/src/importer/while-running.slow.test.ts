import { api } from '@piezario/contract/api';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { addBrand, addCategory, addPart, addProduct } from '../testing/catalogue.ts';
import { openTransaction } from '../testing/database.ts';
import { errorsOf, finished, makeWorkbook, upload } from '../testing/imports.ts';
import { startJobs } from '../testing/jobs.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';

/* Changes while an import runs. Another transaction locks a part of its second group, so that it waits there. */

vi.setConfig({ testTimeout: 240_000 });

const GROUP = 50;
const server = await startServer({ jobLimits: { groupRows: GROUP } });
const { db } = server;
startJobs(server);
const product = await addProduct(db, (await addCategory(db)).id, 'Pastillas');

/** A manufacturer with its own brand, and its import, which waits in the second group of three. */
async function halfway() {
  const brand = await addBrand(db);
  const maker = await enrol(server, 'manufacturer', { part_brand_id: brand.id });
  const held = await addPart(db, brand.id, product.id, `C${GROUP + 1}`);
  const rows = Array.from({ length: 3 * GROUP }, (_, index) => [brand.name, '', 'Pastillas', `C${index}`, '', 'NO']);
  const holder = await openTransaction(server.connection);
  await holder.query(`select from parts where id = ${held.id} for update`);
  const { udid } = await upload(maker, await makeWorkbook({ Piezas: rows }));
  await vi.waitFor(async () => {
    const { rows: waiting } = await sql`select from pg_stat_activity
      where application_name = 'piezario job' and wait_event_type = 'Lock' and datname = current_database()`.execute(
      db,
    );
    expect(waiting).toHaveLength(1);
  }, 200_000);
  return {
    ...{ brand, maker, udid, held },
    /** The transaction that locks the part. */
    holder,
    unlock: holder.commit,
    countParts: async () => {
      const parts = await db.selectFrom('parts').where('part_brand_id', '=', brand.id).select('id').execute();
      return parts.length;
    },
  };
}

test('the progress of an import is shown group by group', async () => {
  const { maker, udid, unlock } = await halfway();
  expect(await maker.call(api.importer.show, { params: { udid } })).toMatchObject({
    state: 'running',
    status_message: 'Procesando 50 de 150 filas',
    rows_total: 3 * GROUP,
    rows_done: GROUP,
    rows_created: GROUP,
  });
  await unlock();
  expect((await finished(maker, { udid })).status_message).toBe('Completado: 149 nuevas, 1 modificada, 0 sin cambios');
});

test('a canceled import stops at once and keeps the rows saved before', async () => {
  const { maker, udid, unlock, countParts } = await halfway();
  expect(await maker.call(api.importer.cancel, { body: { udid } })).toMatchObject({
    state: 'cancelled',
    status_message: 'Cancelado: quedaron 50 nuevas, 0 modificadas, 0 sin cambios',
    rows_done: GROUP,
  });
  await unlock();
  await noWorkers();
  expect(await countParts()).toBe(GROUP + 1);
});

test('a removed import stops at once and keeps the rows saved before', async () => {
  const { maker, udid, unlock, countParts } = await halfway();
  await maker.call(api.importer.remove, { body: { udid } });
  expect(await maker.send(api.importer.show, { params: { udid } })).toMatchObject({ code: 404 });
  await unlock();
  await noWorkers();
  expect(await countParts()).toBe(GROUP + 1);
});

test('a withdrawn grant stops counting from the next group on', async () => {
  const { maker, udid, unlock, countParts } = await halfway();
  await db.deleteFrom('grants').where('user_id', '=', maker.id).execute();
  await unlock();
  const done = await finished(maker, { udid });
  expect(done).toMatchObject({ state: 'done', rows_created: 2 * GROUP - 1, errors_count: GROUP });
  const [first] = await errorsOf(maker, done);
  expect(first).toMatch(/^Piezas 102 Marca «.*»: No existe o no está a tu alcance$/);
  expect(await countParts()).toBe(2 * GROUP);
});

test('an owner who is deactivated imports nothing more', async () => {
  const { maker, udid, unlock, countParts } = await halfway();
  await db.updateTable('users').set({ active: false }).where('id', '=', maker.id).execute();
  await unlock();
  const admin = await enrol(server, 'admin');
  expect(await finished(admin, { udid })).toMatchObject({
    state: 'failed',
    status_message: 'Fallido: la cuenta que lo subió ya no puede importar',
    rows_done: 2 * GROUP,
  });
  expect(await countParts()).toBe(2 * GROUP);
});

test('a change that another user saves in the same part is not lost', async () => {
  const { maker, udid, held, holder, unlock } = await halfway();
  await holder.query(`update parts set observation = 'De la pantalla' where id = ${held.id}`);
  await unlock();
  await finished(maker, { udid });
  expect(await maker.call(api.parts.show, { params: { partId: held.id } })).toMatchObject({
    observation: 'De la pantalla',
    enabled: 0,
  });
});

test('a part that another user removes or creates at the same time exists once', async () => {
  const { maker, brand, udid, held, holder, unlock, countParts } = await halfway();
  await holder.query(`delete from parts where id = ${held.id}`);
  await holder.query(`insert into parts (part_brand_id, part_product_id, code, observation)
    values (${brand.id}, ${product.id}, 'c-${GROUP + 2}', 'De la pantalla')`);
  await unlock();
  const done = await finished(maker, { udid });
  expect(done).toMatchObject({ rows_created: 3 * GROUP - 1, rows_updated: 1, errors_count: 0 });
  expect(await countParts()).toBe(3 * GROUP);
});

test('a lost connection to the database only delays the import', async () => {
  const { maker, udid, unlock, countParts } = await halfway();
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'piezario job' and datname = current_database()`.execute(db);
  const statusMessage = async () => (await maker.call(api.importer.show, { params: { udid } })).status_message;
  await vi.waitFor(async () => expect(await statusMessage()).toMatch(/^En espera: /), 200_000);
  await vi.waitFor(async () => expect(await statusMessage()).toMatch(/^Procesando/), 200_000);
  await unlock();
  const done = await finished(maker, { udid });
  expect(done).toMatchObject({ state: 'done', rows_created: 3 * GROUP - 1, rows_updated: 1, errors_count: 0 });
  expect(await countParts()).toBe(3 * GROUP);
});

/** Waits until no worker is connected. */
const noWorkers = () =>
  vi.waitFor(async () => {
    const { rows } = await sql`select from pg_stat_activity
      where application_name = 'piezario job' and datname = current_database()`.execute(db);
    expect(rows).toEqual([]);
  }, 200_000);
