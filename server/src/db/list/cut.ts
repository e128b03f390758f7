import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../connection/connect.ts';
import { prepared } from '../prepared.ts';
import type { SortKey } from './columns.ts';
import type { View } from './view.ts';

/** How many rows to read, where to begin (at an end, or after some row), and how many to skip from there. */
export type Start = {
  readonly after?: Keys;
  readonly backwards?: true;
  readonly skipped: number;
  readonly size: number;
};

/** What a row is sorted by. */
type Keys = readonly string[];

export type Found<Row> = {
  readonly data: Row[];
  /** How many rows the page has. A row that was removed while it was read is not in `data`. */
  readonly length: number;
  /** The last row. */
  readonly last: Keys | null;
  /** Null where it has to be counted. */
  readonly total: number | null;
  /** Changes whenever the rows that match can have changed. */
  readonly revision: string | null;
};

type Cut<Row> = {
  readonly data?: Row[] | null;
  readonly ids?: number[] | null;
  readonly count: number;
  readonly first: Keys | null;
  readonly last: Keys | null;
  readonly total: number | null;
  readonly revision: string | null;
};

/**
 * The page is cut on ids and sort keys, which indexes hold, before anything that is shown is read. Where the cut has to be
 * planned each time, what is shown is read by a second statement: its joins would cost more to plan than to run.
 */
export async function readRows<Row>(db: Db, view: View<Row>, start: Start): Promise<Found<Row>> {
  const { backwards } = start;
  const { hasOnePlan } = view;
  const cut = view.tally?.groups ? cutGroups(view, start) : cutRows(view, start);
  const shown = hasOnePlan
    ? sql`${shownFrom(view, sql`page`)} as data`
    : sql`(select json_agg(id order by n) from page) as ids`;
  const { rows } = await sql<Cut<Row>>`
    with page as materialized (
      select id, keys, row_number() over () as n from (${cut}) cut)
    select ${shown}, (select count(*)::int from page) as count, (select keys from page where n = 1) as first,
      (select keys from page order by n desc limit 1) as last, tally.total, tally.revision
    from ${tallyOf(view)}`.execute(hasOnePlan ? prepared(db, 'composed') : db);
  const [found] = rows;
  if (!found) throw new Error('A list answered no row');
  const { count, first, last, total, revision } = found;
  const inListOrder = <T>(cutOut: readonly T[]): T[] => (backwards ? cutOut.toReversed() : [...cutOut]);
  return {
    data: found.ids ? await showRows(db, view, inListOrder(found.ids)) : inListOrder(found.data ?? []),
    length: count,
    last: backwards ? first : last,
    total,
    revision,
  };
}
/** Rows that match no longer are left out: they may be out of the caller's scope by now. */
async function showRows<Row>(db: Db, view: View<Row>, ids: readonly number[]): Promise<Row[]> {
  const { table, id, matches } = view;
  const page = sql`(select given_id as id, n from unnest(${ids}::bigint[]) with ordinality given (given_id, n)
    join ${table} on ${id} = given_id where ${matches}) page`;
  const { rows } = await sql<{ data: Row[] | null }>`select ${shownFrom(view, page)} as data`.execute(db);
  return rows[0]?.data ?? [];
}

/** What the rows with the ids of `page` show, in the order of its `n`. */
const shownFrom = ({ show }: View<unknown>, page: RawBuilder<unknown>) =>
  sql`(select json_agg(shown order by n) from ${page}, lateral (${show(sql`page.id`)}) shown)`;

/** One row: the total, if the tally has it or there is no tally, and the revision. */
export function tallyOf({ table, matches, tally }: View<unknown>): RawBuilder<unknown> {
  if (!tally) return sql`(select count(*)::int as total, null as revision from ${table} where ${matches}) tally`;
  return sql`(select ${tally.isComplete ? sql`coalesce(sum(${tally.count}), 0)::int` : sql`null::int`} as total,
    coalesce(sum(hashint8extended(id, 0)), 0)::text as revision from ${tally.table} where ${tally.matches}) tally`;
}

/** The ids and sort keys of a page. */
function cutRows({ id, table, matches, order }: View<unknown>, start: Start): RawBuilder<unknown> {
  const { after, backwards, skipped, size } = start;
  const keys = backwards ? order.map(({ value, descending }) => ({ value, descending: !descending })) : order;
  return sql`select ${id} as id, ${textsOf(order)} as keys from ${table}
    where ${after ? sql`${matches} and ${comesAfter(order, after)}` : matches}
    order by ${inOrder(keys)} limit ${sql.lit(size)} ${offset(skipped)}`;
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
  const inGroup = beyond ? sql`(${beyond} or ${comesAfter(rest, others)})` : sql`true`;
  const touched = beyond
    ? sql`(${beyond} or groups.key = ${first})`
    : sql`start < ${skipped + size}::bigint and start + size > ${skipped}::bigint`;
  const before = skipped > 0 && !after ? sql`offset greatest(0, ${skipped}::bigint - groups.start)` : sql``;
  return sql`
    select cut.id, groups.key::text || cut.keys as keys from (
      select key, id, size, (sum(size) over (order by key ${direction})) - size as start from (
        select ${key.value} as key, ${tallied} as id, sum(${tally.count})::int as size
        from ${from} where ${tally.matches} group by 1, 2 having sum(${tally.count}) > 0) groups) groups,
    lateral (
      select ${id} as id, ${textsOf(rest)} as keys, row_number() over (order by ${inOrder(rest)}) as n from ${table}
      where ${matches} and ${listed} = groups.id and ${inGroup}
      order by ${inOrder(rest)} limit ${sql.lit(size)} ${before}) cut
    where ${touched}
    order by groups.key ${direction}, cut.n limit ${sql.lit(size)}`;
}

/** A number of rows to skip that the planner does not know looks expensive to it, so none is written for 0. */
const offset = (rows: number) => (rows > 0 ? sql`offset ${rows}` : sql``);

const textsOf = (order: readonly SortKey[]) => sql`array[${sql.join(order.map(({ value }) => sql`(${value})::text`))}]`;

const inOrder = (order: readonly SortKey[]) =>
  sql.join(order.map(({ value, descending }) => (descending ? sql`${value} desc` : value)));

/** Whether a row comes after the one with these keys. */
function comesAfter(order: readonly SortKey[], after: Keys): RawBuilder<SqlBool> {
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
