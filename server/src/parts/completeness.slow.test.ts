import { api } from '@piezario/contract/api';
import { GAPS } from '@piezario/contract/gaps';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addBrand, addCategory, addProduct } from '../testing/catalogue.ts';
import type { Client } from '../testing/client.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';

const server = await startServer();
const { db } = server;
const brand = await addBrand(db);
const category = await addCategory(db);
const [filter, pad, oil] = [
  await addProduct(db, category.id, 'Filtro'),
  await addProduct(db, category.id, 'Pastilla'),
  await addProduct(db, category.id, 'Aceite'),
];
await db
  .updateTable('part_products')
  .set({ requires: ['observation', 'vehicles'], photos_required: 2 })
  .where('id', '=', pad.id)
  .execute();
await db
  .updateTable('part_products')
  .set({ requires: ['observation'], photos_required: 0, mercadolibre_category: 'MLA1' })
  .where('id', '=', oil.id)
  .execute();

// Parts with every combination of gaps: the bits of the number in the code decide what a part lacks.
await sql`insert into parts (part_brand_id, part_product_id, code, observation, enabled, discontinued, created_at)
  select ${brand.id}, (array[${filter.id}, ${pad.id}, ${oil.id}]::int[])[1 + n % 3], 'C' || n,
    case n & 1 when 0 then '' else 'Con texto' end, n % 7 <> 0, n % 5 = 0, '2026-01-01'::timestamptz + make_interval(hours => n * 7 % 50)
  from generate_series(1, 60) n`.execute(db);
await sql`update part_counts set attributes_count = n >> 1 & 1, cross_count = n >> 2 & 1, vehicles_count = (n >> 3 & 1) * n,
    large_photos_count = n >> 4 & 3
  from (select id, substr(code, 2)::int as n from parts) numbered where numbered.id = part_id`.execute(db);

const admin = await enrol(server, 'admin');
const people = {
  'an admin': admin,
  'a manufacturer of the brand': await enrol(server, 'manufacturer', { part_brand_id: brand.id }),
  'a client of two products': await enrol(
    server,
    'client',
    { part_brand_id: brand.id, part_product_id: filter.id },
    { part_brand_id: brand.id, part_product_id: oil.id },
  ),
};

type Query = Readonly<Record<string, string>>;
const list = (person: Client, query: Query) =>
  person.call(api.parts.list, {
    params: { brandId: brand.id, productId: 'all' },
    query: api.parts.list.query.parse(query),
  });

/** A filter that every part passes. With it the list cannot use the tallies and scans all parts. */
const EVERY_PART = { 'filter[greater_than-off_template]': '-1' };
const SIZE = { 'page[size]': '13' };

async function byNumbers(person: Client, query: Query) {
  const first = await list(person, { ...query, ...SIZE });
  const pages = [first];
  for (let n = 2; n <= first.last_page; n++)
    pages.push(await list(person, { ...query, ...SIZE, 'page[number]': `${n}` }));
  return pages.flatMap(({ data }) => data);
}

async function byCursor(person: Client, query: Query) {
  const found = [];
  for (let next: string | null = ''; next !== null; ) {
    const page: Awaited<ReturnType<typeof list>> = await list(person, {
      ...query,
      ...SIZE,
      ...(next && { 'page[after]': next }),
    });
    found.push(...page.data);
    next = page.next;
  }
  return found;
}

const FILTERS: readonly Query[] = [
  {},
  { 'filter[matches-completeness]': '100' },
  { 'filter[less_than-completeness]': '60' },
  { 'filter[matches-gaps_count]': '1' },
  { 'filter[matches-publishable]': '1' },
  { 'filter[matches-publishable]': '0', 'filter[matches-gaps_count]': '1' },
  ...(['photos', 'category'] as const).map((gap) => ({ 'filter[matches-gaps]': `${GAPS.indexOf(gap) + 1}` })),
  { 'filter[in-gaps]': '2;4', 'filter[greater_than-gaps_count]': '1' },
  { 'filter[matches-gaps]': '1', 'filter[contains-product]': 'il' },
];
const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);
const sorted = (rows: readonly { id: number }[]) => idsOf(rows).toSorted((a, b) => a - b);

