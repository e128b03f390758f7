import { api } from '@piezario/contract/api';
import { MAX_COMPARED, MAX_CONFLICTS } from '@piezario/contract/conflicts';
import { expect, test } from 'vitest';
import { addBrand, addCategory, addPart, addProduct, addVehicle } from '../testing/catalogue.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';
import { countConflicts } from './conflicts.ts';
import { sweepAlternatives, sweepConflicts } from './sweep.ts';

const server = await startServer();
const { db } = server;
const [brand, other] = [await addBrand(db), await addBrand(db)];
const category = await addCategory(db);
const maker = await enrol(server, 'manufacturer', { part_brand_id: brand.id });
const [uno, palio] = [await addVehicle(db, 'Uno'), await addVehicle(db, 'Palio')];

type Said = { positions?: string; from_year?: number; until_year?: number; quantity?: number };

/** Creates a product. Returns functions that add parts with applications to it, and that read its conflicts. */
async function setUp() {
  const product = (await addProduct(db, category.id)).id;
  const add = async (code: string, ...fits: (Said & { on: { id: number } })[]) => {
    const part = await addPart(db, brand.id, product, code);
    for (const { on, ...said } of fits) {
      await db
        .insertInto('part_vehicles')
        .values({ part_id: part.id, vehicle_id: on.id, ...said })
        .execute();
    }
    return part.id;
  };
  const list = () => maker.call(api.conflicts.list, { params: { partBrandId: brand.id, partProductId: product } });
  const codes = async () => (await list()).pairs.map((pair) => [pair.part.code, pair.other.code]);
  /** The stored count, after a sweep. */
  const counted = async () => {
    await sweepConflicts(db);
    const { places } = await maker.call(api.conflicts.places, { query: {} });
    return places.find(({ part_product_id }) => part_product_id === product)?.pairs ?? 0;
  };
  return { product, add, list, codes, counted };
}

test('two parts in the same place of a vehicle are a conflict, the pair with most vehicles first', async () => {
  const { add, list } = await setUp();
  const one = await add('A', { on: uno, positions: 'Delantera' });
  await add('B', { on: uno, positions: 'Delantera' }, { on: palio });
  await add('C', { on: uno, positions: 'Delantera' }, { on: palio });
  await add('D', { on: uno, positions: 'Trasera' });
  const found = await list();
  expect(found.total).toBe(3);
  expect(found.pairs.map(({ part, other, vehicles }) => [part.code, other.code, vehicles])).toEqual([
    ['B', 'C', 2],
    ['A', 'B', 1],
    ['A', 'C', 1],
  ]);
  expect(found.pairs[0]?.examples).toMatchObject([
    { id: palio.id, model: 'Palio', positions: [] },
    { id: uno.id, model: 'Uno', positions: ['Delantera'] },
  ]);
  expect(found.pairs[1]?.part).toEqual({ id: one, part_brand_id: brand.id, code: 'A' });
});

test('other positions, other years, and parts that are not offered are no conflict', async () => {
  const { product, add, codes } = await setUp();
  await add('IZQUIERDA', { on: uno, positions: 'Izquierda' });
  await add('DERECHA', { on: uno, positions: 'Derecha' });
  await add('SIN-POSICIÓN', { on: uno });
  await add('HASTA-2010', { on: palio, until_year: 2010 });
  await add('DESDE-2011', { on: palio, from_year: 2011 });
  const disabled = await add('DESHABILITADA', { on: uno });
  const discontinued = await add('DISCONTINUADA', { on: uno });
  await db.updateTable('parts').set({ enabled: false }).where('id', '=', disabled).execute();
  await db.updateTable('parts').set({ discontinued: true }).where('id', '=', discontinued).execute();
  const theirs = await addPart(db, other.id, product);
  await db.insertInto('part_vehicles').values({ part_id: theirs.id, vehicle_id: uno.id }).execute();
  expect(await codes()).toEqual([]);
  await add('2010-2012', { on: palio, from_year: 2010, until_year: 2012 });
  expect(await codes()).toEqual([
    ['HASTA-2010', '2010-2012'],
    ['DESDE-2011', '2010-2012'],
  ]);
});

test('alternatives are not counted and are listed last, until the decision is undone', async () => {
  const { add, list } = await setUp();
  const [a, b] = [await add('A', { on: uno }, { on: palio }), await add('B', { on: uno }, { on: palio })];
  const third = await add('C', { on: uno });
  const body = { part_id: b, other_id: a };
  await maker.call(api.conflicts.silence, { body });
  await maker.call(api.conflicts.silence, { body: { part_id: a, other_id: b } });
  const found = await list();
  expect(found.total).toBe(2);
  expect(found.pairs.map(({ part, other, is_alternative }) => [part.id, other.id, is_alternative])).toEqual([
    [a, third, 0],
    [b, third, 0],
    [a, b, 1],
  ]);
  await maker.call(api.conflicts.restore, { body });
  expect((await list()).total).toBe(3);
  expect(await maker.send(api.conflicts.silence, { body: { part_id: a, other_id: a } })).toMatchObject({
    code: 422,
    result: { errors: { other_id: 'Es la misma pieza' } },
  });
});

