import { type ListQuery, type Paged, writeCursor, writeFilters, writeSort } from '@piezario/contract/list';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import pg from 'pg';
import { ZodError } from 'zod';
import type { SortKey } from './columns.ts';
import type { Db } from './connect.ts';
import { ONE_PLAN } from './prepare.ts';
import { mark, type Remembered, recall, remember } from './remembered.ts';
import { type ListColumns, readView, type Source, type View } from './view.ts';

/** Every paged list: filters, sorts and pages the rows of a table, and says how many match. */
export async function page<C extends ListColumns, Row>(
  db: Db,
  query: ListQuery,
  source: Source<C, Row>,
): Promise<Paged<Row>> {
  const view = readView(query, source);
  const { size, after } = query;
  const skipped = (query.page - 1) * size;
  const found = after ? await readAfter(db, view, after) : await readNumbered(db, view, skipped);
  const total = found.total ?? (await readTotal(db, view, found, skipped));
  const { data } = found;
  const to = skipped + data.length;
  // Rows may have come and gone since a cursor was made, so only an incomplete page is surely the last one.
  const isLast = data.length < size || (!after && to >= total);
  return {
    data,
    current_page: query.page,
    per_page: size,
    last_page: Math.max(1, Math.ceil(total / size)),
    from: data.length > 0 ? skipped + 1 : null,
    to: data.length > 0 ? to : null,
    total,
    filters: writeFilters(query.filters),
    sort: writeSort(query.sort),
    next: isLast || !found.last ? null : writeCursor(query.page + 1, query.sort, found.last),
  };
}

/** How many rows to read, where to begin (at an end, or after some row), and how many to skip from there. */
type Start = {
  readonly after?: readonly string[];
  readonly backwards?: true;
  readonly skipped: number;
  readonly size: number;
};

type Found<Row> = {
  readonly data: Row[];
  /** What the row before the first one and the last one are sorted by. */
  readonly before: readonly string[] | null;
  readonly last: readonly string[] | null;
  /** Null where it has to be counted. */
  readonly total: number | null;
  /** Changes whenever the rows that match can have changed. */
  readonly revision: string | null;
};

/** The page that a cursor leads to. */
async function readAfter<Row>(db: Db, view: View<Row>, after: readonly string[]): Promise<Found<Row>> {
  const refused = () =>
    new ZodError([{ code: 'custom', path: ['page[after]'], message: 'No es un cursor de esta lista', input: after }]);
  if (after.length !== view.order.length) throw refused();
  try {
    return await readRows(db, view, { after, skipped: 0, size: view.query.size });
  } catch (error) {
    // Class 22: one of its values is not of the type of its column.
    throw error instanceof pg.DatabaseError && error.code?.startsWith('22') ? refused() : error;
  }
}

/** The page after so many rows, read from the nearest place whose position is known. */
async function readNumbered<Row>(db: Db, view: View<Row>, skipped: number): Promise<Found<Row>> {
  const { size, sort } = view.query;
  const { tally, near } = view;
  if (!tally || tally.groups || skipped <= near) return readRows(db, view, { skipped, size });
  const order = writeSort(sort);
  for (const learn of [() => recall(db, tally.selection), () => count(db, view)]) {
    const known = await learn();
    const found = known && (await readRows(db, view, nearestStart(known, order, skipped, size)));
    // With another revision the positions are no longer right.
    if (!found || found.revision !== known.revision) continue;
    if (found.before) mark(known, order, skipped, found.before);
    return { ...found, total: known.total };
  }
  return readRows(db, view, { skipped, size });
}

function nearestStart({ total, marks }: Remembered, order: string, skipped: number, size: number): Start {
  let nearest: Start = { skipped, size };
  for (const [position, after] of marks.get(order) ?? []) {
    const between = skipped - position;
    if (between >= 0 && between < nearest.skipped) nearest = { after, skipped: between, size };
  }
  const fromEnd = Math.max(0, total - skipped - size);
  if (skipped >= total || fromEnd >= nearest.skipped) return nearest;
  return { backwards: true, skipped: fromEnd, size: Math.min(size, total - skipped) };
}

