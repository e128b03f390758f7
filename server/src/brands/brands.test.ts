import { api } from '@piezario/contract/api';
import { describe, expect, test } from 'vitest';
import { addBrand, addCategory, addGrant, addPart, addPicture, addProduct, addVehicle } from '../testing/catalogue.ts';
import { PASSWORD, startServer } from '../testing/server.ts';

const server = await startServer();
const { db } = server;
const admin = await server.signIn('admin');
const vehicle = await addVehicle(db);

describe('the list of brands', () => {
  test('is paged, sorted by name in descending order, and returns its filters and order', async () => {
    for (const name of ['Ánfora', 'anca', 'Zorzal', 'Ñire']) await addBrand(db, name);
    const { result } = await admin.request('GET', '/api/backend/catalog/part-brands/paginated?page[size]=3');
    expect(result).toEqual({
      data: ['Zorzal', 'Ñire', 'Ánfora'].map((name) => ({ id: expect.any(Number), name, parts_count: 0 })),
      current_page: 1,
      per_page: 3,
      last_page: 2,
      from: 1,
      to: 3,
      total: 4,
      filters: {},
      sort: '-name',
      next: expect.any(String),
    });
  });

  test('is empty past its end, with the right total', async () => {
    const { result } = await admin.request('GET', '/api/backend/catalog/part-brands/paginated?page[number]=9');
    expect(result).toMatchObject({ data: [], current_page: 9, from: null, to: null, total: 4 });
  });

  test('is filtered without regard to case and accents', async () => {
    const query = 'filter[starts_with-name]=AN&filter[contains-name]=fórA&sort=id';
    const { result } = await admin.request('GET', `/api/backend/catalog/part-brands/paginated?${query}`);
    expect(result).toMatchObject({
      data: [{ name: 'Ánfora' }],
      total: 1,
      filters: { 'starts_with-name': 'AN', 'contains-name': 'fórA' },
      sort: 'id',
    });
  });

  test.each([
    'filter[contains-secret]=x',
    'sort=-secret',
    'page[size]=1000',
    'filter[contains-name]=a&filter[contains-name]=b',
  ])('refuses %s', async (query) => {
    const answer = await admin.request('GET', `/api/backend/catalog/part-brands/paginated?${query}`);
    expect(answer).toMatchObject({ status: 422, code: 422, result: { errors: expect.anything() } });
  });
});

describe('a brand', () => {
  test('is created, read, renamed and removed', async () => {
    const created = await admin.send(api.brands.add, { body: { name: '  Kurtén ' } });
    expect(created).toMatchObject({ code: 200, message: 'Marca guardada', result: { name: 'Kurtén' } });
    const { id } = created.result;
    expect(await admin.call(api.brands.show, { params: { id } })).toEqual({ id, name: 'Kurtén' });
    expect(await admin.call(api.brands.add, { body: { id, name: 'KURTEN' } })).toEqual({ id, name: 'KURTEN' });
    expect(await admin.send(api.brands.remove, { body: { brand_id: id } })).toMatchObject({
      message: 'Marca eliminada',
    });
    expect(await admin.send(api.brands.show, { params: { id } })).toMatchObject({ code: 404 });
  });

  test('that does not exist is neither renamed nor removed', async () => {
    expect(await admin.send(api.brands.add, { body: { id: 999_999, name: 'Nadie' } })).toMatchObject({ code: 404 });
    expect(await admin.send(api.brands.remove, { body: { brand_id: 999_999 } })).toMatchObject({ code: 404 });
  });

  test('with parts is not removed, and the answer says how many it has', async () => {
    const brand = await addBrand(db);
    const product = await addProduct(db, (await addCategory(db)).id);
    await db
      .insertInto('parts')
      .values(
        Array.from({ length: 1234 }, (_, n) => ({
          part_brand_id: brand.id,
          part_product_id: product.id,
          code: `${n}`,
        })),
      )
      .execute();
    expect(await admin.send(api.brands.remove, { body: { brand_id: brand.id } })).toMatchObject({
      code: 409,
      message: 'La marca tiene 1.234 piezas',
    });
    const single = await addBrand(db);
    await addPart(db, single.id, product.id);
    expect(await admin.send(api.brands.remove, { body: { brand_id: single.id } })).toMatchObject({
      message: 'La marca tiene 1 pieza',
    });
  });
});

test('the picker lists what the caller can reach, in order', async () => {
  await db.deleteFrom('parts').execute();
  await db.deleteFrom('part_brands').execute();
  const [zorzal, anca] = [await addBrand(db, 'Zorzal'), await addBrand(db, 'anca')];
  const { id, email } = await server.addUser('client');
  const client = await server.guest.signIn(email, PASSWORD);
  expect((await admin.request('GET', '/api/backend/catalog/part-brands/json/')).result).toEqual([anca, zorzal]);
  expect((await client.request('GET', '/api/backend/catalog/part-brands/json/')).result).toEqual([]);
  await addGrant(db, id, { part_brand_id: zorzal.id });
  expect((await client.request('GET', '/api/backend/catalog/part-brands/json')).result).toEqual([zorzal]);
});

