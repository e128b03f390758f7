import { api } from '@piezario/contract/api';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addBrand, addCategory, addPart, addProduct, addVehicle } from '../testing/catalogue.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';
import { sweepRejected } from './sweep.ts';

const server = await startServer();
const { db } = server;
const [brand, other, outside] = [
  await addBrand(db, 'Álamo'),
  await addBrand(db, 'Zorzal'),
  await addBrand(db, 'Ajena'),
];
const category = await addCategory(db);
const [uno, palio, siena] = [await addVehicle(db, 'Uno'), await addVehicle(db, 'Palio'), await addVehicle(db, 'Siena')];
const admin = await enrol(server, 'admin');
const maker = await enrol(server, 'manufacturer', { part_brand_id: brand.id }, { part_brand_id: other.id });

type Said = { positions?: string; note?: string; from_year?: number; quantity?: number };

async function addSource(place: { id: number }, product: number, code: string, oem = ['Fiat', '7700-1']) {
  const { id } = await addPart(db, place.id, product, code);
  const [vehicleBrand = '', number = ''] = oem;
  await db.insertInto('part_crosses').values({ part_id: id, brand: vehicleBrand, code: number }).execute();
  const fits = (vehicle_id: number, said: Said = {}) =>
    db
      .insertInto('part_vehicles')
      .values({ part_id: id, vehicle_id, ...said })
      .execute();
  return { id, fits };
}

/** A part without vehicles, and two parts of the same product with the same OEM number. */
async function setUp() {
  const product = (await addProduct(db, category.id)).id;
  const part = await addSource(brand, product, 'NUEVA');
  const first = await addSource(brand, product, 'A-1', ['FIAT', '77001']);
  const second = await addSource(other, product, 'Z-1', ['Fiat', '077.001']);
  const list = (person = maker) => person.call(api.suggestions.list, { params: { partId: part.id } });
  const decided = (...vehicles: { id: number }[]) => ({
    body: { part_id: part.id, vehicle_ids: vehicles.map(({ id }) => id) },
  });
  const models = async (person = maker) => (await list(person)).vehicles.map(({ model }) => model);
  const applications = () =>
    db
      .selectFrom('part_vehicles')
      .where('part_id', '=', part.id)
      .select(['vehicle_id', 'positions', 'quantity', 'note', 'from_year', 'until_year'])
      .orderBy('vehicle_id')
      .orderBy('positions')
      .execute();
  return { product, part, first, second, list, models, decided, applications };
}

test('vehicles of parts with the same OEM number are suggested, those of most brands first', async () => {
  const { part, first, second, list } = await setUp();
  await first.fits(uno.id);
  await first.fits(palio.id);
  await second.fits(palio.id);
  await second.fits(siena.id);
  await part.fits(siena.id);
  expect(await list()).toMatchObject({
    ...{ numbers: 1, sources: 2, total: 2 },
    vehicles: [
      {
        ...{ id: palio.id, model: 'Palio', parts: 2, brands: 2 },
        evidence: [
          { id: first.id, brand: 'Álamo', code: 'A-1', number: 'Fiat 7700-1' },
          { id: second.id, brand: 'Zorzal', code: 'Z-1', number: 'Fiat 7700-1' },
        ],
      },
      { id: uno.id, parts: 1, brands: 1 },
    ],
  });
});

test('parts of other products, disabled, with other numbers or out of scope suggest nothing', async () => {
  const { product, models } = await setUp();
  const elsewhere = await addSource(brand, (await addProduct(db, category.id)).id, 'OTRO-PRODUCTO');
  await elsewhere.fits(uno.id);
  const disabled = await addSource(brand, product, 'DESHABILITADA');
  await disabled.fits(uno.id);
  await db.updateTable('parts').set({ enabled: false }).where('id', '=', disabled.id).execute();
  await (await addSource(brand, product, 'OTRO-NÚMERO', ['Fiat', '7700-2'])).fits(uno.id);
  await (await addSource(brand, product, 'NO-ES-ORIGINAL', ['Bosch', '7700-1'])).fits(uno.id);
  await (await addSource(outside, product, 'AJENA')).fits(palio.id);
  expect(await models()).toEqual([]);
  expect(await models(admin)).toEqual(['Palio']);
  await (await addSource(brand, product, 'PROPIA')).fits(siena.id);
  expect(await models()).toEqual(['Siena']);
});

test('many parts out of scope with the same number hide none in the scope', async () => {
  const product = (await addProduct(db, category.id)).id;
  await sql`with crowd as (
      insert into parts (part_brand_id, part_product_id, code)
        select ${outside.id}, ${product}, 'MUCHAS ' || n from generate_series(1, 600) n returning id)
    insert into part_crosses (part_id, brand, code) select id, 'Fiat', '7700-1' from crowd`.execute(db);
  const part = await addSource(brand, product, 'NUEVA');
  await (await addSource(brand, product, 'PROPIA')).fits(uno.id);
  expect(await maker.call(api.suggestions.list, { params: { partId: part.id } })).toMatchObject({
    ...{ sources: 1, vehicles: [{ id: uno.id }] },
  });
});

test('only the first hundred OEM numbers of a part are searched', async () => {
  const product = (await addProduct(db, category.id)).id;
  const part = await addPart(db, brand.id, product, 'MUCHOS-NÚMEROS');
  await sql`insert into part_crosses (part_id, brand, code)
    select ${part.id}::int, 'Fiat', 'F' || n from generate_series(1, 101) n order by n`.execute(db);
  await (await addSource(brand, product, 'CON EL 100', ['Fiat', 'F100'])).fits(uno.id);
  await (await addSource(brand, product, 'CON EL 101', ['Fiat', 'F101'])).fits(palio.id);
  expect(await maker.call(api.suggestions.list, { params: { partId: part.id } })).toMatchObject({
    ...{ numbers: 101, sources: 1, vehicles: [{ id: uno.id }] },
  });
});