test('alternatives outlast a restore from the trash, and are deleted once a part is deleted for good', async () => {
  const { add, list } = await setUp();
  const [a, b] = [await add('A', { on: uno }), await add('B', { on: uno })];
  await maker.call(api.conflicts.silence, { body: { part_id: a, other_id: b } });
  await maker.call(api.parts.remove, { body: { id: b } });
  expect((await list()).pairs).toEqual([]);
  await sweepAlternatives(db);
  await maker.call(api.trash.restore, { body: { ids: [b] } });
  expect(await list()).toMatchObject({ total: 0, pairs: [{ is_alternative: 1 }] });

  const stored = () => db.selectFrom('alternatives').where('part_id', '=', a).selectAll().execute();
  await sweepAlternatives(db);
  expect(await stored()).toHaveLength(1);
  await maker.call(api.parts.remove, { body: { id: b } });
  await db.deleteFrom('removed_parts').where('id', '=', b).execute();
  await sweepAlternatives(db);
  expect(await stored()).toEqual([]);
});

test('only the first parts of a vehicle are compared, and vehicles with more parts are counted', async () => {
  const { product, list } = await setUp();
  await server.sql(`
    with made as (
      insert into parts (part_brand_id, part_product_id, code)
      select ${brand.id}, ${product}, 'M' || n from generate_series(1, 3000) n returning id)
    insert into part_vehicles (part_id, vehicle_id)
    select id, case when id % 2 = 0 then ${uno.id} else ${palio.id} end from made`);
  const found = await list();
  expect(found).toMatchObject({ crowded: 2, total: MAX_COMPARED * (MAX_COMPARED - 1) });
  expect(found.pairs).toHaveLength(MAX_CONFLICTS);
});

test('a sweep counts what changed: applications, flags, moves, the trash', async () => {
  const { product, add, list, counted } = await setUp();
  const [a, b] = [await add('A', { on: uno }), await add('B', { on: uno })];
  await add('C', { on: uno }, { on: palio });
  expect(await counted()).toBe(3);
  await db.updateTable('part_vehicles').set({ positions: 'Trasera' }).where('part_id', '=', a).execute();
  expect(await counted()).toBe(1);
  await db.updateTable('parts').set({ enabled: false }).where('id', '=', b).execute();
  expect(await counted()).toBe(0);
  await db.updateTable('parts').set({ enabled: true }).where('id', '=', b).execute();
  expect(await counted()).toBe(1);
  const elsewhere = (await addProduct(db, category.id)).id;
  await db.updateTable('parts').set({ part_product_id: elsewhere }).where('id', '=', b).execute();
  expect(await counted()).toBe(0);
  await db.updateTable('parts').set({ part_product_id: product }).where('id', '=', b).execute();
  expect(await counted()).toBe(1);
  await maker.call(api.parts.remove, { body: { id: b } });
  expect(await counted()).toBe(0);
  await maker.call(api.trash.restore, { body: { ids: [b] } });
  expect(await counted()).toBe(1);
  expect((await list()).total).toBe(1);

  // Changes that cannot affect a conflict add no signals.
  await sweepConflicts(db);
  await db.updateTable('parts').set({ observation: 'Con válvula' }).where('id', '=', b).execute();
  await maker.call(api.attributes.store, { body: { part_id: a, name: 'Alto', value: '1', unit: '' } });
  expect(await db.selectFrom('conflict_signals').selectAll().execute()).toEqual([]);
});

test('a decision is counted at once, and concurrent sweeps count every place', async () => {
  const { add, counted } = await setUp();
  const [a, b] = [await add('A', { on: uno }), await add('B', { on: uno })];
  await Promise.all([sweepConflicts(db), sweepConflicts(db)]);
  const body = { part_id: a, other_id: b };
  const total = () => countConflicts(db, { id: maker.id, role: 'manufacturer' });
  const before = await total();
  await maker.call(api.conflicts.silence, { body });
  expect(await total()).toBe(before - 1);
  expect(await counted()).toBe(0);
  await maker.call(api.conflicts.restore, { body });
  expect(await total()).toBe(before);
  expect(await counted()).toBe(1);
});

test('places are those of the scope, the one with most pairs first', async () => {
  const [few, many] = [await setUp(), await setUp()];
  for (const code of ['A', 'B']) await few.add(code, { on: uno });
  for (const code of ['A', 'B', 'C']) await many.add(code, { on: uno });
  const theirs = [await addPart(db, other.id, few.product, 'A'), await addPart(db, other.id, few.product, 'B')];
  for (const { id } of theirs) {
    await db.insertInto('part_vehicles').values({ part_id: id, vehicle_id: uno.id }).execute();
  }
  await sweepConflicts(db);
  const ofProduct = await enrol(server, 'manufacturer', { part_brand_id: brand.id, part_product_id: few.product });
  expect(await ofProduct.call(api.conflicts.places, { query: {} })).toEqual({
    total: 1,
    places: [
      {
        ...{ part_brand_id: brand.id, brand: brand.name, part_product_id: few.product },
        ...{ product: expect.any(String), pairs: 1 },
      },
    ],
  });
  const mine = (await maker.call(api.conflicts.places, { query: {} })).places;
  expect(mine.every(({ part_brand_id }) => part_brand_id === brand.id)).toBe(true);
  const products = mine.map(({ part_product_id }) => part_product_id);
  expect(products.indexOf(many.product)).toBeLessThan(products.indexOf(few.product));
  expect(mine.map(({ pairs }) => pairs)).toEqual(mine.map(({ pairs }) => pairs).sort((x, y) => y - x));
});
