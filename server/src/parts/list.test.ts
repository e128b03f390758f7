import { api } from '@piezario/contract/api';
import { ExportedCatalogue } from '@piezario/contract/exporter';
import { type ATTRIBUTE_KEY, isSortable, splitMeasure, splitValue } from '@piezario/contract/list';
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
  Exclude<keyof typeof api.parts.list.columns, 'vehicle_id' | 'gaps' | typeof ATTRIBUTE_KEY>,
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

describe('by an attribute', async () => {
  const [ribbed, belts] = [await addBrand(db), await addProduct(db, filters.id)];
  const list = async (rest: string | number) => api.parts.list.result.parse((await get(admin, ribbed.id, rest)).result);
  const codes = async (query: string) => (await list(`${belts.id}${query}`)).data.map(({ code }) => code);
  const VALUES: readonly (readonly [value: string, unit: string])[] = [
    ...([
      ['25', 'mm'],
      ['2,5', 'CM'],
      ['25.0', ''],
      ['3', 'cm'],
      ['-1', 'm'],
      ['1', 'kg'],
      ['40', 'vueltas'],
    ] as const),
    ...([
      ['Á b', ''],
      ['a B', ''],
      ['25 mm', ''],
      ['Sí', ''],
      ['x'.repeat(120), ''],
      [`${'x'.repeat(119)}y`, ''],
    ] as const),
  ];
  /** Each value in two parts, and two parts without one. */
  const rows = [...VALUES, ...VALUES, null, null].map((given, index) => ({ code: `B${100 + index}`, given }));
  await server.sql(`insert into parts (part_brand_id, part_product_id, code, created_at)
    select ${ribbed.id}, ${belts.id}, code, timestamptz '2026-03-01' - ('1' || right(code, 1))::int * interval '1 day'
    from unnest('{${rows.map(({ code }) => code)}}'::text[]) code`);
  for (const { code, given } of rows)
    if (given)
      await server.sql(`insert into part_attributes (part_id, name, value, unit)
        select id, 'Diámetro, [Ø]', '${given[0]}', '${given[1]}' from parts where code = '${code}'`);
  await server.sql(`insert into part_product_attributes (part_product_id, position, name, type, unit, units)
    values (${belts.id}, 1, 'diametro, [ø]', 'number', 'cm', '[{"unit": "línea", "factor": 0.25}]')`);
  const KEY = `@${encodeURIComponent('DIÁMETRO, [Ø]')}`;
  const UNITS: Record<string, readonly [base: string, factor: number]> = {
    ...{ mm: ['mm', 1], cm: ['mm', 10], m: ['mm', 1000], kg: ['g', 1000], línea: ['mm', 2.5], '': ['', 1] },
    vueltas: ['vueltas', 1],
  };

  /* The same list, naively. */

  const fold = (text: string) =>
    text
      .normalize('NFD')
      .replace(/\p{Mn}/gu, '')
      .toLowerCase();
  function measure(text: string, unit: string) {
    const number = splitMeasure(text)?.unit === '' ? Number(text.replace(',', '.')) : Number.POSITIVE_INFINITY;
    const [base, factor] = UNITS[unit.toLowerCase()] ?? ['', 1];
    return { number: Number((number * factor).toFixed(6)), base, text: fold(text) };
  }
  const isOf = (value: string, unit: string, typed: string, compare: (own: number, asked: number) => boolean) => {
    const read = splitMeasure(typed);
    const own = measure(value, unit);
    if (!read || own.number === Number.POSITIVE_INFINITY) return false;
    const asked = measure(read.number, read.unit || 'cm');
    if (own.base === asked.base) return compare(own.number, asked.number);
    return own.base === '' && read.unit === '' && compare(own.number, measure(read.number, '').number);
  };
  function accepts(mode: string, value: string, given: readonly [string, string] | null): boolean {
    if (mode === 'is_empty') return given === null;
    if (!given) return false;
    const text = fold(given[0]);
    const [first = '', last = first] = splitValue({ mode: mode as 'matches', value });
    const equals = (typed: string) =>
      isOf(...given, typed, (a, b) => a === b) || (splitMeasure(given[0])?.unit !== '' && text === fold(typed));
    if (mode === 'is_not_empty') return true;
    if (mode === 'contains') return text.includes(fold(value));
    if (mode === 'starts_with') return text.startsWith(fold(value));
    if (mode === 'greater_than') return isOf(...given, value, (a, b) => a > b);
    if (mode === 'less_than') return isOf(...given, value, (a, b) => a < b);
    if (mode === 'in') return splitValue({ mode, value }).some(equals);
    if (mode === 'matches') return equals(value);
    const from = first + (/[a-z]/.test(first) ? '' : last.replace(/[^a-z]/g, ''));
    return isOf(...given, from, (a, b) => a >= b) && isOf(...given, last, (a, b) => a <= b);
  }

  const all = (await list(belts.id)).data.map(({ code }) => code);
  const given = new Map(rows.map((row) => [row.code, row.given]));

  test.each([
    ...['25', '2.5', '2,5 cm', '25mm', '10 línea', '25 mm', 'á B', 'si', '1 kg', '40 VUELTAS'].map((one) => [
      'matches',
      one,
    ]),
    ...['0', '2,4', '2,6 cm', '20 mm', '0 kg', '-2 m', '9 línea'].flatMap((one) => [
      ['greater_than', one],
      ['less_than', one],
    ]),
    ...['20..30 mm', '2..3', '2 cm..30 mm', '0..2 kg', '1 mm..2 kg'].map((one) => ['between', one]),
    ...['25 mm; sí; 1 kg', 'A b;3'].map((one) => ['in', one]),
    ...['5', 'Á', ' b', '%', 'MM'].flatMap((one) => [
      ['contains', one],
      ['starts_with', one],
    ]),
    ...[
      ['is_empty', '1'],
      ['is_not_empty', '1'],
      ['matches', 'x'.repeat(120)],
    ],
  ])(
    'the filter %s %s finds what a naive one finds, in the list and in its bulk actions',
    async (mode = '', value = '') => {
      const expected = all.filter((code) => accepts(mode, value.replaceAll('; ', ';'), given.get(code) ?? null));
      expect(await codes(filter(`${mode}-${KEY}`, value))).toEqual(expected);
      const [matching] = [{ brandId: ribbed.id, productId: belts.id, query: { [`filter[${mode}-${KEY}]`]: value } }];
      const preview = await admin.request('POST', '/api/backend/bulk/preview', {
        body: JSON.stringify({ matching, action: { do: 'set_flag', field: 'is_universal', value: 1 } }),
        headers: { 'content-type': 'application/json' },
      });
      expect(preview.result).toMatchObject({ changed: expected.length });
    },
  );

  test.each(['', '-'])('pages by cursor and by number are those of a naive order (%s)', async (sign) => {
    const key = (code: string) => {
      const [value, unit] = given.get(code) ?? ['', ''];
      return { ...measure(value, unit), isMissing: given.get(code) === null };
    };
    const usual = sign === '' ? all : all.toReversed();
    const expected = usual.toSorted((a, b) => {
      const [one, other] = [key(a), key(b)];
      if (one.isMissing || other.isMissing) return Number(one.isMissing) - Number(other.isMissing);
      const [x, y] = [one.text.slice(0, 100), other.text.slice(0, 100)];
      const order = one.number === other.number ? (x < y ? -1 : x > y ? 1 : 0) : one.number < other.number ? -1 : 1;
      return sign === '' ? order : -order;
    });
    for (const [size, more] of [
      [4, ''],
      [100, ''],
      [3, '&filter[less_than-id]=999999'],
      [5, '&filter[matches-attributes_count]=1'],
    ]) {
      const found = expected.filter((code) => !`${more}`.includes('count') || given.get(code) !== null);
      const sorted = `${belts.id}?page[size]=${size}&sort=${sign}${encodeURIComponent(KEY)}${more}`;
      const byCursor: string[] = [];
      let next: string | null = '';
      for (let number = 1; next !== null; number++) {
        const after: string = next === '' ? '' : `&${new URLSearchParams({ 'page[after]': next })}`;
        const page = await list(sorted + after);
        const numbered = await list(`${sorted}&page[number]=${number}`);
        expect(numbered).toEqual({ ...page, next: numbered.next });
        expect(page).toMatchObject({ total: found.length, sort: `${sign}@${encodeURIComponent('diametro, [ø]')}` });
        byCursor.push(...page.data.map(({ code }) => code));
        next = page.next;
      }
      expect(byCursor).toEqual(found);
    }
  });

  test('the list and its total follow a changed value', async () => {
    const [part] = (await list(`${belts.id}${filter(`matches-${KEY}`, '1 kg')}`)).data;
    const heavy = async () => (await list(`${belts.id}${filter(`matches-${KEY}`, '7 kg')}&page[size]=1`)).total;
    expect(await heavy()).toBe(0);
    const edited = await admin.call(api.attributes.list, {
      params: { partId: part?.id ?? 0 },
      query: api.attributes.list.query.parse({}),
    });
    const [{ id, name } = { id: 0, name: '' }] = edited.data;
    const save = (value: string) =>
      admin.call(api.attributes.store, {
        body: { part_id: part?.id ?? 0, attribute_id: id, name, value, unit: 'kg' },
      });
    await save('7');
    expect(await heavy()).toBe(1);
    await save('1');
    expect(await heavy()).toBe(0);
  });

  test('a product is needed, and an unknown attribute is one that no part has', async () => {
    expect(await codes(filter('contains-@otro', 'x'))).toEqual([]);
    expect(await codes(filter('greater_than-@otro', '1'))).toEqual([]);
    expect(await codes(filter('is_empty-@otro', '1'))).toEqual(all);
    expect(await codes('?sort=@otro')).toEqual(all);
    for (const query of [filter(`contains-${KEY}`, '2'), `?sort=${encodeURIComponent(KEY)}`])
      expect(await get(admin, ribbed.id, `all${query}`)).toMatchObject({ status: 422, message: /Elegí un producto/ });
  });

  test('an export and the spreadsheet have the parts of the list', async () => {
    const found = await codes(filter(`greater_than-${KEY}`, '2 cm'));
    const path = `/api/backend/exporter/files/json/${ribbed.id}/${belts.id}/file.json${filter(`greater_than-${KEY}`, '2 cm')}`;
    const { parts } = ExportedCatalogue.parse(JSON.parse(await (await admin.fetch('GET', path)).text()));
    expect(parts.map(({ code }) => code).toSorted()).toEqual(found.toSorted());
    expect(found.length).toBeGreaterThan(0);
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
