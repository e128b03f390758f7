import { api } from '@piezario/contract/api';
import { describe, expect, test } from 'vitest';
import { addBrand, addCategory, addCross, addPart, addProduct, addVehicle } from '../testing/catalogue.ts';
import type { Client } from '../testing/client.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';

const server = await startServer();
const { db } = server;
const [brand, rivalBrand] = [await addBrand(db), await addBrand(db)];
const category = await addCategory(db);
const product = await addProduct(db, category.id);
const [part, rivalPart] = [await addPart(db, brand.id, product.id), await addPart(db, rivalBrand.id, product.id)];

const admin = await enrol(server, 'admin');
const maker = await enrol(server, 'manufacturer', { part_brand_id: brand.id });
const rival = await enrol(server, 'manufacturer', { part_brand_id: rivalBrand.id });
const readers = [
  await enrol(server, 'client', { part_brand_id: brand.id, part_product_id: product.id }),
  await enrol(server, 'user', { part_brand_id: brand.id }),
];

const NOT_FOUND = { status: 404, code: 404, message: 'No existe o no está a tu alcance', result: null };
const MISSING = 2_000_000_000;

const store = (person: Client, part_id: number, brand: string, code: string) =>
  person.send(api.crosses.store, { body: { part_id, brand, code } });
const remove = (person: Client, part_id: number, cross_id: number) =>
  person.send(api.crosses.remove, { body: { part_id, cross_id } });
const list = (person: Client, partId: number, query = '') =>
  person.request('GET', `/api/backend/user-catalog/crosses/${partId}${query}`);
const codes = async (partId: number, query: Record<string, string>) => {
  const { result } = await list(maker, partId, `?${new URLSearchParams(query)}`);
  return api.crosses.list.result.parse(result).data.map(({ code }) => code);
};

test('the calls have the methods and paths of the spec', () => {
  expect(Object.values(api.crosses).map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /api/backend/user-catalog/crosses/:partId',
    'GET /api/backend/user-catalog/crosses/brands/:partId',
    'GET /api/backend/user-catalog/crosses/related/:partId',
    'POST /api/backend/user-catalog/crosses/store',
    'POST /api/backend/user-catalog/crosses/store-many',
    'POST /api/backend/user-catalog/crosses/remove',
  ]);
});

test('cross references are sorted by brand in descending order, in the list and in their part', async () => {
  const { id: partId } = await addPart(db, brand.id, product.id);
  await store(maker, partId, 'Peugeot', 'P1');
  await store(maker, partId, 'audi', 'A1');
  await store(maker, partId, 'Ácer', 'A2');
  await store(maker, partId, 'Peugeot', 'P2');
  const inOrder = ['P2', 'P1', 'A1', 'A2'];
  expect(await codes(partId, {})).toEqual(inOrder);
  const { cross } = await maker.call(api.parts.show, { params: { partId } });
  expect(cross.map(({ code }) => code)).toEqual(inOrder);
});

