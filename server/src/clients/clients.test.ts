import { api } from '@piezario/contract/api';
import { describe, expect, test } from 'vitest';
import { addBrand, addCategory, addGrant, addProduct } from '../testing/catalogue.ts';
import type { Client } from '../testing/client.ts';
import { enrol, newPerson } from '../testing/people.ts';
import { PASSWORD, startServer } from '../testing/server.ts';

const server = await startServer();
const { db } = server;
const admin = await enrol(server, 'admin');

const NOT_FOUND = { status: 404, code: 404, message: 'No existe o no está a tu alcance', result: null };
const MISSING_ID = 999_999;

const [a, b] = [await addBrand(db, 'A'), await addBrand(db, 'B')];
const category = await addCategory(db);
const [product, otherProduct] = [await addProduct(db, category.id), await addProduct(db, category.id)];
const ofA = { part_brand_id: a.id };
const ofB = { part_brand_id: b.id };
const oneOfA = { ...ofA, part_product_id: product.id };

/** One manufacturer has brand A, the other brand B; the third only a product of A. */
const m1 = await enrol(server, 'manufacturer', ofA);
const m2 = await enrol(server, 'manufacturer', ofB);
const m3 = await enrol(server, 'manufacturer', oneOfA);

const addClient = async (...places: Parameters<typeof addGrant>[2][]) => {
  const { id, email } = await server.addUser('client');
  const grants: number[] = [];
  for (const place of places) grants.push((await addGrant(db, id, place)).id);
  return { id, email, grants };
};
const show = (as: Client, id: number) => as.send(api.clients.show, { params: { id } });
const held = (as: Client, id: number) => as.call(api.clients.products, { params: { id } });
const append = (as: Client, user_id: number, place: { brand: number; category?: number; product?: number }) =>
  as.send(api.clients.append, { body: { user_id, ...place } });
const withdraw = (as: Client, client_id: number, id: number) =>
  as.send(api.clients.withdraw, { body: { id, client_id } });
const store = (as: Client, { id, email }: { id?: number; email: string }, body: object = {}) =>
  as.send(api.clients.store, { body: { id, name: 'Persona client', email, ...body } });
const rowOf = (id: number) => db.selectFrom('users').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
const countGrants = async (user_id: number) =>
  (await db.selectFrom('grants').where('user_id', '=', user_id).select('id').execute()).length;

