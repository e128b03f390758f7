import { type Columns, type Filter, type ListQuery, listQuery, MODES, type Sort } from '@piezario/contract/list';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createDatabase } from '../testing/database.ts';
import { connect } from './connect.ts';
import { page } from './page.ts';

/** Parts have a column of every kind. */
const COLUMNS = {
  id: 'number',
  code: 'code',
  observation: 'text',
  enabled: 'flag',
  created_at: 'date',
} as const satisfies Columns;
type Row = { id: number; code: string; observation: string; enabled: boolean; created_at: Date };

const connection = await createDatabase();
const db = connect(connection, () => {});
const list = { columns: COLUMNS };
const read = (query: ListQuery) =>
  page(query, {
    list,
    columns: { id: 'id', code: 'code', observation: 'observation', enabled: 'enabled', created_at: 'created_at' },
    from: db.selectFrom('parts'),
    select: (from) => from.select(['id', 'code', 'observation', 'enabled', 'created_at']),
  });

/* The same list, naively: over rows in memory, one comparison at a time. */

const fold = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
const bare = (text: string) => fold(text).replace(/[^a-z0-9]/g, '');
/** Buenos Aires is three hours behind UTC all year. */
const day = (date: Date) => new Date(date.getTime() - 3 * 3_600_000).toISOString().slice(0, 10);

const byCodePoint = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0);

function accepts({ column, mode, value }: Filter, row: Row): boolean {
  switch (column) {
    case 'code':
      return textAccepts(mode, bare(row.code), bare(value));
    case 'observation':
      return textAccepts(mode, fold(row.observation), fold(value));
    case 'enabled':
      return row.enabled === (value === '1');
    case 'created_at':
      return orderAccepts(mode, byCodePoint(day(row.created_at), value));
    default:
      return orderAccepts(mode, byCodePoint(row.id, Number(value)));
  }
}

function textAccepts(mode: Filter['mode'], text: string, value: string): boolean {
  if (mode === 'contains') return text.includes(value);
  if (mode === 'starts_with') return text.startsWith(value);
  return mode === 'ends_with' ? text.endsWith(value) : text === value;
}

function orderAccepts(mode: Filter['mode'], order: number): boolean {
  if (mode === 'greater_than') return order > 0;
  return mode === 'less_than' ? order < 0 : order === 0;
}

function compare(sort: readonly Sort[], a: Row, b: Row): number {
  for (const { column, descending } of [...sort, { column: 'id', descending: false }]) {
    const order = byCodePoint(sortKey(column, a), sortKey(column, b));
    if (order !== 0) return descending ? -order : order;
  }
  return 0;
}

function sortKey(column: string, row: Row): string | number {
  if (column === 'code') return bare(row.code);
  if (column === 'observation') return fold(row.observation);
  if (column === 'enabled') return Number(row.enabled);
  return column === 'created_at' ? row.created_at.getTime() : row.id;
}

/* Random rows and queries, over an alphabet in which things do collide. */

const text = fc.string({
  unit: fc.constantFrom('a', 'A', 'á', 'ñ', 'N', 'b', '1', '%', '_', '\\', ' ', '-', "'"),
  maxLength: 5,
});
const moment = fc.date({
  min: new Date('2026-01-01T00:00:00Z'),
  max: new Date('2026-01-04T00:00:00Z'),
  noInvalidDate: true,
});
const rows = fc.array(fc.record({ code: text, observation: text, enabled: fc.boolean(), created_at: moment }), {
  maxLength: 30,
});

const VALUES: Record<keyof typeof COLUMNS, fc.Arbitrary<string>> = {
  id: fc.integer({ min: -1, max: 30 }).map(String),
  code: text,
  observation: text,
  enabled: fc.constantFrom('1', '0'),
  created_at: moment.map(day),
};
const filter = fc
  .constantFrom(...(Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]))
  .chain((column) =>
    fc.record({ column: fc.constant(column), mode: fc.constantFrom(...MODES[COLUMNS[column]]), value: VALUES[column] }),
  );
const query = fc.record({
  page: fc.integer({ min: 1, max: 4 }),
  size: fc.integer({ min: 1, max: 10 }),
  filters: fc.uniqueArray(filter, { maxLength: 3, selector: ({ column, mode }) => `${mode}-${column}` }),
  sort: fc.array(fc.record({ column: fc.constantFrom(...Object.keys(COLUMNS)), descending: fc.boolean() }), {
    maxLength: 3,
  }),
});

test('a list answers what a naive implementation over the same rows answers', async () => {
  await sql`drop index parts_code_key`.execute(db);
  await sql`alter table parts drop constraint parts_code_check`.execute(db);
  const brand = await db.insertInto('part_brands').values({ name: 'A' }).returning('id').executeTakeFirstOrThrow();
  const category = await db
    .insertInto('part_categories')
    .values({ name: 'A' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const product = await db
    .insertInto('part_products')
    .values({ name: 'A', part_category_id: category.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  const place = { part_brand_id: brand.id, part_product_id: product.id };
  const codec = listQuery(COLUMNS, 'id');

  await fc.assert(
    fc.asyncProperty(rows, fc.array(query, { minLength: 1, maxLength: 5 }), async (given, queries) => {
      await sql`truncate parts restart identity cascade`.execute(db);
      if (given.length > 0)
        await db
          .insertInto('parts')
          .values(given.map((row) => ({ ...place, ...row })))
          .execute();
      const stored = given.map((row, index) => ({ ...row, id: index + 1 }));
      for (const asked of queries) {
        const wire = codec.encode(asked);
        const decoded = codec.parse(wire);
        const all = stored
          .filter((row) => decoded.filters.every((one) => accepts(one, row)))
          .sort((a, b) => compare(decoded.sort, a, b));
        const skipped = (asked.page - 1) * asked.size;
        const result = await read(decoded);
        expect(result.data).toEqual(all.slice(skipped, skipped + asked.size));
        expect(result.total).toBe(all.length);
        expect(result.last_page).toBe(Math.max(1, Math.ceil(all.length / asked.size)));
      }
    }),
    { numRuns: 150 },
  );
  await db.destroy();
});
