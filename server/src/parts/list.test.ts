import { api } from '@piezario/contract/api';
import { ExportedCatalogue } from '@piezario/contract/exporter';
import { isSortable } from '@piezario/contract/list';
import { byField } from '@piezario/contract/part-fields';
import type { ListedPart as Part } from '@piezario/contract/parts';
import { describe, expect, test } from 'vitest';
import { TIME_ZONE } from '../db/day.ts';
import { addAttribute, addBrand, addCategory, addCross, addProduct, addVehicle } from '../testing/catalogue.ts';
import type { Client } from '../testing/client.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';

const server = await startServer();
const { db } = server;
const [brand, otherBrand] = [await addBrand(db), await addBrand(db)];
const [filters, brakes] = [await addCategory(db, 'Filtros'), await addCategory(db, 'Frenos')];
const [oil, air] = [await addProduct(db, filters.id, 'Óleo'), await addProduct(db, filters.id, 'Aire')];
const pads = await addProduct(db, brakes.id, 'Pastillas');

/** Each part was created a day before the part above it, so that lists show the last row first. */
const ROWS = [
  { code: 'W 712/75', product: oil, observation: 'Válvula al 100%', enabled: true, children: [0, 1, 2, 0] },
  { code: 'W 712/76', product: oil, observation: '', enabled: false, children: [3, 0, 1, 2] },
  { code: 'C-30', product: air, observation: 'valvula_doble', enabled: true, children: [1, 2, 0, 1] },
  { code: 'PD%9_1', product: pads, observation: 'Sin C:\\sensor', enabled: true, children: [2, 3, 0, 0] },
  { code: '00123', product: pads, observation: '', enabled: false, children: [0, 0, 0, 3] },
];
const days = ROWS.map((_, index) => `2026-03-0${ROWS.length - index}`);
const vehicles = [await addVehicle(db), await addVehicle(db), await addVehicle(db)];

for (const [index, { code, product, observation, enabled, children }] of ROWS.entries()) {
  const [attributes = 0, crosses = 0, pictures = 0, links = 0] = children;
  const { id } = await db
    .insertInto('parts')
    .values({
      ...{ part_brand_id: brand.id, part_product_id: product.id, code, observation, enabled },
      ...{ discontinued: !enabled, created_at: new Date(`${days[index]}T12:00:00-03:00`) },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (let n = 0; n < attributes; n++) await addAttribute(db, id);
  for (let n = 0; n < crosses; n++) await addCross(db, id);
  for (const vehicle of vehicles.slice(0, links))
    await db.insertInto('part_vehicles').values({ part_id: id, vehicle_id: vehicle.id }).execute();
  await server.sql(`update part_counts set pictures_count = ${pictures} where part_id = ${id}`);
}

const admin = await enrol(server, 'admin');
const maker = await enrol(server, 'manufacturer', { part_brand_id: brand.id });

const get = (person: Client, brandId: number, rest: string | number = 'all') =>
  person.request('GET', `/api/backend/user-catalog/parts/${brandId}/${rest}`);
const list = async (person: Client, rest: string | number = 'all') =>
  api.parts.list.result.parse((await get(person, brand.id, rest)).result);
const codes = async (query: string, person: Client = maker) =>
  (await list(person, query.startsWith('?') ? `all${query}` : query)).data.map(({ code }) => code);
const filter = (name: string, value: unknown) => `?${new URLSearchParams({ [`filter[${name}]`]: String(value) })}`;

describe('the parts of a brand', () => {
  test('are sorted by creation, fifty a page, with all fields of a row', async () => {
    const { data, ...page } = await list(maker);
    expect(data.map(({ code }) => code)).toEqual(ROWS.map(({ code }) => code).reverse());
    expect(page).toEqual({
      ...{ current_page: 1, per_page: 50, last_page: 1, from: 1, to: 5, total: 5 },
      ...{ filters: {}, sort: 'created_at', next: null },
    });
    expect(data.at(-1)).toEqual({
      ...byField(
        (_, { initial }) => (initial ? 1 : 0),
        () => '',
      ),
      ...{ id: expect.any(Number), brand: brand.name, code: 'W 712/75', observation: 'Válvula al 100%' },
      ...{ part_brand_id: brand.id, part_product_id: oil.id, version: 1 },
      product_with_category: {
        id: oil.id,
        name: 'Óleo',
        part_category_id: filters.id,
        category: 'Filtros',
        takes_vehicles: 1,
      },
      ...{ attributes_count: 0, cross_count: 1, pictures_count: 2, vehicles_count: 0, has_observation_str: 'SI' },
      ...{ updated_at: expect.any(String), updated_by: null, thumbnailUrl: null },
      ...{ created_at: expect.any(String), discontinued_at: null },
      ...{ completeness: 0, gaps: ['vehicles', 'attributes', 'photos', 'barcode', 'category'] },
      ...{ missing_attributes: [], off_template: 0, blocked_by: ['vehicles', 'photos', 'category'] },
    });
    expect(await list(admin)).toEqual({ data, ...page });
  });

  test('are paginated without gaps or repeats, in any order', async () => {
    for (const sort of ['created_at', 'enabled', '-product', 'brand']) {
      const pages = await Promise.all(
        [1, 2, 3].map((n) => list(maker, `all?page[size]=2&page[number]=${n}&sort=${sort}`)),
      );
      expect(pages.map(({ from, to, last_page, total }) => [from, to, last_page, total])).toEqual([
        [1, 2, 3, 5],
        [3, 4, 3, 5],
        [5, 5, 3, 5],
      ]);
      expect(new Set(pages.flatMap(({ data }) => data.map(({ id }) => id))).size).toBe(5);
    }
    expect(await list(maker, 'all?page[number]=9')).toMatchObject({ data: [], from: null, to: null, total: 5 });
  });

  test('are filtered by product and by category', async () => {
    expect(await codes(`${pads.id}`)).toEqual(['00123', 'PD%9_1']);
    expect(await codes(filter('matches-part_category_id', filters.id))).toEqual(['C-30', 'W 712/76', 'W 712/75']);
    expect(await codes(`${pads.id}${filter('matches-part_category_id', filters.id)}`)).toEqual([]);
    expect(await codes('2000000000')).toEqual([]);
  });
});

/** Formats a day as filters write it, in the time zone of the users. */
const DAY = new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE });

/** Value that each column compares, from a row of the list. */
const VALUES: Record<
  Exclude<keyof typeof api.parts.list.columns, 'vehicle_id' | 'gaps'>,
  (part: Part) => string | number
> = {
  id: ({ id }) => id,
  brand: (part) => part.brand,
  code: ({ code }) => code.toLowerCase().replace(/\W|_/g, ''),
  product: ({ product_with_category }) => product_with_category.name.replace('Ó', 'o').toLowerCase(),
  category: ({ product_with_category }) => product_with_category.category,
  part_category_id: ({ product_with_category }) => product_with_category.part_category_id,
  takes_vehicles: ({ product_with_category }) => product_with_category.takes_vehicles,
  attributes_count: ({ attributes_count }) => attributes_count,
  has_observation_str: ({ has_observation_str }) => has_observation_str,
  ...byField(
    (name) => (part: Part) => part[name],
    (name) => (part: Part) => part[name].replace('á', 'a').toLowerCase(),
  ),
  cross_count: ({ cross_count }) => cross_count,
  pictures_count: ({ pictures_count }) => pictures_count,
  vehicles_count: ({ vehicles_count }) => vehicles_count,
  created_at: ({ code }) => days[ROWS.findIndex((row) => row.code === code)] ?? '',
  updated_at: ({ updated_at }) => DAY.format(new Date(updated_at)),
  discontinued_at: ({ discontinued_at }) => (discontinued_at ? DAY.format(new Date(discontinued_at)) : ''),
  updated_by: ({ updated_by }) => updated_by ?? '',
  completeness: ({ completeness }) => completeness ?? '',
  gaps_count: ({ completeness, gaps }) => (completeness === null ? '' : gaps.length),
  publishable: ({ blocked_by }) => (blocked_by ? Number(blocked_by.length === 0) : ''),
  off_template: ({ off_template }) => off_template,
};
const COLUMNS = Object.keys(VALUES) as (keyof typeof VALUES)[];

describe.each(COLUMNS)('by %s', (column) => {
  const value = VALUES[column];
  const kind = api.parts.list.columns[column];

  test('the list is filtered', async () => {
    const { data } = await list(maker);
    const codesWhere = (holds: (part: Part) => boolean) => data.filter(holds).map(({ code }) => code);
    for (const wanted of new Set(data.map(value).filter((one) => one !== ''))) {
      expect(await codes(filter(`matches-${column}`, wanted))).toEqual(codesWhere((part) => value(part) === wanted));
      if (kind !== 'number' && kind !== 'date') continue;
      expect(await codes(filter(`less_than-${column}`, wanted))).toEqual(
        codesWhere((part) => value(part) !== '' && value(part) < wanted),
      );
      expect(await codes(filter(`greater_than-${column}`, wanted))).toEqual(codesWhere((part) => value(part) > wanted));
    }
  });

  test('an export has the parts of the list', async () => {
    const { data } = await list(maker);
    for (const wanted of new Set(data.map(value).filter((one) => one !== ''))) {
      const passed = filter(`matches-${column}`, wanted);
      const path = `/api/backend/exporter/files/json/${brand.id}/all/file.json${passed}`;
      const { parts } = ExportedCatalogue.parse(JSON.parse(await (await maker.fetch('GET', path)).text()));
      expect(new Set(parts.map(({ code }) => code))).toEqual(new Set(await codes(passed)));
    }
  });

  test('the list is sorted in both directions', async () => {
    if (!isSortable(api.parts.list.columns, column)) {
      expect(await get(maker, brand.id, `all?sort=${column}`)).toMatchObject({ status: 422 });
      return;
    }
    const sorted = async (sort: string) => (await list(maker, `all?sort=${sort}`)).data.map(value);
    const values = (await list(maker)).data.map(value);
    const ascending = values.filter((one) => one !== '').toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    const last = values.filter((one) => one === '');
    expect(await sorted(column)).toEqual([...ascending, ...last]);
    expect(await sorted(`-${column}`)).toEqual([...ascending.toReversed(), ...last]);
  });
});