test('the answer shows why nothing is suggested for a part', async () => {
  const product = (await addProduct(db, category.id)).id;
  const { id } = await addPart(db, brand.id, product, 'SIN-NÚMEROS');
  const ask = () => maker.call(api.suggestions.list, { params: { partId: id } });
  expect(await ask()).toMatchObject({ numbers: 0, sources: 0, total: 0, vehicles: [] });
  await db.insertInto('part_crosses').values({ part_id: id, brand: 'Fiat', code: '1' }).execute();
  expect(await ask()).toMatchObject({ numbers: 1, sources: 0, total: 0, vehicles: [] });
});

test('accepted vehicles are linked in one operation, with qualifiers that all parts share, and undone', async () => {
  const { part, first, second, list, decided, applications } = await setUp();
  const front = { positions: 'Delantera', quantity: 2, note: 'Con ABS', from_year: 2005 };
  await first.fits(uno.id, front);
  await second.fits(uno.id, front);
  await first.fits(palio.id, { positions: 'Delantera' });
  await second.fits(palio.id, { positions: 'Trasera' });
  await first.fits(siena.id, { positions: 'Delantera' });
  await first.fits(siena.id, { positions: 'Trasera', note: 'Sin ABS' });
  const [unoSays, palioSays] = await Promise.all(
    [uno, palio].map(async ({ id }) => (await list()).vehicles.find((one) => one.id === id)?.applications),
  );
  expect(unoSays).toEqual([{ ...front, positions: ['Delantera'], until_year: null }]);
  expect(palioSays).toEqual([]);

  const stranger = await addVehicle(db);
  const accepted = await maker.call(api.suggestions.accept, decided(uno, palio, siena, stranger));
  expect(accepted).toMatchObject({ added: 3, vehicles_count: 3 });
  const plain = { quantity: null, note: '', from_year: null, until_year: null };
  expect(await applications()).toEqual([
    { vehicle_id: uno.id, ...front, until_year: null },
    { vehicle_id: palio.id, ...plain, positions: '' },
    { vehicle_id: siena.id, ...plain, positions: 'Delantera' },
    { vehicle_id: siena.id, ...plain, positions: 'Trasera', note: 'Sin ABS' },
  ]);
  expect((await list()).total).toBe(0);
  expect(await maker.call(api.suggestions.accept, decided(uno))).toEqual({
    ...{ added: 0, vehicles_count: 3, operation_id: null },
  });

  const operation_id = accepted.operation_id ?? 0;
  await maker.call(api.history.restore, { body: { part_id: part.id, operation_id } });
  expect(await applications()).toEqual([]);
  expect((await list()).total).toBe(3);
});

test('rejected vehicles are not suggested to anyone until they are restored', async () => {
  const { first, models, decided } = await setUp();
  await first.fits(uno.id);
  await first.fits(palio.id);
  const rejected = { vehicle_ids: [uno.id] };
  expect(await maker.call(api.suggestions.reject, decided(uno))).toEqual(rejected);
  expect(await maker.call(api.suggestions.reject, decided(uno))).toEqual({ vehicle_ids: [] });
  expect([await models(), await models(admin)]).toEqual([['Palio'], ['Palio']]);
  expect(await maker.call(api.suggestions.accept, decided(uno))).toMatchObject({ added: 0 });
  expect(await maker.call(api.suggestions.restore, decided(uno))).toEqual(rejected);
  expect(await models()).toEqual(['Palio', 'Uno']);
});

test('rejected vehicles are listed, the last first, until they are restored or linked', async () => {
  const { part, first, list, decided } = await setUp();
  const rejected = async (person = maker) => {
    const { total, vehicles } = (await list(person)).rejected;
    return [total, ...vehicles.map(({ model }) => model)];
  };
  for (const { id } of [uno, palio, siena]) await first.fits(id);
  expect(await rejected()).toEqual([0]);
  await maker.call(api.suggestions.reject, decided(palio));
  await maker.call(api.suggestions.reject, decided(uno, siena));
  expect([await rejected(), await rejected(admin)]).toEqual(Array(2).fill([3, 'Siena', 'Uno', 'Palio']));
  await maker.call(api.suggestions.restore, decided(uno));
  await part.fits(siena.id);
  expect(await rejected()).toEqual([1, 'Palio']);
});

test('rejections outlast a restore from the trash, and are deleted once the part is deleted for good', async () => {
  const { part, first, models, decided } = await setUp();
  await first.fits(uno.id);
  await maker.call(api.suggestions.reject, decided(uno));
  await maker.call(api.parts.remove, { body: { id: part.id } });
  await sweepRejected(db);
  await maker.call(api.trash.restore, { body: { ids: [part.id] } });
  expect(await models()).toEqual([]);

  const stored = () => db.selectFrom('rejected_suggestions').where('part_id', '=', part.id).selectAll().execute();
  await sweepRejected(db);
  expect(await stored()).toHaveLength(1);
  await maker.call(api.parts.remove, { body: { id: part.id } });
  await db.deleteFrom('removed_parts').where('id', '=', part.id).execute();
  await sweepRejected(db);
  expect(await stored()).toEqual([]);
});

test('more vehicles than can be decided on at once are refused', async () => {
  const { part } = await setUp();
  const vehicle_ids = Array.from({ length: 501 }, (_, index) => index + 1);
  expect(await maker.send(api.suggestions.accept, { body: { part_id: part.id, vehicle_ids } })).toMatchObject({
    code: 422,
    result: { errors: { vehicle_ids: 'Tiene que ser 500 o menos' } },
  });
});
