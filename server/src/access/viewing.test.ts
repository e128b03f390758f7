import type { Role } from '@piezario/contract/access';
import { api } from '@piezario/contract/api';
import { describe, expect, test } from 'vitest';
import { addBrand, addCategory, addGrant, addPart, addProduct } from '../testing/catalogue.ts';
import { type Client, encodeBody } from '../testing/client.ts';
import { ENDPOINTS } from '../testing/contract.ts';
import { enrol, openSession, viewAs } from '../testing/people.ts';
import { INPUTS, makeRows } from '../testing/rows.ts';
import { startServer } from '../testing/server.ts';

const server = await startServer();
const { db } = server;

const [a, b] = [await addBrand(db, 'Vista A'), await addBrand(db, 'Vista B')];
const [category, other] = [await addCategory(db), await addCategory(db)];
const inCategory = await addProduct(db, category.id);
const outside = await addProduct(db, other.id);
const ofA = { part_brand_id: a.id };
const ofB = { part_brand_id: b.id };
const ofCategory = { ...ofA, part_category_id: category.id };
const ofProduct = { ...ofA, part_product_id: inCategory.id };
const ofOther = { ...ofA, part_product_id: outside.id };
const CODES = { a: 'VISTA A', other: 'VISTA OTRO', b: 'VISTA B' };
const parts = {
  a: (await addPart(db, a.id, inCategory.id, CODES.a)).id,
  other: (await addPart(db, a.id, outside.id, CODES.other)).id,
  b: (await addPart(db, b.id, inCategory.id, CODES.b)).id,
};

const admin = await enrol(server, 'admin');
const client = await enrol(server, 'client', ofCategory, ofB);

const codesOf = async (as: Client) => {
  const visible = Object.values(parts).map(async (partId) => {
    const { code, result } = await as.send(api.parts.show, { params: { partId } });
    return code === 200 ? [result.code] : [];
  });
  return (await Promise.all(visible)).flat();
};
const brandsOf = async (as: Client) => (await as.call(api.brands.json, {})).map(({ id }) => id);
const ask = (as: Client, id: number) => as.send(api.clients.viewAs, { body: { id } });

test('an admin sees what the client sees', async () => {
  const view = await viewAs(admin, client.id);
  expect([await codesOf(view), await brandsOf(view)]).toEqual([await codesOf(client), [a.id, b.id]]);
  expect(await codesOf(view)).toEqual(['VISTA A', 'VISTA B']);
  const { email, role, viewer } = await view.call(api.auth.profile, {});
  expect([email, role, viewer?.id]).toEqual([client.email, ['client'], admin.id]);
  expect(await codesOf(admin)).toHaveLength(3);
});

describe('a manufacturer sees what both may see', () => {
  test.each([
    { what: 'a wider grant', own: [ofA], seen: ['VISTA A'] },
    { what: 'the same grant', own: [ofCategory], seen: ['VISTA A'] },
    { what: 'a narrower grant', own: [ofProduct], seen: ['VISTA A'] },
    { what: 'two brands', own: [ofA, ofB], seen: ['VISTA A', 'VISTA B'] },
    { what: 'another product of the brand', own: [ofOther], seen: [] },
  ])('with $what', async ({ own, seen }) => {
    const manufacturer = await enrol(server, 'manufacturer', ...own);
    const view = await viewAs(manufacturer, client.id);
    expect(await codesOf(view)).toEqual(seen);
    const brands = seen.length === 0 ? [] : own.includes(ofB) ? [a.id, b.id] : [a.id];
    expect(await brandsOf(view)).toEqual(brands);
    expect((await view.call(api.auth.profile, {})).brands.map(({ id }) => id)).toEqual(brands);
    const found = await view.call(api.search.list, {
      query: { filters: [{ column: 'text', mode: 'contains', value: 'VISTA' }], sort: [], page: 1, size: 50 },
    });
    expect(found.data.map(({ code }) => code).sort()).toEqual(seen);
  });
});