describe('looking for', () => {
  test.each(['W 712/75', 'w712-75', 'W71275', ' w.7 1 2.75 '])(
    'the code %j finds it, however it is written',
    async (code) => {
      for (const mode of ['matches', 'contains', 'starts_with', 'ends_with']) {
        expect(await codes(filter(`${mode}-code`, code))).toEqual(['W 712/75']);
      }
    },
  );

  test.each([
    ['contains-code', '712/7', ['W 712/76', 'W 712/75']],
    ['starts_with-code', '0012', ['00123']],
    ['ends_with-code', '7/6', ['W 712/76']],
    ['matches-code', '123', []],
    ['contains-observation', 'VALVULA', ['C-30', 'W 712/75']],
    ['contains-observation', '%', ['W 712/75']],
    ['contains-observation', '_', ['C-30']],
    ['contains-observation', '\\', ['PD%9_1']],
    ['contains-observation', 'a_a', []],
    ['contains-observation', 'v%a', []],
    ['starts_with-product', 'oleo', ['W 712/76', 'W 712/75']],
    ['ends_with-category', 'ENOS', ['00123', 'PD%9_1']],
    ['matches-has_observation_str', 'sí', ['PD%9_1', 'C-30', 'W 712/75']],
    ['matches-has_observation_str', 'NO', ['00123', 'W 712/76']],
    ['matches-enabled', 'NO', ['00123', 'W 712/76']],
  ])('%s %j finds %j', async (name, value, found) => {
    expect(await codes(filter(name, value))).toEqual(found);
  });

  test('two filters at once finds parts that pass both, and returns the applied filters', async () => {
    const query = 'all?filter[contains-code]=712&filter[greater_than-attributes_count]=0&sort=-code,id';
    expect(await list(maker, query)).toMatchObject({
      data: [{ code: 'W 712/76' }],
      total: 1,
      filters: { 'contains-code': '712', 'greater_than-attributes_count': '0' },
      sort: '-code,id',
    });
  });
});

describe('a person who was granted', () => {
  test.each([
    ['a category', { part_brand_id: brand.id, part_category_id: filters.id }, ['C-30', 'W 712/76', 'W 712/75']],
    ['a product', { part_brand_id: brand.id, part_product_id: pads.id }, ['00123', 'PD%9_1']],
    ['another brand', { part_brand_id: otherBrand.id }, [] as string[]],
  ])('%s of the brand sees only its parts, with their totals', async (_, place, seen) => {
    for (const role of ['manufacturer', 'client', 'user'] as const) {
      const person = await enrol(server, role, place);
      const { data, total, last_page } = await list(person, 'all?page[size]=1');
      expect([data.map(({ code }) => code), total, last_page]).toEqual([
        seen.slice(0, 1),
        seen.length,
        seen.length || 1,
      ]);
      expect(await codes('?sort=created_at', person)).toEqual(seen);
      for (const { code } of ROWS) {
        expect(await codes(filter('contains-code', code), person)).toEqual(seen.filter((one) => one === code));
      }
      const unseen = seen.includes('C-30') ? pads : oil;
      expect(await get(person, brand.id, unseen.id)).toEqual(await get(person, brand.id, 2_000_000_000));
    }
  });

  test('nothing of a brand cannot tell it from one that does not exist', async () => {
    const stranger = await enrol(server, 'manufacturer', { part_brand_id: otherBrand.id });
    for (const rest of ['all', `${oil.id}`, 'all?sort=-vehicles_count', `all${filter('contains-code', 'W')}`]) {
      const answer = await get(stranger, brand.id, rest);
      expect(answer).toEqual(await get(stranger, 2_000_000_000, rest));
      expect(answer).toMatchObject({ status: 200, result: { data: [], total: 0 } });
    }
  });
});
