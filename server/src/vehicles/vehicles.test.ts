import { api } from '@piezario/contract/api';
import { COMPONENT_KEYS } from '@piezario/contract/vehicles';
import { describe, expect, test } from 'vitest';
import { loadReference } from '../reference/reference.ts';
import { addBrand, addCategory, addPart, addProduct } from '../testing/catalogue.ts';
import type { Client } from '../testing/client.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';

const server = await startServer();
const { db } = server;
await loadReference(db, () => {});
const [brand, rivalBrand] = [await addBrand(db), await addBrand(db)];
const product = await addProduct(db, (await addCategory(db)).id);
const [part, rivalPart] = [await addPart(db, brand.id, product.id), await addPart(db, rivalBrand.id, product.id)];

/** A vehicle that every filter finds alone; its texts and years come before all others. */
const UNIQUE = {
  ...{ origin: '!Ñandú%', brand: '!Ñandú_', model: '!Ñandú\\', model_master: '!Ñandú', version: '!9.9 Ñandú' },
  ...{ engine_code: 'ZZZ Ñ/99', fuel: '!Querosén', sold_from_year: 1901, sold_until_year: 1902 },
};
const components = Object.fromEntries(COMPONENT_KEYS.map((key) => [key, `!Único ${key}`]));
const { id: uniqueId } = await db
  .insertInto('vehicles')
  .values({ ...UNIQUE, components: JSON.stringify(components) })
  .returning('id')
  .executeTakeFirstOrThrow();
const base = await db.selectFrom('vehicles').select(['id', 'brand', 'model', 'version']).execute();

const admin = await enrol(server, 'admin');
const maker = await enrol(server, 'manufacturer', { part_brand_id: brand.id });
const readers = [
  await enrol(server, 'client', { part_brand_id: brand.id, part_product_id: product.id }),
  await enrol(server, 'user', { part_brand_id: brand.id }),
];

const NOT_FOUND = { status: 404, code: 404, message: 'No existe o no está a tu alcance', result: null };
const MISSING = 2_000_000_000;

const toggle = (person: Client, part_id: number, vehicle_id: number) =>
  person.send(api.vehicles.toggle, { body: { part_id, vehicle_id } });
const get = (person: Client, partId: number, query: Record<string, string> = {}) =>
  person.request('GET', `/api/backend/user-catalog/vehicles/${partId}?${new URLSearchParams(query)}`);
const list = async (query: Record<string, string> = {}, partId = part.id) =>
  api.vehicles.list.result.parse((await get(maker, partId, query)).result);
const ids = async (query: Record<string, string>) => (await list(query)).vehicles.data.map(({ id }) => id);

test('the calls are where programs outside look for them', () => {
  expect(Object.values(api.vehicles).map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /api/backend/catalog/vehicles/headers/json/',
    'GET /api/backend/user-catalog/vehicles/:partId',
    'POST /api/backend/user-catalog/vehicles/toggle',
    'POST /api/backend/catalog/vehicles/image/store',
    'POST /api/backend/catalog/vehicles/image/remove',
  ]);
});

test('the technical columns that can be filtered are those of the shipped vehicle base', async () => {
  const headers = await maker.call(api.vehicles.headers, {});
  expect(headers.map(({ key }) => key)).toEqual(COMPONENT_KEYS);
  expect(headers[0]).toEqual({ id: 1, name: 'Cilindrada', key: 'cilindrada', unit: 'l' });
});

describe('the list of vehicles', () => {
  test('is the whole base, with those that use the part first', async () => {
    const { id } = await addPart(db, brand.id, product.id);
    const linked = base.slice(-40, -35).map((vehicle) => vehicle.id);
    for (const vehicle of linked) await toggle(maker, id, vehicle);
    const { vehicles } = await list({}, id);
    expect(vehicles).toMatchObject({ current_page: 1, per_page: 50, from: 1, to: 50, total: base.length });
    expect(new Set(vehicles.data.slice(0, 5).map((vehicle) => vehicle.id))).toEqual(new Set(linked));
    expect(vehicles.data.map((vehicle) => vehicle.vehicle_linked)).toEqual([...Array(5).fill(1), ...Array(45).fill(0)]);
    expect(vehicles.sort).toBe('-vehicle_linked,brand,model,version');

    const only = await list({ 'filter[matches-vehicle_linked]': 'SI' }, id);
    expect(only.vehicles).toMatchObject({ total: 5, data: vehicles.data.slice(0, 5) });
    const others = await list({ 'filter[matches-vehicle_linked]': '0' }, id);
    expect(others.vehicles.total).toBe(base.length - 5);
    expect((await list({ 'filter[matches-vehicle_linked]': '1' })).vehicles.total).toBe(0);
  });

  test('has the rows and the components that the screens show', async () => {
    expect((await list({ 'filter[matches-id]': `${uniqueId}` })).vehicles.data).toEqual([
      { id: uniqueId, imageUrl: null, ...UNIQUE, vehicle_linked: 0, components },
    ]);
  });

  test('names the components that the product is told apart by', async () => {
    const { id: productId } = await addProduct(db, (await addCategory(db)).id);
    const { id } = await addPart(db, brand.id, productId);
    expect((await list({}, id)).headers).toEqual([]);
    for (const vehicle_header of [5, 2]) {
      await admin.call(api.products.toggleVehicleHeader, { body: { product_id: productId, vehicle_header } });
    }
    expect((await list({}, id)).headers).toEqual([
      { id: 2, name: 'Válvulas', key: 'valvulas', unit: null },
      { id: 5, name: 'Aspiración', key: 'aspiracion', unit: null },
    ]);
  });

  const VALUES: Record<string, string | number> = { id: uniqueId, ...UNIQUE, ...components };
  const COLUMNS = Object.keys(api.vehicles.list.columns).filter((column) => column !== 'vehicle_linked');

  test.each(COLUMNS)('is filtered and sorted by %s', async (column) => {
    const value = String(VALUES[column]);
    expect(await ids({ [`filter[matches-${column}]`]: value.toUpperCase() })).toEqual([uniqueId]);
    const first = ['id', 'engine_code'].includes(column) ? `-${column}` : column;
    expect((await list({ sort: first, 'page[size]': '1' })).vehicles).toMatchObject({
      data: [{ id: uniqueId }],
      total: base.length,
      sort: first,
    });
  });

  test.each([
    ['contains-origin', '%'],
    ['contains-model', 'u\\'],
    ['starts_with-brand', '!nandu_'],
    ['matches-engine_code', 'zzzñ99'],
    ['less_than-sold_from_year', '1902'],
    ['less_than-sold_until_year', '1903'],
    ['ends_with-caja', 'CAJA'],
    ['contains-sist_enc', 'unico sist'],
  ])('finds by %s %s what has it, to the letter', async (filter, value) => {
    expect(await ids({ [`filter[${filter}]`]: value })).toEqual([uniqueId]);
  });
});