test('a file that is downloaded in a view has what both may see', async () => {
  const path = api.exporter.json.path.replace(':brandId', String(a.id)).replace(':productId', 'all');
  const codesIn = async (as: Client) => {
    const text = await (await as.fetch('GET', path)).text();
    return Object.values(CODES).filter((code) => text.includes(code));
  };
  expect(await codesIn(admin)).toEqual([CODES.a, CODES.other]);
  expect(await codesIn(await viewAs(admin, client.id))).toEqual([CODES.a]);
  const manufacturer = await enrol(server, 'manufacturer', ofA);
  expect(await codesIn(manufacturer)).toEqual([CODES.a, CODES.other]);
  expect(await codesIn(await viewAs(manufacturer, client.id))).toEqual([CODES.a]);
});

test.each<[Role, Role, number]>([
  ['client', 'client', 403],
  ['user', 'client', 403],
  ['manufacturer', 'client', 404],
  ['admin', 'manufacturer', 404],
  ['admin', 'admin', 404],
])('as %s, a view as another %s is refused: %s', async (role, of, code) => {
  const viewer = await enrol(server, role);
  expect((await ask(viewer, (await server.addUser(of)).id)).code).toBe(code);
});

describe('a view ends', () => {
  const ended = { code: 401, message: 'access_token expired' };
  const look = (as: Client) => as.send(api.auth.profile, {});

  test('with the session of the viewer', async () => {
    const viewer = await enrol(server, 'admin');
    const view = await viewAs(viewer, client.id);
    await viewer.call(api.auth.logout, {});
    expect(await look(view)).toMatchObject(ended);
  });

  test('with the account of the client', async () => {
    const viewed = await enrol(server, 'client', ofA);
    const view = await viewAs(admin, viewed.id);
    await admin.call(api.clients.remove, { body: { id: viewed.id } });
    expect(await look(view)).toMatchObject(ended);
    expect(await ask(admin, viewed.id)).toMatchObject({ code: 409 });
  });

  test('with the brand that both had', async () => {
    const manufacturer = await enrol(server, 'manufacturer');
    const grant = await addGrant(db, manufacturer.id, ofA);
    const view = await viewAs(manufacturer, client.id);
    expect(await look(view)).toMatchObject({ code: 200 });
    await admin.call(api.users.withdraw, { body: { id: grant.id } });
    const again = await openSession(server, manufacturer.id);
    expect(await ask(again, client.id)).toMatchObject({ code: 404 });
    expect(await look(view)).toMatchObject(ended);
  });
});

test('nothing is written and nothing personal is read in a view', async () => {
  const viewed = await enrol(server, 'client');
  const rows = await makeRows(server, { holders: [viewed.id], userRole: 'client' });
  const view = await viewAs(admin, viewed.id);
  const refused = [...ENDPOINTS].filter(
    ([, { method, access, isPersonal }]) => (method === 'POST' || isPersonal) && access !== 'public',
  );
  expect(refused.map(([name]) => name)).toContain('account.sessions');
  const before = await view.call(api.auth.profile, {});
  for (const [name, endpoint] of refused) {
    const { body } = INPUTS[name]?.(rows, rows) ?? {};
    const path = endpoint.path.replace(/:\w+/g, '1');
    const { status, message } = await view.request(endpoint.method, path, encodeBody(endpoint, body));
    expect([name, status]).toEqual([name, 403]);
    if (['user', 'client'].includes(endpoint.access)) expect(message).toContain('volvé a tu cuenta');
  }
  expect(await view.call(api.auth.profile, {})).toEqual(before);
});

test('a view hides what the client keeps for themselves, and asks for no new password', async () => {
  const viewed = await enrol(server, 'client', ofA);
  await viewed.call(api.account.pinBrand, { body: { part_brand_id: a.id, pin: 'default' } });
  await viewed.call(api.auth.updateUser, { body: { user: { data: { shortcuts: ['propio'] } } } });
  await db.updateTable('users').set({ must_change_password: true }).where('id', '=', viewed.id).execute();
  expect(await (await viewAs(admin, viewed.id)).call(api.auth.profile, {})).toMatchObject({
    ...{ pinnedBrands: [], defaultBrand: null, mustChangePassword: false },
    data: { shortcuts: [] },
  });
});
