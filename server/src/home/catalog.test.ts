import { api } from '@piezario/contract/api';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addBrand, addCategory, addCross, addPart, addPicture, addProduct, addVehicle } from '../testing/catalogue.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';
import { sweepSnapshots, TODAY } from './snapshots.ts';

const server = await startServer();
const { db } = server;
const [brand, other] = [await addBrand(db, 'Álamo'), await addBrand(db, 'Zorzal')];
const [filters, oils] = [await addCategory(db, 'Filtros'), await addCategory(db, 'Aceites')];
const [product, oil] = [await addProduct(db, filters.id), await addProduct(db, oils.id)];
const vehicle = await addVehicle(db);
const admin = await enrol(server, 'admin');
const maker = await enrol(server, 'manufacturer', { part_brand_id: brand.id });
const rival = await enrol(server, 'manufacturer', { part_brand_id: other.id, part_category_id: oils.id });

await db
  .updateTable('part_products')
  .set({ mercadolibre_category: 'MLA1', requires: ['vehicles', 'crosses'], photos_required: 0 })
  .where('id', '=', product.id)
  .execute();
await db
  .updateTable('part_products')
  .set({ requires: ['observation'], photos_required: 0, takes_vehicles: false })
  .where('id', '=', oil.id)
  .execute();

const catalogOf = (person: typeof admin) => person.call(api.home.catalog, {});
const progressOf = (person: typeof admin, part_brand_id?: number) =>
  person.call(api.home.progress, { query: part_brand_id === undefined ? {} : { part_brand_id } });

const { id } = await addPart(db, brand.id, product.id);
await addPart(db, brand.id, product.id);
await addPart(db, brand.id, oil.id);
const disabled = await addPart(db, brand.id, oil.id);
await db.updateTable('parts').set({ enabled: false }).where('id', '=', disabled.id).execute();
await addPart(db, other.id, product.id);
await addPart(db, other.id, oil.id);

const figures = (parts: number, complete: number, publishable: number) => ({ parts, complete, publishable });

test('the completeness of the catalog, by brand and category, follows every change', async () => {
  const before = [
    { id: oils.id, name: 'Aceites', ...figures(1, 0, 0) },
    { id: filters.id, name: 'Filtros', ...figures(2, 0, 0) },
  ];
  expect(await catalogOf(maker)).toEqual([{ id: brand.id, name: 'Álamo', ...figures(3, 0, 0), categories: before }]);
  await db.insertInto('part_vehicles').values({ part_id: id, vehicle_id: vehicle.id }).execute();
  await addCross(db, id);
  await addPicture(db, id);
  const after = [before[0], { ...before[1], ...figures(2, 1, 1) }];
  const ofBrand = { id: brand.id, name: 'Álamo', ...figures(3, 1, 1), categories: after };
  expect(await catalogOf(maker)).toEqual([ofBrand]);
  expect(await catalogOf(admin)).toEqual([
    ofBrand,
    { id: other.id, name: 'Zorzal', ...figures(2, 0, 0), categories: [before[0], { ...before[1], parts: 1 }] },
  ]);
  expect(await catalogOf(rival)).toMatchObject([{ id: other.id, ...figures(1, 0, 0), categories: [{ id: oils.id }] }]);
});

test('the figures are those of Pendientes', async () => {
  const ofPending = await admin.call(api.pending.list, { query: {} });
  expect(ofPending.map(({ gaps, part_brand_id, part_product_id, ...brand }) => brand)).toEqual(
    (await catalogOf(admin)).map(({ categories, ...brand }) => brand),
  );
});

const snapshots = async () =>
  (
    await sql<{
      row: string;
    }>`select row(day - ${TODAY}, part_brand_id, part_product_id, parts, complete, publishable)::text
      as row from gap_snapshots order by day, part_brand_id, part_product_id`.execute(db)
  ).rows.map(({ row }) => row);

test('a snapshot can be taken repeatedly and concurrently, and has the last figures of the day', async () => {
  await Promise.all([sweepSnapshots(db), sweepSnapshots(db), sweepSnapshots(db)]);
  const [a, b, p, o] = [brand.id, other.id, product.id, oil.id];
  const taken = [`(0,${a},${p},2,1,1)`, `(0,${a},${o},1,0,0)`, `(0,${b},${p},1,0,0)`, `(0,${b},${o},1,0,0)`];
  expect(await snapshots()).toEqual(taken);
  const { id: added } = await addPart(db, brand.id, product.id);
  const gone = await addBrand(db);
  const last = await addPart(db, gone.id, oil.id);
  await sweepSnapshots(db);
  expect(await snapshots()).toEqual([`(0,${a},${p},3,1,1)`, ...taken.slice(1), `(0,${gone.id},${o},1,0,0)`]);
  await db.deleteFrom('parts').where('id', 'in', [added, last.id]).execute();
  await sweepSnapshots(db);
  expect(await snapshots()).toEqual(taken);
});

const addSnapshot = (daysAgo: number, part_brand_id: number, complete: number, part_product_id = product.id) =>
  sql`insert into gap_snapshots values (${TODAY} - ${daysAgo}::int, ${part_brand_id}, ${part_product_id}, 10, ${complete}, 1)`.execute(
    db,
  );

test('progress has the last snapshot of each of twelve weeks, and ends with the current figures', async () => {
  await addSnapshot(8, brand.id, 4);
  await addSnapshot(7, brand.id, 5);
  await addSnapshot(7, other.id, 6);
  await addSnapshot(7, other.id, 1, oil.id);
  await addSnapshot(30, brand.id, 3);
  await addSnapshot(91, brand.id, 1);
  const [, , now] = await progressOf(maker);
  expect(await progressOf(maker)).toMatchObject([
    { ...figures(10, 3, 1) },
    { ...figures(10, 5, 1) },
    { ...figures(3, 1, 1) },
  ]);
  expect(now?.day).toBe((await sql<{ day: string }>`select ${TODAY}::text as day`.execute(db)).rows[0]?.day);
  expect(await progressOf(admin)).toMatchObject([{ complete: 3 }, { ...figures(30, 12, 3) }, { ...figures(5, 1, 1) }]);
  expect(await progressOf(admin, brand.id)).toEqual(await progressOf(maker));
  expect(await progressOf(rival)).toMatchObject([{ ...figures(10, 1, 1) }, { ...figures(1, 0, 0) }]);
  expect(await progressOf(rival, brand.id)).toMatchObject([{ ...figures(0, 0, 0) }]);
});

test('snapshots of 90 days and the Mondays of two years are kept; those of a removed brand are deleted', async () => {
  const gone = await addBrand(db);
  for (const days of [
    1,
    2,
    90,
    ...Array.from({ length: 14 }, (_, index) => 91 + index),
    720,
    721,
    722,
    723,
    724,
    725,
    726,
  ])
    await addSnapshot(days, gone.id, 1);
  await addSnapshot(735, gone.id, 1);
  await sweepSnapshots(db);
  const { rows } = await sql<{ ago: number; weekday: number }>`
    select ${TODAY} - day as ago, extract(isodow from day)::int as weekday from gap_snapshots
    where part_brand_id = ${gone.id} order by day desc`.execute(db);
  expect(rows.slice(0, 3).map(({ ago }) => ago)).toEqual([1, 2, 90]);
  expect(rows.slice(3).map(({ weekday }) => weekday)).toEqual([1, 1, 1]);
  await admin.call(api.brands.remove, { body: { brand_id: gone.id } });
  const left = db.selectFrom('gap_snapshots').where('part_brand_id', '=', gone.id).select('day');
  expect(await left.execute()).toEqual([]);
});
