import { api } from '@piezario/contract/api';
import type { Sent } from '@piezario/contract/endpoint';
import { COMPONENT_KEYS, nameOf } from '@piezario/contract/vehicles';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { loadReference } from '../reference/reference.ts';
import { addBrand, addCategory, addPart, addProduct } from '../testing/catalogue.ts';
import { type Client, encodeBody } from '../testing/client.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';

const server = await startServer();
const { db } = server;
await loadReference(db, () => {});
const [brand, rivalBrand] = [await addBrand(db), await addBrand(db)];
const product = await addProduct(db, (await addCategory(db)).id);
const [part, rivalPart] = [await addPart(db, brand.id, product.id), await addPart(db, rivalBrand.id, product.id)];

/** A vehicle that is the only match of each filter. Its texts and years sort before all others. */
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

test('the calls have the methods and paths of the spec', () => {
  expect(Object.values(api.vehicles).map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /api/backend/catalog/vehicles/headers/json/',
    'GET /api/backend/user-catalog/vehicles/:partId',
    'POST /api/backend/user-catalog/vehicles/toggle',
    'POST /api/backend/user-catalog/vehicles/link-many',
    'POST /api/backend/user-catalog/vehicles/change-many',
    'POST /api/backend/user-catalog/vehicles/copy',
    'POST /api/backend/user-catalog/vehicles/store',
    'POST /api/backend/user-catalog/vehicles/remove',
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
  test('is the whole base, with the linked vehicles first', async () => {
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
      { id: uniqueId, imageUrl: null, ...UNIQUE, vehicle_linked: 0, applications: [], components },
    ]);
  });

  test('has the technical columns of the product', async () => {
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
  // These flags have their own tests.
  const FLAGS = ['vehicle_linked', 'has_conflict'];
  const COLUMNS = Object.keys(api.vehicles.list.columns).filter((column) => !FLAGS.includes(column));

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
  ])('finds one vehicle by %s %s, without wildcards', async (filter, value) => {
    expect(await ids({ [`filter[${filter}]`]: value })).toEqual([uniqueId]);
  });
});

test('sorting by the same column over and over takes no longer than once', async () => {
  const { vehicles } = await list({ sort: Array(900).fill('vehicle_linked').join(), 'page[size]': '1' });
  expect(vehicles.total).toBe(base.length);
}, 5_000);

/** Fields of an application without qualifiers. */
const NOTHING = { positions: [], quantity: null, note: '', from_year: null, until_year: null };