describe('a cross reference', () => {
  test.each([
    ['an admin', admin],
    ['the manufacturer', maker],
  ])('is added and removed by %s', async (_, person) => {
    const { id: partId } = await addPart(db, brand.id, product.id);
    const added = await store(person, partId, ' Citroën ', 'E-149 / B');
    const cross = { id: added.result.id, brand: 'Citroën', code: 'E-149 / B' };
    expect(added).toEqual({ status: 200, code: 200, message: 'Equivalencia guardada', result: cross });
    expect(await person.call(api.parts.show, { params: { partId } })).toMatchObject({ cross: [cross], cross_count: 1 });
    expect(await remove(person, partId, cross.id)).toMatchObject({
      message: 'Se eliminó la equivalencia Citroën E-149 / B',
      result: cross,
    });
    expect(await person.call(api.parts.show, { params: { partId } })).toMatchObject({ cross: [], cross_count: 0 });
    expect(await remove(person, partId, cross.id)).toEqual(NOT_FOUND);
  });

  test('is not repeated in a part, however it is written', async () => {
    const { id } = await addPart(db, brand.id, product.id);
    const taken = { code: 409, result: { errors: { code: 'La pieza ya tiene esa equivalencia' } } };
    await store(maker, id, 'Citroën', 'E-149');
    expect(await store(maker, id, 'CITROEN', 'e149')).toMatchObject(taken);
    expect(await store(maker, id, 'Peugeot', 'E-149')).toMatchObject({ code: 200 });
    expect(await store(maker, id, 'Citroën', 'E-150')).toMatchObject({ code: 200 });
    expect(await store(maker, part.id, 'Citroën', 'E-149')).toMatchObject({ code: 200 });
    const answers = await Promise.all(Array.from({ length: 8 }, () => store(maker, id, 'Fiat', '1')));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 409)).toHaveLength(7);
  });

  test('is changed in place, but not into an existing one', async () => {
    const { id: part_id } = await addPart(db, brand.id, product.id);
    const { id: cross_id } = (await store(maker, part_id, 'Fiat', '1')).result;
    await store(maker, part_id, 'Fiat', '2');
    const change = (code: string) =>
      maker.send(api.crosses.store, { body: { part_id, cross_id, brand: 'FIAT', code } });
    expect((await change('1-A')).result).toEqual({ id: cross_id, brand: 'FIAT', code: '1-A' });
    expect(await change('2')).toMatchObject({ code: 409, result: { errors: { code: expect.any(String) } } });
    expect(await codes(part_id, { sort: 'code' })).toEqual(['1-A', '2']);
  });

  test('is added with others in one save, which the history undoes; existing ones stay as they are', async () => {
    const { id: part_id } = await addPart(db, brand.id, product.id);
    await store(maker, part_id, 'Citroën', 'E-149');
    const rows = [
      { brand: 'CITROEN', code: 'e149' },
      { brand: 'Fiat', code: '7' },
      { brand: 'Ford', code: '8' },
    ];
    const { added, operation_id } = await maker.call(api.crosses.storeMany, { body: { part_id, rows } });
    expect(added).toBe(2);
    expect(await codes(part_id, { sort: 'code' })).toEqual(['7', '8', 'E-149']);
    await maker.call(api.history.restore, { body: { part_id, operation_id: operation_id ?? 0 } });
    expect(await codes(part_id, { sort: 'code' })).toEqual(['E-149']);
  });

  test('has a brand and a code', async () => {
    expect(await store(maker, part.id, ' ', '')).toMatchObject({
      code: 422,
      result: { errors: { brand: 'Completá este campo', code: 'Completá este campo' } },
    });
  });
});

test('the list is paged, sorted by brand in descending order, filtered and sorted by every column', async () => {
  const { id } = await addPart(db, brand.id, product.id);
  for (const [name, code] of [
    ['Ford', 'B 2'],
    ['Árgo 100%', 'W 712/75'],
    ['Zanella', 'a-1'],
  ] as const) {
    await store(maker, id, name, code);
  }
  expect((await list(maker, id, '?page[size]=2')).result).toEqual({
    data: [
      { id: expect.any(Number), brand: 'Zanella', code: 'a-1' },
      { id: expect.any(Number), brand: 'Ford', code: 'B 2' },
    ],
    ...{ current_page: 1, per_page: 2, last_page: 2, from: 1, to: 2, total: 3, filters: {}, sort: '-brand' },
    next: expect.any(String),
  });
  for (const written of ['W 712/75', 'w712-75', 'W71275']) {
    expect(await codes(id, { 'filter[matches-code]': written })).toEqual(['W 712/75']);
  }
  expect(await codes(id, { 'filter[starts_with-brand]': 'argo' })).toEqual(['W 712/75']);
  expect(await codes(id, { 'filter[contains-brand]': '%' })).toEqual(['W 712/75']);
  expect(await codes(id, { 'filter[contains-brand]': '_' })).toEqual([]);
  expect(await codes(id, { sort: 'brand' })).toEqual(['W 712/75', 'B 2', 'a-1']);
  expect(await codes(id, { sort: '-code' })).toEqual(['W 712/75', 'B 2', 'a-1']);
  expect(await codes(id, { sort: '-id' })).toEqual(['a-1', 'W 712/75', 'B 2']);
});

