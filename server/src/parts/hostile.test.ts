import { api } from '@piezario/contract/api';
import { describe, expect, test } from 'vitest';
import {
  addAttribute,
  addBrand,
  addCategory,
  addCross,
  addPart,
  addPicture,
  addProduct,
  addVehicle,
} from '../testing/catalogue.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';

/* Input that no form sends. Every call of parts and their rows answers it with a sentence, never with a 500. */

const server = await startServer();
const { db } = server;
const brand = await addBrand(db);
const product = await addProduct(db, (await addCategory(db)).id);
const part = await addPart(db, brand.id, product.id, 'Primera');
const [attribute, cross, picture, vehicle] = [
  await addAttribute(db, part.id),
  await addCross(db, part.id),
  await addPicture(db, part.id),
  await addVehicle(db),
];
const maker = await enrol(server, 'manufacturer', { part_brand_id: brand.id });

const base = '/api/backend/user-catalog';
const place = { part_brand_id: brand.id, part_product_id: product.id };
const post = (call: string, body: unknown) =>
  maker.request('POST', `${base}/${call}`, {
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });
const SENTENCE = expect.stringMatching(/^\p{Lu}.* .*\p{L}/u);
const refusedAt = (field: string) => ({ status: 422, message: SENTENCE, result: { errors: { [field]: SENTENCE } } });

const LISTS = [
  ['parts', `${base}/parts/${brand.id}/all`],
  ['attributes', `${base}/attributes/${part.id}`],
  ['crosses', `${base}/crosses/${part.id}`],
  ['pictures', `${base}/pictures/${part.id}`],
  ['vehicles', `${base}/vehicles/${part.id}`],
] as const;

describe.each(LISTS)('the list of %s refuses', (_, path) => {
  test.each([
    'filter[starts_with-password]=a',
    'filter[matches-part_brands.name]=a',
    'filter[contains-code_bare]=a',
    'filter[contains-constructor]=a',
    'filter[contains-id) or (1=1]=a',
    'filter[contains-id]=1',
    'filter[regex-id]=.*',
    'filter[greater_than-id]=1e309',
    'filter[greater_than-id]=1 or 1=1',
    'filter[matches-id]=99999999999999999999',
    'filter[matches-id]=1&filter[matches-id]=2',
    'filter[matches-id][]=1',
    'filter[id]=1',
    'filter=id',
    'sort=-password_hash',
    'sort=users.password_hash',
    'sort=id;drop table parts',
    'sort=(select 1)',
    'sort=id desc',
    'sort=--id',
    'sort=id&sort=-id',
    'page[number]=0',
    'page[number]=-1',
    'page[number]=1e9',
    'page[number]=1;select 1',
    'page[size]=1e9',
    'page[size]=201',
    'page[after]=x',
    'page[after]=[1,"id","1","2","3","4","5","6"]',
    'page[offset]=1',
    'page=1',
    'limit=1',
  ])('%s, with an error at the parameter', async (query) => {
    const answer = await maker.request('GET', `${path}?${query}`);
    expect(answer).toMatchObject({ status: 422, code: 422, message: SENTENCE });
    expect(Object.keys((answer.result as { errors: object }).errors)).toEqual([decodeURI(query).replace(/=.*/, '')]);
  });
});

test('a cursor with arbitrary values is refused, or leads to rows of the list', async () => {
  const [, path] = LISTS.find(([noun]) => noun === 'parts') ?? ['', ''];
  const follow = (sort: string, ...after: readonly string[]) =>
    maker.request(
      'GET',
      `${path}?${new URLSearchParams({ sort, 'page[after]': JSON.stringify([2, sort, ...after]) })}`,
    );
  const moment = '2026-01-01 00:00:00+00';
  expect(await follow('code', 'a', moment, '1')).toMatchObject({ status: 200 });
  expect(await follow('product', "a' or true --", moment, '1')).toMatchObject({ status: 200 });
  for (const after of [
    [],
    ['a'],
    ['a', moment],
    ['a', moment, 'x'],
    ['a', 'never', '1'],
    ['a', moment, '9'.repeat(30)],
  ]) {
    expect([after, await follow('code', ...after)]).toMatchObject([after, { status: 422 }]);
  }
  expect(await follow('vehicles_count', '1; select 1', moment, '1')).toMatchObject({ status: 422 });
});

test('a page that is absurdly far is empty in every order', async () => {
  const [, path] = LISTS.find(([noun]) => noun === 'parts') ?? ['', ''];
  for (const sort of ['created_at', 'product', '-vehicles_count', 'category']) {
    const query = new URLSearchParams({ sort, 'page[number]': '100000000', 'page[size]': '200' });
    expect(await maker.request('GET', `${path}?${query}`)).toMatchObject({ status: 200, result: { data: [] } });
  }
});

test.each([
  ['parts', 'code'],
  ['parts', 'observation'],
  ['attributes', 'value'],
  ['crosses', 'brand'],
  ['pictures', 'name'],
  ['vehicles', 'model'],
])('the list of %s takes text literally in a filter of %s, unless it is invalid or too long', async (name, column) => {
  const [, path] = LISTS.find(([noun]) => noun === name) ?? ['', ''];
  const filter = (value: string) =>
    maker.request('GET', `${path}?${new URLSearchParams({ [`filter[contains-${column}]`]: value })}`);
  for (const value of [
    "a' or '1'='1",
    "a'); drop table parts; --",
    'a\\',
    'a%',
    'a_',
    '$1a',

    '(?:a+)+$',
    '\u202ea',
  ]) {
    expect([value, await filter(value)]).toMatchObject([value, { status: 200 }]);
  }
  for (const value of ['a\0', 'x'.repeat(201)]) expect(await filter(value)).toMatchObject({ status: 422 });
  const broken = await maker.request('GET', `${path}?filter[contains-${column}]=%ED%A0%80`);
  expect(broken.status).toBeLessThan(500);
});