test('sorting by the same column over and over takes no longer than once', async () => {
  const { vehicles } = await list({ sort: Array(900).fill('vehicle_linked').join(), 'page[size]': '1' });
  expect(vehicles.total).toBe(base.length);
}, 5_000);

describe('a click on a vehicle', () => {
  test.each([
    ['an admin', admin],
    ['the manufacturer', maker],
  ])('links it or unlinks it, and says how many are linked, for %s', async (_, person) => {
    const { id } = await addPart(db, brand.id, product.id);
    const [first = 0, second = 0] = base.map((vehicle) => vehicle.id);
    const linked = { status: 200, code: 200, message: 'Vehículo vinculado' };
    const unlinked = { status: 200, code: 200, message: 'Vehículo desvinculado' };
    expect(await toggle(person, id, first)).toEqual({ ...linked, result: { vehicle_linked: 1, vehicles_count: 1 } });
    expect(await toggle(person, id, second)).toEqual({ ...linked, result: { vehicle_linked: 1, vehicles_count: 2 } });
    expect(await toggle(person, id, first)).toEqual({ ...unlinked, result: { vehicle_linked: 0, vehicles_count: 1 } });
    const shown = await person.call(api.parts.show, { params: { partId: id } });
    expect(shown).toMatchObject({ vehicles_count: 1, vehicles: [{ id: second, vehicle_linked: 1 }] });
  });

  test('and many more at the same time leave what an even or odd number of them would', async () => {
    const { id } = await addPart(db, brand.id, product.id);
    const [even = 0, odd = 0] = base.map((vehicle) => vehicle.id);
    const clicks = [...Array<number>(20).fill(even), ...Array<number>(5).fill(odd)];
    const answers = await Promise.all(clicks.map((vehicle) => toggle(maker, id, vehicle)));
    expect(answers.map(({ code }) => code)).toEqual(clicks.map(() => 200));
    const links = answers.slice(0, 20).map(({ result }) => result.vehicle_linked);
    expect(links.filter((link) => link === 1)).toHaveLength(10);
    const shown = await maker.call(api.parts.show, { params: { partId: id } });
    expect(shown).toMatchObject({ vehicles_count: 1, vehicles: [{ id: odd }] });
  });

  test('that does not exist says so at the field', async () => {
    expect(await toggle(maker, part.id, MISSING)).toMatchObject({
      code: 422,
      result: { errors: { vehicle_id: 'El vehículo no existe' } },
    });
  });
});

test('the applications of another manufacturer are not there, to the byte', async () => {
  await toggle(admin, rivalPart.id, uniqueId);
  for (const partId of [rivalPart.id, MISSING]) {
    expect(await get(maker, partId)).toEqual(NOT_FOUND);
    for (const vehicle of [uniqueId, MISSING]) expect(await toggle(maker, partId, vehicle)).toEqual(NOT_FOUND);
  }
  expect(await ids({ 'filter[matches-vehicle_linked]': '1' })).toEqual([]);
  const shown = await admin.call(api.parts.show, { params: { partId: rivalPart.id } });
  expect(shown.vehicles.map(({ id }) => id)).toEqual([uniqueId]);
});

test('clients and users read applications and change none', async () => {
  for (const reader of readers) {
    expect(await get(reader, part.id)).toMatchObject({ code: 200, result: { vehicles: { total: base.length } } });
    expect(await toggle(reader, part.id, uniqueId)).toMatchObject({ code: 403 });
  }
  expect(await ids({ 'filter[matches-vehicle_linked]': '1' })).toEqual([]);
});