test('the brands to choose from are those of the vehicles and those that the caller’s own parts use', async () => {
  const made = await addProduct(db, category.id);
  const [own, sibling] = [await addPart(db, brand.id, made.id), await addPart(db, brand.id, made.id)];
  const foreign = await addPart(db, rivalBrand.id, made.id);
  await addVehicle(db);
  await addCross(db, sibling.id, 'Ámbar');
  await addCross(db, own.id, 'FIAT');
  await addCross(db, foreign.id, 'Secreto del rival');
  await addCross(db, part.id, 'De otro producto');
  const brands = (person: Client, partId: number) => person.call(api.crosses.brands, { params: { partId } });
  expect((await brands(maker, own.id)).map((name) => name.toLowerCase())).toEqual(['ámbar', 'fiat']);
  expect(await brands(rival, foreign.id)).toEqual(['Fiat', 'Secreto del rival']);
  expect(await brands(admin, own.id)).toHaveLength(3);
});

describe('the cross references of another manufacturer', () => {
  const read = (id: number) => db.selectFrom('part_crosses').where('id', '=', id).selectAll().executeTakeFirst();

  test('are answered exactly like missing ones', async () => {
    const { id } = await addCross(db, rivalPart.id);
    for (const partId of [rivalPart.id, MISSING]) {
      expect(await list(maker, partId)).toEqual(NOT_FOUND);
      expect(await maker.send(api.crosses.brands, { params: { partId } })).toEqual(NOT_FOUND);
      expect(await store(maker, partId, 'x', 'x')).toEqual(NOT_FOUND);
      expect(await remove(maker, partId, id)).toEqual(NOT_FOUND);
    }
  });

  test('are not reached through a part of one’s own', async () => {
    const foreign = await addCross(db, rivalPart.id);
    const neighbour = await addCross(db, (await addPart(db, brand.id, product.id)).id);
    for (const { id } of [foreign, neighbour]) {
      const before = await read(id);
      expect(await remove(maker, part.id, id)).toEqual(NOT_FOUND);
      const body = { part_id: part.id, cross_id: id, brand: 'x', code: 'x' };
      expect(await maker.send(api.crosses.store, { body })).toEqual(NOT_FOUND);
      expect(await remove(admin, part.id, id)).toEqual(await remove(admin, part.id, MISSING));
      expect(await read(id)).toEqual(before);
    }
  });
});

test('clients and users read cross references and change none', async () => {
  const { id } = await addCross(db, part.id);
  for (const reader of readers) {
    expect(await list(reader, part.id)).toMatchObject({ code: 200, result: { data: expect.any(Array) } });
    const answers = [
      await store(reader, part.id, 'x', 'x'),
      await remove(reader, part.id, id),
      await reader.send(api.crosses.brands, { params: { partId: part.id } }),
    ];
    expect(answers.map(({ code }) => code)).toEqual([403, 403, 403]);
  }
  expect(await list(admin, part.id, `?filter[matches-id]=${id}`)).toMatchObject({ result: { total: 1 } });
});

test('a part is no cross reference of itself, however it is added', async () => {
  const SELF = 'Es la misma pieza: una pieza no es equivalente de sí misma';
  const own = await addPart(db, brand.id, product.id, 'AUTO-1');
  const name = brand.name.toUpperCase();
  expect(await store(maker, own.id, name, 'auto 1')).toMatchObject({ code: 422, result: { errors: { code: SELF } } });
  const { id } = await addCross(db, own.id, 'Fiat');
  const changed = { part_id: own.id, cross_id: id, brand: name, code: 'AUTO1' };
  expect(await maker.send(api.crosses.store, { body: changed })).toMatchObject({ code: 422 });
  const rows = [
    { brand: 'Ford', code: 'F1' },
    { brand: name, code: 'AUTO/1' },
  ];
  expect(await maker.send(api.crosses.storeMany, { body: { part_id: own.id, rows } })).toMatchObject({
    code: 422,
    result: { errors: { 'rows.1.code': SELF } },
  });
  expect((await store(maker, own.id, name, 'AUTO-2')).code).toBe(200);
  const copy = await maker.call(api.parts.duplicate, { body: { part_id: own.id, code: 'AUTO-2' } });
  expect(await codes(copy.id, {})).toEqual(['X1']);
});
