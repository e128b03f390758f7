import {
  ATTRIBUTE_KEY,
  attributeOf,
  type Columns,
  type Filter,
  isSortable,
  joinValues,
  type ListQuery,
  listed,
  MODES,
  type Paged,
  readCursor,
  type Sort,
  splitValue,
} from '@piezario/contract/list';
import fc from 'fast-check';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase } from '../../testing/database.ts';
import { inTiers } from '../../testing/soak.ts';
import { connect } from '../connection/connect.ts';
import { page } from './page.ts';
import type { Source } from './view.ts';

/** A column of every kind, two of which may be null, and one that is read like an attribute. */
const PLAIN = {
  id: 'number',
  code: 'code',
  name: 'text',
  note: 'prose',
  amount: 'number',
  enabled: 'flag',
  created_at: 'date',
} as const satisfies Columns;
const COLUMNS = { ...PLAIN, [ATTRIBUTE_KEY]: 'attribute' } as const;
type Row = {
  id: number;
  code: string;
  name: string | null;
  note: string;
  amount: number | null;
  enabled: boolean;
  created_at: Date;
};

const connection = await createDatabase();
const db = connect(connection, () => {});
/** The tally counts rows by `enabled`. Pages that skip more than three rows may be read from the end. */
const { usualOrder, query: codec } = listed(COLUMNS, 'created_at');
const source = (tallied: boolean, { filters }: ListQuery): Source<typeof COLUMNS, Row> => ({
  list: { columns: COLUMNS, usualOrder },
  table: 'things',
  where: sql`things.visible and ${enabledOf('things', filters)}`,
  settled: ['enabled'],
  columns: {
    id: 'things.id',
    code: { compared: 'things.code_bare' },
    name: 'name',
    note: 'note',
    amount: 'amount',
    enabled: { compared: 'things.enabled' },
    created_at: { compared: 'things.created_at' },
    [ATTRIBUTE_KEY]: {
      ofAttribute: (name) => ({
        passes: ({ mode }) => sql`things.${sql.ref(name)} is ${mode === 'is_empty' ? sql`` : sql`not`} null`,
        values: sql`(select id, ${sql.ref(name)} as value, created_at from things where ${sql.ref(name)} is not null) v`,
        isValue: sql`(select visible from things where id = v.id)`,
        id: sql`v.id`,
        keys: [sql`v.value`, sql`v.created_at`, sql`v.id`],
        isMissing: sql`things.${sql.ref(name)} is null`,
      }),
    },
  },
  show: (id) => sql<Row>`select id, code, name, note, amount, enabled, created_at from things where things.id = ${id}`,
  near: 3,
  ...(tallied && {
    tally: {
      table: 'tallies',
      count: 'tallies.things',
      where: enabledOf('tallies', filters),
      groups: {
        column: 'enabled',
        from: sql`tallies`,
        key: sql`tallies.enabled`,
        tallied: 'tallies.enabled',
        listed: 'things.enabled',
      },
      selection: JSON.stringify(filters.filter(({ column }) => column === 'enabled')),
    },
  }),
});

function enabledOf(table: string, filters: readonly Filter[]): RawBuilder<SqlBool> {
  const wanted = filters.filter(({ column }) => column === 'enabled');
  return sql`(${sql.join([sql`true`, ...wanted.map(({ value }) => sql`${sql.ref(`${table}.enabled`)} = ${value === '1'}`)], sql` and `)})`;
}

/* The same list, naively: over rows in memory, one comparison at a time. */

const fold = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
/** In codes, ñ is a letter of its own. */
const bare = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .split('ñ')
    .map((piece) => fold(piece).replace(/[^a-z0-9]/g, ''))
    .join('ñ');
/** Buenos Aires is three hours behind UTC all year. */
const day = (date: Date) => new Date(date.getTime() - 3 * 3_600_000).toISOString().slice(0, 10);

const byCodePoint = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0);

function accepts({ column, mode, value }: Filter, row: Row): boolean {
  const values = splitValue({ mode, value });
  switch (column) {
    case 'code':
      return textAccepts(mode, bare(row.code), values.map(bare));
    case 'name':
    case 'note':
      return textAccepts(mode, row[column] === null ? null : fold(row[column]), values.map(fold));
    case 'enabled':
      return row.enabled === (value === '1');
    case 'created_at':
      return orderAccepts(mode, day(row.created_at), values);
    case '@amount':
      return (row.amount === null) === (mode === 'is_empty');
    default:
      return orderAccepts(mode, column === 'id' ? row.id : row.amount, values.map(Number));
  }
}