test('the summary counts parts in scope, also without pictures or vehicles; the lists count all parts', async () => {
  const [brand, other] = [await addBrand(db, 'Resumida'), await addBrand(db, 'Ajena')];
  const category = await addCategory(db);
  const [seen, unseen] = [await addProduct(db, category.id), await addProduct(db, category.id)];
  const [whole, bare] = [await addPart(db, brand.id, seen.id), await addPart(db, brand.id, seen.id)];
  await addPart(db, brand.id, unseen.id);
  await addPart(db, other.id, seen.id);
  await addPicture(db, whole.id);
  await db
    .insertInto('part_vehicles')
    .values([whole, bare].map(({ id }) => ({ part_id: id, vehicle_id: vehicle.id })))
    .execute();
  const { id, email } = await server.addUser('client');
  await addGrant(db, id, { part_brand_id: brand.id, part_product_id: seen.id });
  const client = await server.guest.signIn(email, PASSWORD);
  const counted = { id: brand.id, name: 'Resumida' };
  expect(await client.call(api.brands.summary, {})).toEqual([
    { ...counted, parts: 2, without_pictures: 1, without_vehicles: 0 },
  ]);
  const all = await admin.call(api.brands.summary, {});
  expect(all).toContainEqual({ ...counted, parts: 3, without_pictures: 2, without_vehicles: 1 });
  expect(all).toContainEqual({ id: other.id, name: 'Ajena', parts: 1, without_pictures: 1, without_vehicles: 1 });
  const listed = async (path: string) => (await admin.request('GET', `${path}?sort=-parts_count&page[size]=1`)).result;
  expect(await listed('/api/backend/catalog/part-brands/paginated')).toMatchObject({ data: [{ parts_count: 3 }] });
  expect(await listed('/api/backend/catalog/part-categories/paginated')).toMatchObject({ data: [{ parts_count: 4 }] });
  expect(await listed('/api/backend/catalog/part-products/paginated/all')).toMatchObject({
    data: [{ id: seen.id, parts_count: 3 }],
  });
});

test('universal parts, and parts of products without vehicles, are not counted or listed as lacking them', async () => {
  const brand = await addBrand(db, 'Lubricada');
  const category = await addCategory(db);
  const [filter, oil] = [await addProduct(db, category.id), await addProduct(db, category.id)];
  const part = await addPart(db, brand.id, filter.id);
  await addPart(db, brand.id, filter.id);
  await addPart(db, brand.id, oil.id);
  const params = { brandId: brand.id, productId: 'all' } as const;
  const query = api.parts.list.query.parse({
    'filter[matches-vehicles_count]': '0',
    'filter[matches-is_universal]': '0',
    'filter[matches-takes_vehicles]': '1',
  });
  const lacking = async () => {
    const counted = (await admin.call(api.brands.summary, {})).find(({ id }) => id === brand.id);
    const { total, data } = await admin.call(api.parts.list, { params, query });
    expect([total, data.length]).toEqual([counted?.without_vehicles, counted?.without_vehicles]);
    return counted;
  };
  expect(await lacking()).toMatchObject({ parts: 3, without_vehicles: 3 });
  const fields = { part_id: part.id, part_brand_id: brand.id, part_product_id: filter.id, code: part.code };
  await admin.call(api.parts.update, { body: { ...fields, is_universal: 1 } });
  expect(await lacking()).toMatchObject({ without_vehicles: 2 });
  const product = { id: oil.id, name: oil.name, category_id: category.id };
  await admin.call(api.products.add, { body: { ...product, takes_vehicles: 0 } });
  expect(await lacking()).toMatchObject({ without_vehicles: 1 });
  await admin.call(api.products.add, { body: { ...product, takes_vehicles: 1 } });
  await admin.call(api.parts.update, { body: { ...fields, is_universal: 0 } });
  expect(await lacking()).toMatchObject({ without_vehicles: 3 });
});

test('only admins maintain brands', async () => {
  const { id } = await addBrand(db);
  for (const role of ['staff', 'manufacturer', 'client', 'user'] as const) {
    const other = await server.signIn(role);
    const codes = await Promise.all([
      other.request('GET', api.brands.paginated.path),
      other.send(api.brands.show, { params: { id } }),
      other.send(api.brands.add, { body: { name: 'x' } }),
      other.send(api.brands.remove, { body: { brand_id: id } }),
    ]);
    expect(codes.map(({ code }) => code)).toEqual([403, 403, 403, 403]);
  }
});