describe('a click on a vehicle', () => {
  test.each([
    ['an admin', admin],
    ['the manufacturer', maker],
  ])('links it or unlinks it, and returns how many are linked, for %s', async (_, person) => {
    const { id } = await addPart(db, brand.id, product.id);
    const [first = 0, second = 0] = base.map((vehicle) => vehicle.id);
    const names = new Map(base.map((vehicle) => [vehicle.id, nameOf(vehicle)]));
    const told = (did: string, vehicle: number) => ({ code: 200, message: `${did} ${names.get(vehicle)}` });
    const operation_id = expect.any(Number);
    const fits = { vehicle_linked: 1, applications: [{ ...NOTHING, id: expect.any(Number) }], operation_id };
    expect(await toggle(person, id, first)).toMatchObject({
      ...told('Se vinculó', first),
      result: { ...fits, vehicles_count: 1 },
    });
    expect(await toggle(person, id, second)).toMatchObject({
      ...told('Se vinculó', second),
      result: { ...fits, vehicles_count: 2 },
    });
    expect(await toggle(person, id, first)).toMatchObject({
      ...told('Se desvinculó', first),
      result: { vehicle_linked: 0, applications: [], vehicles_count: 1, operation_id },
    });
    const shown = await person.call(api.parts.show, { params: { partId: id } });
    expect(shown).toMatchObject({ vehicles_count: 1, vehicles: [{ id: second, vehicle_linked: 1 }] });
  });

  test('counts when it is concurrent with others: an even number unlinks, an odd number links', async () => {
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

  test('that does not exist is refused at the field', async () => {
    expect(await toggle(maker, part.id, MISSING)).toMatchObject({
      code: 422,
      result: { errors: { vehicle_id: 'El vehículo no existe' } },
    });
  });
});

describe('an application', () => {
  type Body = Sent<typeof api.vehicles.store>['body'];
  const store = (body: Body) => maker.send(api.vehicles.store, { body });
  const stored = (body: Body) => maker.call(api.vehicles.store, { body });
  const newPart = async () => (await addPart(db, brand.id, product.id)).id;
  const linkedTo = async (partId: number) =>
    (await list({ 'filter[matches-vehicle_linked]': '1' }, partId)).vehicles.data;

  test('has positions, a quantity, a note and years', async () => {
    const part_id = await newPart();
    const said = { quantity: 2, note: 'Con ABS', from_year: 1901, until_year: 1902 };
    const front = await stored({
      part_id,
      vehicle_id: uniqueId,
      positions: ['Derecha', 'Delantera', 'Derecha'],
      ...said,
    });
    expect(front).toEqual({ id: front.id, positions: ['Delantera', 'Derecha'], ...said });
    const rear = await stored({ part_id, vehicle_id: uniqueId, positions: ['Trasera'] });
    const plain = await stored({ part_id, vehicle_id: uniqueId });
    const applications = [{ ...NOTHING, id: plain.id }, front, { ...NOTHING, id: rear.id, positions: ['Trasera'] }];
    expect(await linkedTo(part_id)).toMatchObject([{ id: uniqueId, applications }]);
    // A vehicle counts once, in however many positions.
    expect(await maker.call(api.parts.show, { params: { partId: part_id } })).toMatchObject({
      vehicles_count: 1,
      vehicles: [{ id: uniqueId, applications }],
    });
    expect(await maker.call(api.parts.sheet, { params: { partId: part_id } })).toMatchObject({
      vehicles_count: 1,
      models: [
        {
          versions: 1,
          years: [{ from: 1901, until: 1902 }],
          applications: [
            { positions: ['Delantera', 'Derecha'], ...said, versions: 1 },
            { ...NOTHING, positions: ['Trasera'], versions: 1 },
          ],
        },
      ],
    });
  });

  test('is changed, and a position cannot be used twice', async () => {
    const part_id = await newPart();
    const { id } = await stored({ part_id, vehicle_id: uniqueId, positions: ['Trasera'], quantity: 1 });
    expect(await stored({ id, part_id, vehicle_id: uniqueId, positions: ['Delantera'], note: ' x ' })).toEqual({
      ...NOTHING,
      id,
      positions: ['Delantera'],
      note: 'x',
    });
    const other = await stored({ part_id, vehicle_id: uniqueId });
    const taken = {
      code: 409,
      result: { errors: { positions: 'La pieza ya tiene ese vehículo en esa posición' } },
    };
    expect(await store({ part_id, vehicle_id: uniqueId, positions: ['Delantera'] })).toMatchObject(taken);
    expect(await store({ id: other.id, part_id, vehicle_id: uniqueId, positions: ['Delantera'] })).toMatchObject(taken);
    // The id of an application of another vehicle is not found.
    const [vehicle_id = 0] = base.map((vehicle) => vehicle.id);
    expect(await store({ id, part_id, vehicle_id })).toEqual(NOT_FOUND);
  });

  test.each([
    ['positions.0', { positions: ['Arriba'] }],
    ['quantity', { quantity: 0 }],
    ['quantity', { quantity: 1000 }],
    ['note', { note: 'x'.repeat(501) }],
    ['from_year', { from_year: 1900 }, 'El vehículo se vendió de 1901 a 1902'],
    ['until_year', { from_year: 1901, until_year: 1903 }, 'El vehículo se vendió de 1901 a 1902'],
    ['until_year', { from_year: 1902, until_year: 1901 }, 'No puede ser anterior al primer año'],
    ['vehicle_id', { vehicle_id: MISSING }, 'El vehículo no existe'],
  ] as const)('is refused at %s', async (field, wrong, reason?) => {
    const body = { part_id: part.id, vehicle_id: uniqueId, ...wrong };
    const { method, path } = api.vehicles.store;
    expect(await maker.request(method, path, encodeBody(api.vehicles.store, body))).toMatchObject({
      code: 422,
      result: { errors: { [field]: reason ?? expect.any(String) } },
    });
  });

  test('is removed and restored as it was; the others of the vehicle stay', async () => {
    const part_id = await newPart();
    await toggle(maker, part_id, uniqueId);
    const rear = await stored({ part_id, vehicle_id: uniqueId, positions: ['Trasera'], quantity: 2, from_year: 1902 });
    const named = { body: { part_id, application_id: rear.id } };
    const before = await linkedTo(part_id);
    const { message, result } = await maker.send(api.vehicles.remove, named);
    expect(message).toMatch(/^Se eliminó la aplicación Trasera de /);
    expect(await linkedTo(part_id)).toMatchObject([{ applications: [NOTHING] }]);
    expect(await maker.send(api.vehicles.remove, named)).toEqual(NOT_FOUND);
    const restore = ({ operation_id }: typeof result) =>
      maker.send(api.history.restore, { body: { part_id, operation_id: operation_id ?? 0 } });
    expect(await restore(result)).toMatchObject({ code: 200 });
    expect(await linkedTo(part_id)).toEqual(before);
    expect(await restore(result)).toMatchObject({ code: 409, message: 'Ya está como antes' });
    // Another application has taken its position since.
    const again = await maker.call(api.vehicles.remove, named);
    await stored({ part_id, vehicle_id: uniqueId, positions: ['Trasera'] });
    expect(await restore(again)).toMatchObject({ code: 409 });
  });

  test('that was removed before there were positions is restored without any', async () => {
    const part_id = await newPart();
    const { id } = await stored({ part_id, vehicle_id: uniqueId });
    const { operation_id } = await maker.call(api.vehicles.remove, { body: { part_id, application_id: id } });
    await sql`update changes set before = jsonb_build_object('vehicle_id', ${uniqueId}::int)
      where part_id = ${part_id} and row_id = ${id} and after is null`.execute(db);
    await maker.call(api.history.restore, { body: { part_id, operation_id: operation_id ?? 0 } });
    expect(await linkedTo(part_id)).toMatchObject([{ applications: [{ ...NOTHING, id }] }]);
  });

  test('is removed with all others of its vehicle by a click on the vehicle, which can be undone', async () => {
    const part_id = await newPart();
    for (const position of ['Delantera', 'Trasera'] as const)
      await stored({ part_id, vehicle_id: uniqueId, positions: [position] });
    const before = await linkedTo(part_id);
    const { result } = await toggle(maker, part_id, uniqueId);
    expect(result).toMatchObject({ vehicle_linked: 0, vehicles_count: 0 });
    expect(await linkedTo(part_id)).toEqual([]);
    await maker.call(api.history.restore, { body: { part_id, operation_id: result.operation_id ?? 0 } });
    expect(await linkedTo(part_id)).toEqual(before);
  });

  test('is shown in the history under its vehicle, with its changes', async () => {
    const part_id = await newPart();
    const { id } = await stored({ part_id, vehicle_id: uniqueId, positions: ['Trasera'] });
    await stored({ id, part_id, vehicle_id: uniqueId, positions: ['Trasera'], quantity: 4 });
    await maker.call(api.vehicles.remove, { body: { part_id, application_id: id } });
    const { data } = await maker.call(api.history.list, {
      params: { partId: part_id },
      query: api.history.list.query.parse({}),
    });
    const name = '!Ñandú_ !Ñandú\\ !9.9 Ñandú 1901–1902';
    expect(data.slice(0, 3).map(({ changes }) => changes)).toMatchObject([
      [
        {
          action: 'removed',
          name,
          fields: [
            { field: 'positions', before: 'Trasera' },
            { field: 'quantity', before: '4' },
          ],
        },
      ],
      [{ action: 'changed', name, fields: [{ field: 'quantity', before: null, after: '4' }] }],
      [{ action: 'created', name, fields: [{ field: 'positions', after: 'Trasera' }] }],
    ]);
  });
});

test('the applications of another manufacturer are answered exactly like missing ones', async () => {
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