/** The total of a query that the tally cannot answer. */
async function readTotal(db: Db, { query, tally, ...view }: View<unknown>, found: Found<unknown>, skipped: number) {
  const { length } = found.data;
  // The page itself says it when it is the last one.
  if (!query.after && length < query.size && (length > 0 || skipped === 0)) return skipped + length;
  const known = tally && recall(db, tally.selection);
  if (known && known.revision === found.revision) return known.total;
  return (await count(db, { query, tally, ...view })).total;
}

async function count(db: Db, view: View<unknown>): Promise<Remembered> {
  const { table, matches, tally } = view;
  const counted = sql<number>`(select count(*)::int from ${table} where ${matches})`;
  const { rows } = await sql<{ total: number; revision: string }>`
    select ${tally?.isComplete ? sql`tally.total` : counted} as total, revision from ${tallyOf(view)}`.execute(db);
  const [{ total, revision } = { total: 0, revision: '' }] = rows;
  const known = { total, revision, marks: new Map() };
  if (tally) remember(db, tally.selection, known);
  return known;
}

/** One row: the total, if the tally has it or there is no tally, and the revision. */
function tallyOf({ table, matches, tally }: View<unknown>): RawBuilder<unknown> {
  if (!tally) return sql`(select count(*)::int as total, null as revision from ${table} where ${matches}) tally`;
  return sql`(select ${tally.isComplete ? sql`coalesce(sum(${tally.count}), 0)::int` : sql`null::int`} as total,
    coalesce(sum(hashint8extended(id, 0)), 0)::text as revision from ${tally.table} where ${tally.matches}) tally`;
}

/**
 * The page is cut on ids and sort keys, which indexes hold, before anything that is shown is read. Where the cut has to be
 * planned each time, what is shown is read by a second statement: its joins would cost more to plan than to run.
 */
async function readRows<Row>(db: Db, view: View<Row>, start: Start): Promise<Found<Row>> {
  const { after, backwards, skipped, size } = start;
  const { hasOnePlan } = view;
  const isGrouped = Boolean(view.tally?.groups);
  // The row before the page, for its position to be remembered.
  const extra = !isGrouped && (backwards || skipped > 0) ? 1 : 0;
  const cut = isGrouped ? cutGroups(view, start) : cutRows(view, start, extra);
  const { rows } = await sql<Cut<Row>>`
    ${hasOnePlan ? ONE_PLAN : sql``} with page as materialized (select id, keys, row_number() over () as n from (${cut}) cut)
    select ${hasOnePlan ? sql`${shownFrom(view, sql`page`)} as data` : sql`(select json_agg(id order by n) from page) as ids`},
      (select keys from page where n = 1) as first, (select keys from page order by n desc limit 1) as last,
      tally.total, tally.revision
    from ${tallyOf(view)}`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('A list answered no row');
  const { total, revision } = found;
  const data = found.data ?? (found.ids ? await showRows(db, view, found.ids) : []);
  const [first, last] = backwards ? [found.last, found.first] : [found.first, found.last];
  const isPreceded = extra === 1 && data.length > (backwards ? size : 0);
  return {
    data: (backwards ? data.toReversed() : data).slice(isPreceded ? 1 : 0),
    before: (isPreceded ? first : after) ?? null,
    last,
    total,
    revision,
  };
}
type Keys = readonly string[];
type Cut<Row> = {
  readonly data?: Row[] | null;
  readonly ids?: number[] | null;
  readonly first: Keys | null;
  readonly last: Keys | null;
  readonly total: number | null;
  readonly revision: string | null;
};

async function showRows<Row>(db: Db, view: View<Row>, ids: readonly number[]): Promise<Row[]> {
  const page = sql`unnest(${ids}::int[]) with ordinality page (id, n)`;
  const { rows } = await sql<{ data: Row[] | null }>`select ${shownFrom(view, page)} as data`.execute(db);
  return rows[0]?.data ?? [];
}