function textAccepts(mode: Filter['mode'], text: string | null, values: readonly string[]): boolean {
  const [value = ''] = values;
  if (mode === 'is_empty') return (text ?? '') === '';
  if (mode === 'is_not_empty') return (text ?? '') !== '';
  if (text === null) return false;
  if (mode === 'contains') return text.includes(value);
  if (mode === 'starts_with') return text.startsWith(value);
  return mode === 'ends_with' ? text.endsWith(value) : values.includes(text);
}

function orderAccepts<T extends string | number>(mode: Filter['mode'], own: T | null, values: readonly T[]): boolean {
  const [value, other] = values;
  if (own === null || value === undefined) return false;
  if (mode === 'between') return other !== undefined && own >= value && own <= other;
  if (mode === 'greater_than') return own > value;
  return mode === 'less_than' ? own < value : values.includes(own);
}

/** Equal rows come in the usual order, in the direction of the last column; those without a value come last. */
function compare(sort: readonly Sort[], a: Row, b: Row): number {
  const descending = sort.at(-1)?.descending ?? false;
  for (const key of [...sort, { column: 'created_at', descending }, { column: 'id', descending }]) {
    const [one, other] = [sortKey(key.column, a), sortKey(key.column, b)];
    const order =
      one === null || other === null ? Number(one === null) - Number(other === null) : byCodePoint(one, other);
    if (order !== 0) return key.descending && one !== null && other !== null ? -order : order;
  }
  return 0;
}

function sortKey(written: string, row: Row): string | number | null {
  const column = attributeOf(written) ?? written;
  if (column === 'code') return bare(row.code);
  if (column === 'name') return row.name === null ? null : fold(row.name);
  if (column === 'amount') return row.amount;
  if (column === 'enabled') return Number(row.enabled);
  return column === 'created_at' ? row.created_at.getTime() : row.id;
}

/* Random rows and queries, over a small alphabet, in which values collide. */

const text = fc.string({
  unit: fc.constantFrom('a', 'A', 'á', 'ñ', 'N', 'b', '1', '%', '_', '\\', ' ', '-', "'"),
  maxLength: 5,
});
const moment = fc.date({
  min: new Date('2026-01-01T00:00:00Z'),
  max: new Date('2026-01-04T00:00:00Z'),
  noInvalidDate: true,
});
const thing = fc.record({
  code: text,
  name: fc.option(text),
  note: text,
  amount: fc.option(fc.integer({ min: 0, max: 5 })),
  enabled: fc.boolean(),
  created_at: moment,
});
const things = fc.array(thing, { maxLength: 30 });

const several = (value: fc.Arbitrary<string>, most: number) =>
  fc.array(value, { minLength: 1, maxLength: most }).map((values) => joinValues('in', values));
const VALUES: Record<keyof typeof PLAIN, fc.Arbitrary<string>> = {
  id: fc.integer({ min: -1, max: 30 }).map(String),
  code: text,
  name: text,
  note: text,
  amount: fc.integer({ min: -1, max: 6 }).map(String),
  enabled: fc.constantFrom('1', '0'),
  created_at: moment.map(day),
};
function valuesOf(column: keyof typeof PLAIN, mode: Filter['mode']): fc.Arbitrary<string> {
  if (mode === 'is_empty' || mode === 'is_not_empty') return fc.constant('1');
  if (mode === 'in')
    return several(
      VALUES[column].filter((value) => value.trim() !== ''),
      3,
    );
  if (mode !== 'between') return VALUES[column];
  return fc.tuple(VALUES[column], VALUES[column]).map((both) => joinValues('between', both));
}
const names = Object.keys(PLAIN) as (keyof typeof PLAIN)[];
const filter = fc
  .constantFrom(...names)
  .chain((column) => fc.tuple(fc.constant(column), fc.constantFrom<Filter['mode'][]>(...MODES[COLUMNS[column]])))
  .chain(([column, mode]) =>
    fc.record({ column: fc.constant(column), mode: fc.constant(mode), value: valuesOf(column, mode) }),
  );