test.each([
  'parts/?/all',
  'parts/1/?',
  'parts/show/?',
  'attributes/?',
  'attributes/suggestions/?',
  'crosses/?',
  'crosses/brands/?',
  'pictures/?',
  'vehicles/?',
])('an impossible id is answered like a missing one: %s', async (path) => {
  const never = await maker.request('GET', `${base}/parts/show/2000000000`);
  for (const id of ['0', '-1', '1.5', '1e3', '٣', '%00', "1'", '1 or 1=1', '..%2f..', '99999999999999999999', 'null']) {
    expect(await maker.request('GET', `${base}/${path.replace('?', id)}`)).toEqual(never);
  }
  expect(await maker.request('GET', `${base}/${path.replace('?', '%ZZ')}`)).toMatchObject({
    status: 400,
    message: SENTENCE,
  });
});

const BODIES = {
  'parts/store': { ...place, code: 'Nueva', observation: 'x', enabled: 1, discontinued: 0 },
  'parts/update': {
    part_id: part.id,
    ...place,
    code: 'Primera',
    observation: 'x',
    enabled: 1,
    discontinued: 0,
    version: 1,
  },
  'parts/remove': { id: part.id },
  'attributes/store': { part_id: part.id, attribute_id: attribute.id, name: 'Largo', value: '1', unit: 'mm' },
  'attributes/remove': { part_id: part.id, attribute_id: attribute.id },
  'crosses/store': { part_id: part.id, brand: 'Fiat', code: 'X2' },
  'crosses/remove': { part_id: part.id, cross_id: cross.id },
  'pictures/remove': { part_id: part.id, picture_id: picture.id },
  'history/restore': { part_id: part.id, operation_id: 1 },
  'pictures/change-order': { part_id: part.id, picture_id: picture.id, order: 1 },
  'pictures/mark-blueprint': { part_id: part.id, picture_id: picture.id, is_blueprint: 0 },
  'vehicles/toggle': { part_id: part.id, vehicle_id: vehicle.id },
};
const CALLS = Object.entries(BODIES).map(([call, body]) => ({ call, body, fields: Object.keys(body) }));

test.each(CALLS)('$call refuses an invalid value at its field', async ({ call, body, fields }) => {
  for (const field of fields) {
    for (const value of [[1], { a: 1 }, 1.5, 'a\0b', '1e309', '1; drop table parts', '\ud800', 'x'.repeat(5001)]) {
      const isText = typeof value === 'string' && !/\0|\ud800|.{5001}/.test(value);
      if (isText && ['code', 'observation', 'name', 'value', 'unit', 'brand'].includes(field)) continue;
      expect([field, value, await post(call, { ...body, [field]: value })]).toMatchObject([
        field,
        value,
        refusedAt(field),
      ]);
    }
  }
});

test.each(CALLS)('$call refuses a body that is no form', async ({ call }) => {
  for (const body of ['null', '[]', '"x"', '7', '{}', '{"id": 1e309}', '{"__proto__": {"id": 1}}', '{', '']) {
    const answer = await post(call, body);
    expect([body, answer]).toMatchObject([body, { message: SENTENCE }]);
    expect([400, 422]).toContain(answer.status);
  }
});

test('none of the calls above has changed anything', async () => {
  const shown = await maker.call(api.parts.show, { params: { partId: part.id } });
  expect(shown).toMatchObject({
    code: 'Primera',
    version: 1,
    attributes: [attribute],
    cross: [cross],
    pictures: [picture],
    vehicles: [],
  });
  expect(await maker.request('GET', `${base}/parts/${brand.id}/all`)).toMatchObject({ result: { total: 1 } });
});

describe('a code', () => {
  test.each([
    ['nothing', ''],
    ['spaces', '   '],
    ['symbols alone', '-/. %_'],
    ['a hundred and one characters', 'x'.repeat(101)],
    ['a line break', 'A\r\nSet-Cookie: a=b'],
    ['terminal colors', '\u001b[31mA'],
    ['null', null],
    ['a number', 5],
  ])('is refused when it is %s', async (_, code) => {
    expect(await post('parts/store', { ...place, code })).toMatchObject(refusedAt('code'));
    expect(await post('crosses/store', { part_id: part.id, brand: 'Fiat', code })).toMatchObject(refusedAt('code'));
  });

  test.each([
    '<img src=x onerror=alert(1)>',
    '=HYPERLINK("http://x","A")',
    "1'); drop table parts; --",
    '{{7*7}}%0d%0a<%= 7*7 %>',
    'Ñandú ½ 日本 abc',
  ])('like any text stays as it was typed: %s', async (code) => {
    const observation = `${code}\r\n\u001b[31m${code}`;
    const stored = await post('parts/store', { ...place, code, observation });
    expect(stored).toMatchObject({ status: 200, result: { code, observation } });
    const { id } = stored.result as { id: number };
    await post('attributes/store', { part_id: id, name: code, value: code, unit: 'mm' });
    await post('crosses/store', { part_id: id, brand: code, code });
    const response = await maker.fetch('GET', `${base}/parts/show/${id}`);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await response.json()).toMatchObject({
      result: { code, observation, attributes: [{ name: code, value: code }], cross: [{ brand: code, code }] },
    });
  });
});