const compareAll = (person: Client) =>
  Promise.all(
    FILTERS.map(async (filters) => {
      const { total } = await list(person, filters);
      for (const sort of ['completeness', '-completeness']) {
        const scanned = await byNumbers(person, { ...filters, ...EVERY_PART, sort });
        const [numbered, followed] = [
          await byNumbers(person, { ...filters, sort }),
          await byCursor(person, { ...filters, sort }),
        ];
        expect([filters, sort, total, numbered.length]).toEqual([filters, sort, scanned.length, scanned.length]);
        expect(idsOf(followed)).toEqual(idsOf(numbered));
        expect(sorted(numbered)).toEqual(sorted(scanned));
        expect(numbered.map(({ completeness }) => completeness)).toEqual(
          scanned.map(({ completeness }) => completeness),
        );
      }
      for (const sort of ['-vehicles_count', 'product', 'completeness,code']) {
        const scanned = await byNumbers(person, { ...filters, ...EVERY_PART, sort });
        expect([filters, sort, idsOf(await byNumbers(person, { ...filters, sort }))]).toEqual([
          filters,
          sort,
          idsOf(scanned),
        ]);
        expect(idsOf(await byCursor(person, { ...filters, sort }))).toEqual(idsOf(scanned));
      }
    }),
  );

test.each(Object.entries(people))(
  'for %s, filters and orders by gaps find the same with tallies as with a scan',
  async (_, person) => {
    await compareAll(person);
  },
);

test('filters and orders by gaps follow changes of parts, requirements of products, and deleted parts', async () => {
  const total = async (filters: Query) => (await list(admin, filters)).total;
  const without = { 'filter[matches-gaps]': '1' };
  const before = await total(without);
  const [first] = (await list(admin, without)).data;
  await db
    .updateTable('parts')
    .set({ observation: 'Ahora sí' })
    .where('id', '=', first?.id ?? 0)
    .execute();
  expect(await total(without)).toBe(before - 1);
  await db
    .updateTable('part_products')
    .set({ requires: ['crosses'] })
    .where('id', '=', oil.id)
    .execute();
  await db.deleteFrom('parts').where('code', 'in', ['C1', 'C2', 'C3', 'C21']).execute();
  await compareAll(admin);
});

test('in a large brand, pages with a large offset are right, also after counts have changed', async () => {
  await sql`insert into parts (part_brand_id, part_product_id, code, enabled)
    select ${brand.id}, (array[${filter.id}, ${pad.id}, ${oil.id}]::int[])[1 + n % 3], 'L' || n, n % 50 <> 0
    from generate_series(1, 6200) n`.execute(db);
  await sql`update part_counts set vehicles_count = part_id % 977`.execute(db);
  const far = { 'filter[matches-gaps]': '1', 'page[number]': '41' };
  const compare = async () => {
    for (const sort of ['-vehicles_count', 'product', 'code']) {
      const [page, scanned] = [await list(admin, { ...far, sort }), await list(admin, { ...far, ...EVERY_PART, sort })];
      expect([sort, page.total, idsOf(page.data)]).toEqual([sort, scanned.total, idsOf(scanned.data)]);
    }
  };
  await compare();
  await sql`update part_counts set vehicles_count = 1000 - vehicles_count where vehicles_count > 0`.execute(db);
  await compare();
});

test('a cursor of another order is refused', async () => {
  const { next } = await list(admin, { sort: 'code', 'page[size]': '2' });
  const asked = new URLSearchParams({ sort: 'completeness', 'page[after]': next ?? '' });
  expect(await admin.request('GET', `/api/backend/user-catalog/parts/${brand.id}/all?${asked}`)).toMatchObject({
    status: 422,
  });
});