const ofAttribute = fc.record({
  column: fc.constant('@amount'),
  mode: fc.constantFrom<Filter['mode'][]>('is_empty', 'is_not_empty'),
  value: fc.constant('1'),
});
const byAttribute = fc.record({ column: fc.constant('@amount'), descending: fc.boolean() });
const query = fc.record({
  page: fc.integer({ min: 1, max: 6 }),
  size: fc.integer({ min: 1, max: 10 }),
  filters: fc.uniqueArray(fc.oneof({ arbitrary: filter, weight: 9 }, ofAttribute), {
    maxLength: 2,
    selector: ({ column, mode }) => `${mode}-${column}`,
  }),
  sort: fc.oneof(
    fc.array(
      fc.record({
        column: fc.constantFrom(...names.filter((name) => isSortable(COLUMNS, name))),
        descending: fc.boolean(),
      }),
      { maxLength: 3 },
    ),
    byAttribute.map((one) => [one]),
  ),
});

async function store(given: readonly Omit<Row, 'id'>[]): Promise<Row[]> {
  await sql`truncate things restart identity`.execute(db);
  await sql`delete from tallies`.execute(db);
  for (const { code, name, note, amount, enabled, created_at } of given) {
    await sql`insert into things (code, name, note, amount, enabled, created_at)
      values (${code}, ${name}, ${note}, ${amount}, ${enabled}, ${created_at})`.execute(db);
  }
  await sql`insert into things (code, note, enabled, created_at, visible) values ('a', '', true, now(), false)`.execute(
    db,
  );
  await sql`insert into tallies (enabled, things) select enabled, count(*) from things where visible group by 1`.execute(
    db,
  );
  return given.map((row, index) => ({ ...row, id: index + 1 }));
}

beforeAll(async () => {
  await sql`create table things (id integer generated always as identity primary key, code text not null,
    code_bare text generated always as (bare(code)) stored, name text, note text not null, amount integer,
    enabled boolean not null, created_at timestamptz not null, visible boolean not null default true)`.execute(db);
  await sql`create table tallies (id bigint generated always as identity, enabled boolean, things integer)`.execute(db);
});
afterAll(() => db.destroy());

/** Dates come as text. */
const read = ({ data }: Paged<Row>) => data.map((row) => ({ ...row, created_at: new Date(row.created_at) }));

test.each([false, true])('a list answers what a naive implementation answers (with a tally: %s)', async (tallied) => {
  await fc.assert(
    fc.asyncProperty(things, fc.array(query, { minLength: 1, maxLength: 5 }), async (given, queries) => {
      const stored = await store(given);
      for (const asked of queries) {
        const decoded = codec.parse(codec.encode(asked));
        const { size } = decoded;
        const all = stored
          .filter((row) => decoded.filters.every((one) => accepts(one, row)))
          .sort((a, b) => compare(decoded.sort, a, b));
        const skipped = (asked.page - 1) * size;
        // The second time, the total is cached.
        for (const _ of ['first', 'again']) {
          const result = await page(db, decoded, source(tallied, decoded));
          expect(read(result)).toEqual(all.slice(skipped, skipped + size));
          expect(result.total).toBe(all.length);
          expect(result.last_page).toBe(Math.max(1, Math.ceil(all.length / size)));
          expect(result.next === null).toBe(skipped + size >= all.length || skipped >= all.length);
          const next = result.next && readCursor(result.next, decoded.sort);
          if (!next) continue;
          const following = await page(
            db,
            codec.parse(codec.encode({ ...decoded, ...next })),
            source(tallied, decoded),
          );
          expect(read(following)).toEqual(all.slice(skipped + size, skipped + 2 * size));
          expect(following).toMatchObject({
            total: all.length,
            current_page: asked.page + 1,
            from: skipped + size + 1,
          });
        }
      }
    }),
    { numRuns: inTiers(25, 100, 1_000) },
  );
});

test('a page past the end stays empty, also with a cached total', async () => {
  const created_at = new Date('2026-01-01');
  const note = '';
  await store(
    Array.from({ length: 20 }, (_, n) => ({ code: `${n}`, name: null, note, amount: n, enabled: true, created_at })),
  );
  const ask = async (number: number) => {
    const query = codec.parse({ sort: 'amount', 'page[size]': '2', 'page[number]': `${number}` });
    const { data, total } = await page(db, query, source(true, query));
    return [data.map(({ amount }) => amount), total];
  };
  expect(await ask(5)).toEqual([[8, 9], 20]);
  for (const _ of ['first', 'again']) {
    expect(await ask(11)).toEqual([[], 20]);
    expect(await ask(12)).toEqual([[], 20]);
    expect(await ask(10)).toEqual([[18, 19], 20]);
    expect(await ask(6)).toEqual([[10, 11], 20]);
  }
});