test('the calls have the paths and fields of the spec', async () => {
  const post = (path: string, body: object) =>
    admin.request('POST', `/api/backend/clients/${path}`, {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
  const read = async (path: string) => (await admin.request('GET', `/api/backend/clients/${path}`)).result;
  const { password: _, ...sent } = newPerson();
  const created = await post('store', { ...sent, password: PASSWORD, role: 'admin' });
  const { id } = created.result as { id: number };
  const client = { ...sent, id, social_number: '30712345671', role: ['client'], roleName: 'Cliente', active: 1 };
  expect(created).toMatchObject({ code: 200, message: 'Cliente guardado', result: { ...client, brands: [] } });
  const changed = await post('store', { ...sent, id: `${id}`, phone: '4321', password: '' });
  expect(changed.result).toEqual({ ...client, phone: '4321', brands: [] });
  expect(await read(`?filter[matches-id]=${id}&sort=-name&page[number]=1`)).toMatchObject({ data: [changed.result] });

  const granted = await post('append-brand-and-product', { user_id: id, brand: a.id, product: product.id });
  expect(granted).toMatchObject({
    message: 'Asignación agregada',
    result: { part_brand: a, part_category: category, part_product: { id: product.id } },
  });
  const { replaced, ...grant } = granted.result as { id: number; replaced: unknown[] };
  expect(replaced).toEqual([]);
  expect(await read(`products/${id}`)).toEqual([grant]);
  expect(await read(`show/${id}`)).toEqual({ ...client, phone: '4321', brands: [a] });
  expect(await post('remove-brand-and-product', { id: grant.id, client_id: id })).toMatchObject({ code: 200 });
  expect(await post('close-sessions', { id })).toMatchObject({ message: 'Sesiones cerradas' });
  expect(await post('remove', { id })).toMatchObject({ message: 'Cliente desactivado' });
  expect(await read(`show/${id}`)).toMatchObject({ active: 0 });
  expect(await post('restore', { id })).toMatchObject({ message: 'Cliente reactivado' });
});

test('a client that is deactivated is signed out at once', async () => {
  const client = await enrol(server, 'client', ofA);
  await admin.call(api.clients.remove, { body: { id: client.id } });
  expect(await client.request('GET', api.auth.profile.path)).toMatchObject({ code: 401 });
});

describe('a person who is not a client', () => {
  test.each(['admin', 'staff', 'manufacturer', 'user'] as const)('is not found as a client: %s', async (role) => {
    const { id, email } = await enrol(server, role, ofA);
    const grant = await addGrant(db, id, ofB);
    for (const as of [admin, m1]) {
      expect(await show(as, id)).toEqual(NOT_FOUND);
      expect(await as.send(api.clients.products, { params: { id } })).toEqual(NOT_FOUND);
      expect(await store(as, { id, email }, { phone: '1' })).toEqual(NOT_FOUND);
      expect(await append(as, id, { brand: a.id, product: product.id })).toEqual(NOT_FOUND);
      expect(await withdraw(as, id, grant.id)).toEqual(NOT_FOUND);
    }
    expect(await rowOf(id)).toMatchObject({ role, phone: '' });
    expect(await countGrants(id)).toBe(2);
    const { result } = await admin.request('GET', `/api/backend/clients/?filter[matches-id]=${id}`);
    expect(result).toMatchObject({ total: 0 });
  });
});

describe('a manufacturer', () => {
  test('lists the clients that share a brand, with only that brand', async () => {
    const [mine, shared] = [await addClient(oneOfA), await addClient(ofA, ofB)];
    const others = [await addClient(ofB), await addClient()];
    const { data, total } = await m1.call(api.clients.list, { query: api.clients.list.query.parse({ sort: 'id' }) });
    expect(data.filter(({ id }) => [mine, shared, ...others].some((client) => client.id === id))).toMatchObject([
      { id: mine.id, brands: [a] },
      { id: shared.id, brands: [a] },
    ]);
    expect(total).toBe(data.length);
    expect((await show(m1, shared.id)).result.brands).toEqual([a]);
    expect((await show(m2, shared.id)).result.brands).toEqual([b]);
    expect((await show(admin, shared.id)).result.brands).toEqual([a, b]);
  });

  test('cannot find the client of another manufacturer by any call', async () => {
    const theirs = await addClient(ofB);
    const [theirGrant = 0] = theirs.grants;
    for (const { id, email } of [theirs, { id: MISSING_ID, email: theirs.email }]) {
      expect(await show(m1, id)).toEqual(NOT_FOUND);
      expect(await m1.send(api.clients.products, { params: { id } })).toEqual(NOT_FOUND);
      expect(await store(m1, { id, email }, { phone: '1' })).toEqual(NOT_FOUND);
      expect(await store(m1, { id, email }, { name: 'Otro', password: 'otra-clave-larga' })).toEqual(NOT_FOUND);
      expect(await append(m1, id, { brand: a.id })).toEqual(NOT_FOUND);
      expect(await withdraw(m1, id, theirGrant)).toEqual(NOT_FOUND);
    }
    expect(await rowOf(theirs.id)).toMatchObject({ phone: '', name: 'Persona client' });
    expect(await countGrants(theirs.id)).toBe(1);
  });

  test('changes phone, razón social and CUIT', async () => {
    const client = await addClient(ofA);
    const change = { phone: '4321', social_name: 'Cliente SA', social_number: '30712345671' };
    expect((await store(m1, client, { ...change, password: '' })).result).toMatchObject(change);
  });

  test.each([
    ['name', { name: 'Otro' }],
    ['e-mail', { email: 'otro@example.com' }],
    ['password', { password: 'otra-clave-larga' }],
  ])('cannot change the %s, nor other fields in the same call', async (_, change) => {
    const client = await addClient(ofA);
    const before = await rowOf(client.id);
    for (const as of [m1, await enrol(server, 'staff')]) {
      expect(await store(as, client, { phone: '1', ...change })).toMatchObject({
        code: 403,
        message: 'Sólo un administrador puede cambiar el nombre, el e-mail o la clave de un cliente',
      });
    }
    expect(await rowOf(client.id)).toEqual(before);
  });

  test('cannot change fields that are not on the form', async () => {
    const client = await addClient(ofA);
    const extra = { role: 'admin', active: 0, brands: [b], created_at: '1999-01-01', password_hash: 'x' };
    const before = await rowOf(client.id);
    expect(await store(m1, client, extra)).toMatchObject({ code: 200, result: { role: ['client'], brands: [a] } });
    expect(await rowOf(client.id)).toEqual(before);
  });

  test('cannot create clients, nor learn which e-mails are taken', async () => {
    for (const email of ['nueva@example.com', admin.email]) {
      expect(await store(m1, { email }, { password: PASSWORD })).toMatchObject({
        code: 403,
        message: 'Sólo un administrador puede crear clientes',
      });
    }
  });
});

describe('granting', () => {
  test('is limited to the grants of the manufacturer', async () => {
    const client = await addClient(oneOfA);
    for (const brand of [b.id, MISSING_ID]) {
      expect(await append(m1, client.id, { brand })).toEqual(NOT_FOUND);
      expect(await append(m1, client.id, { brand, product: product.id })).toEqual(NOT_FOUND);
    }
    expect(await append(m1, client.id, { brand: a.id })).toMatchObject({ code: 200 });
  });

  test('more of a brand than the manufacturer was granted is refused', async () => {
    const client = await addClient(ofA);
    const places = [{}, { category: category.id }, { product: otherProduct.id }, { category: MISSING_ID }];
    for (const place of places) expect(await append(m3, client.id, { brand: a.id, ...place })).toEqual(NOT_FOUND);
    expect(await append(m3, client.id, { brand: a.id, product: product.id })).toMatchObject({ code: 200 });
  });

  test('never reveals a grant of another manufacturer, not even by refusing a duplicate', async () => {
    const client = await addClient(ofA, ofB);
    expect(await held(m3, client.id)).toEqual([]);
    const { replaced, ...granted } = (await append(m3, client.id, { brand: a.id, product: product.id })).result;
    expect(replaced).toEqual([]);
    expect(await held(m3, client.id)).toEqual([granted]);
    expect(await countGrants(client.id)).toBe(3);
    expect((await held(m1, client.id)).map(({ part_brand }) => part_brand)).toEqual([a, a]);
  });

  test('to oneself, or through the calls about users, is refused', async () => {
    expect(await append(m1, m1.id, { brand: b.id })).toEqual(NOT_FOUND);
    expect(await m1.send(api.users.append, { body: { user_id: m1.id, brand: b.id } })).toMatchObject({ code: 403 });
    expect(await countGrants(m1.id)).toBe(1);
  });
});

describe('withdrawing', () => {
  test('removes a grant inside the scope', async () => {
    const client = await addClient(oneOfA);
    const [grant = 0] = client.grants;
    expect(await withdraw(m1, client.id, grant)).toMatchObject({ code: 200, message: 'Asignación quitada' });
    expect(await countGrants(client.id)).toBe(0);
    expect(await show(m1, client.id)).toEqual(NOT_FOUND);
  });

  test('a grant of another manufacturer, or a wider one, is refused', async () => {
    const client = await addClient(ofA, ofB);
    const [wide = 0, foreign = 0] = client.grants;
    expect(await withdraw(m3, client.id, wide)).toEqual(NOT_FOUND);
    for (const grant of [foreign, MISSING_ID]) expect(await withdraw(m1, client.id, grant)).toEqual(NOT_FOUND);
    expect(await countGrants(client.id)).toBe(2);
  });

  test('a grant of another client is refused under the id of this client', async () => {
    const [mine, other] = [await addClient(ofA), await addClient(ofA, ofB)];
    const own = await db.selectFrom('grants').where('user_id', '=', m1.id).select('id').executeTakeFirstOrThrow();
    for (const as of [m1, admin]) {
      for (const grant of [...other.grants, own.id]) expect(await withdraw(as, mine.id, grant)).toEqual(NOT_FOUND);
    }
    expect([await countGrants(other.id), await countGrants(m1.id)]).toEqual([2, 1]);
  });
});

describe('a withdrawn grant', () => {
  const brandsOf = async (as: Client) => {
    const profile = await as.call(api.auth.profile, {});
    expect(await as.call(api.brands.json, {})).toEqual(profile.brands);
    return profile.brands;
  };

  test('no longer applies to the next request of the client', async () => {
    const client = await enrol(server, 'client');
    const { result: grant } = await append(admin, client.id, { brand: a.id, product: product.id });
    const products = () => client.call(api.products.jsonOfCategory, { params: { categoryId: category.id } });
    expect([await brandsOf(client), await products()]).toEqual([[a], [product]]);
    await withdraw(m1, client.id, grant.id);
    expect([await brandsOf(client), await products()]).toEqual([[], []]);
    expect(await client.call(api.categories.json, { params: { brandId: 'all' } })).toEqual([]);
  });

  test('of a manufacturer ends the access to clients of the brand', async () => {
    const manufacturer = await enrol(server, 'manufacturer');
    const client = await addClient(ofA);
    const { result: grant } = await admin.send(api.users.append, { body: { user_id: manufacturer.id, brand: a.id } });
    expect(await show(manufacturer, client.id)).toMatchObject({ code: 200 });
    await admin.call(api.users.withdraw, { body: { id: grant.id } });
    expect(await show(manufacturer, client.id)).toEqual(NOT_FOUND);
    expect(await brandsOf(manufacturer)).toEqual([]);
    expect(await manufacturer.request('GET', api.clients.list.path)).toMatchObject({ result: { data: [], total: 0 } });
  });
});

test('staff see every client and all their grants', async () => {
  const staff = await enrol(server, 'staff');
  const client = await addClient(ofA, ofB);
  expect(await held(staff, client.id)).toHaveLength(2);
  expect(await store(staff, client, { phone: '4321' })).toMatchObject({ code: 200, result: { brands: [a, b] } });
});