/** What the rows with the ids of `page` show, in the order of its `n`. */
const shownFrom = ({ show }: View<unknown>, page: RawBuilder<unknown>) =>
  sql`(select json_agg(shown order by n) from ${page}, lateral (${show(sql`page.id`)}) shown)`;

/** The ids and sort keys of a page and, if asked for, of the row before it. */
function cutRows({ id, table, matches, order }: View<unknown>, start: Start, extra: number): RawBuilder<unknown> {
  const { after, backwards, skipped, size } = start;
  const keys = backwards ? order.map(({ value, descending }) => ({ value, descending: !descending })) : order;
  return sql`select ${id} as id, ${textsOf(order)} as keys from ${table}
    where ${after ? sql`${matches} and ${comesAfter(order, after)}` : matches}
    order by ${inOrder(keys)} limit ${sql.lit(size + extra)} ${offset(backwards ? skipped : skipped - extra)}`;
}

/**
 * The same where groups come one after the other: the tally says which of them the page is in, and only those are read.
 * Each is in the order of an index.
 */
function cutGroups(
  { id, table, matches, order, tally }: View<unknown>,
  { after, skipped, size }: Start,
): RawBuilder<unknown> {
  if (!tally?.groups) throw new Error('The list has no groups');
  const { from, key, tallied, listed } = tally.groups;
  const [, ...rest] = order;
  const direction = key.descending ? sql`desc` : sql`asc`;
  const [first, ...others] = after ?? [];
  const beyond = after && sql`groups.key ${key.descending ? sql`<` : sql`>`} ${first}`;
  return sql`
    select cut.id, groups.key::text || cut.keys as keys from (
      select key, id, size, (sum(size) over (order by key ${direction})) - size as start from (
        select ${key.value} as key, ${tallied} as id, sum(${tally.count})::int as size
        from ${from} where ${tally.matches} group by 1, 2 having sum(${tally.count}) > 0) groups) groups,
    lateral (
      select ${id} as id, ${textsOf(rest)} as keys, row_number() over (order by ${inOrder(rest)}) as n from ${table}
      where ${matches} and ${listed} = groups.id and ${beyond ? sql`(${beyond} or ${comesAfter(rest, others)})` : sql`true`}
      order by ${inOrder(rest)} limit ${sql.lit(size)} ${skipped > 0 && !after ? sql`offset greatest(0, ${skipped}::int - groups.start)` : sql``}) cut
    where ${beyond ? sql`(${beyond} or groups.key = ${first})` : sql`start < ${skipped + size} and start + size > ${skipped}`}
    order by groups.key ${direction}, cut.n limit ${sql.lit(size)}`;
}

/** A number of rows to skip that the planner does not know looks expensive to it, so none is written for 0. */
const offset = (rows: number) => (rows > 0 ? sql`offset ${rows}` : sql``);

const textsOf = (order: readonly SortKey[]) => sql`array[${sql.join(order.map(({ value }) => sql`(${value})::text`))}]`;

const inOrder = (order: readonly SortKey[]) =>
  sql.join(order.map(({ value, descending }) => (descending ? sql`${value} desc` : value)));

/** Whether a row comes after the one with these keys. */
function comesAfter(order: readonly SortKey[], after: readonly string[]): RawBuilder<SqlBool> {
  const [first] = order;
  const values = order.map(({ value }) => value);
  // An index can be entered with a comparison of rows, which knows one direction only.
  if (order.every(({ descending }) => descending === first?.descending)) {
    const sign = first?.descending ? sql`<` : sql`>`;
    return sql`(${sql.join(values)}) ${sign} (${sql.join(after)})`;
  }
  const equal = (index: number) => sql`${values[index]} = ${after[index]}`;
  const cases = order.map(({ value, descending }, index) => {
    const beyond = sql`${value} ${descending ? sql`<` : sql`>`} ${after[index]}`;
    return sql`(${sql.join([...order.slice(0, index).map((_, before) => equal(before)), beyond], sql` and `)})`;
  });
  return sql`(${sql.join(cases, sql` or `)})`;
}
