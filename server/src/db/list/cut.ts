import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../connection/connect.ts';
import { prepared } from '../prepared.ts';
import type { SortKey } from './columns.ts';
import type { Arm, View } from './view.ts';

/** Where a page begins (at an end of the list, or after a row), rows to skip from there, and rows to read. */
export type Start = {
  readonly after?: Keys;
  readonly backwards?: true;
  readonly skipped: number;
  readonly size: number;
};

/** Sort keys of a row, as texts. With two arms, the number of its arm is before them. */
type Keys = readonly string[];

export type Found<Row> = {
  readonly data: Row[];
  /** Number of rows of the page. `data` has fewer when rows were deleted while it was read. */
  readonly length: number;
  /** Sort keys of the last row. */
  readonly last: Keys | null;
  /** Null when the list has a tally without this total. Without a tally, the rows are counted with the page. */
  readonly total: number | null;
  /** Differs after each change that may affect the matching rows. Null without a tally. */
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
 * Reads a page. First selects its ids and sort keys, which indexes have, and only then the columns to show. One prepared
 * statement does both. Without `hasOnePlan` they are two statements: planned together on each call, the joins of the
 * second step would take longer to plan than to run.
 */
export async function readRows<Row>(db: Db, view: View<Row>, start: Start): Promise<Found<Row>> {
  const { backwards } = start;
  const { hasOnePlan } = view;
  const cut = view.tally?.groups ? numbered(cutGroups(view, start)) : cutRows(view, start);
  const shown = hasOnePlan
    ? sql`${shownFrom(view, sql`page`)} as data`
    : sql`(select json_agg(id order by n) from page) as ids`;
  const { rows } = await sql<Cut<Row>>`
    with page as materialized (${cut})
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

/**
 * Leaves out rows that no longer match, because they may be out of the caller's scope by now. The `offset 0` keeps their
 * conditions apart from the joins of the columns: together they may be too many for the planner to order.
 */
async function showRows<Row>(db: Db, view: View<Row>, ids: readonly number[]): Promise<Row[]> {
  const { table, id, matches } = view;
  const page = sql`(select given_id as id, n from unnest(${ids}::bigint[]) with ordinality given (given_id, n)
    join ${table} on ${id} = given_id where ${matches} offset 0) page`;
  const { rows } = await sql<{ data: Row[] | null }>`select ${shownFrom(view, page)} as data`.execute(db);
  return rows[0]?.data ?? [];
}

/** Selects the columns to show of the rows with the ids of `page`, in the order of its `n`. */
const shownFrom = ({ show }: View<unknown>, page: RawBuilder<unknown>) =>
  sql`(select json_agg(shown order by n) from ${page}, lateral (${show(sql`page.id`)}) shown)`;

/** Selects one row: the total, or null where the tally does not have it, and the revision. */
export function tallyOf({ table, matches, tally }: View<unknown>): RawBuilder<unknown> {
  if (!tally) return sql`(select count(*)::int as total, null as revision from ${table} where ${matches}) tally`;
  return sql`(select ${tally.isComplete ? sql`coalesce(sum(${tally.count}), 0)::int` : sql`null::int`} as total,
    coalesce(sum(hashint8extended(id, 0)), 0)::text as revision from ${tally.table} where ${tally.matches}) tally`;
}

/** Selects the ids and sort keys of a page, with their place on it. */
function cutRows({ arms }: View<unknown>, start: Start): RawBuilder<unknown> {
  const [arm, second] = arms;
  return second ? cutArms([arm, second], start) : numbered(cutArm(arm, start));
}

/**
 * Selects a page that begins in one of two arms. The far one is read for the rows that the near one does not fill: while it
 * fills the page, the other limit is 0, and PostgreSQL reads nothing.
 */
function cutArms(arms: readonly [Arm, Arm], start: Start): RawBuilder<unknown> {
  const { after, ...begin } = start;
  const { backwards, skipped, size } = begin;
  const [place, ...keys] = after ?? [];
  if (place === LAST) return numbered(cutArm(arms[1], { ...begin, after: keys }, LAST));
  const [near, far] = backwards ? [arms[1], arms[0]] : arms;
  const [nearPlace, farPlace] = backwards ? [LAST, FIRST] : [FIRST, LAST];
  const found = sql`(select count(*) from near)`;
  const skip = sql`offset case when ${found} > 0 then 0
    else greatest(0, ${skipped}::bigint - (select count(*) from ${near.from} where ${near.matches})) end`;
  // The inner limit is a constant, so that the planner expects few rows.
  const rest = cutArm(far, { ...begin, skipped: 0 }, farPlace, skipped > 0 ? skip : undefined);
  return sql`
    with near as materialized (${numbered(cutArm(near, after ? { ...begin, after: keys } : begin, nearPlace))})
    select id, keys, n from near
    union all
    select id, keys, row_number() over () + ${found} from (
      select id, keys from (${rest}) whole limit ${sql.lit(size)} - ${found}) far`;
}

/** Numbers of the arms, before the keys of their rows. */
const FIRST = '0';
const LAST = '1';

const numbered = (cut: RawBuilder<unknown>) => sql`select id, keys, row_number() over () as n from (${cut}) cut`;

/** Selects the ids and sort keys of rows of an arm. The outer query casts the keys to text, only for rows of the page. */
function cutArm(
  { from, id, matches, order }: Arm,
  { after, backwards, skipped, size }: Start,
  place?: string,
  skip = offset(skipped),
): RawBuilder<unknown> {
  const keys = backwards ? order.map(({ value, descending }) => ({ value, descending: !descending })) : order;
  const name = (index: number) => sql.ref(`key_${index}`);
  const values = order.map(({ value }, index) => sql`${value} as ${name(index)}`);
  const texts = textsOf(order.map((_, index) => ({ value: name(index) })));
  return sql`select id, ${place ? sql`${place}::text || ${texts}` : texts} as keys from (
    select ${id} as id, ${sql.join(values)} from ${from}
    where ${after ? sql`${matches} and ${comesAfter(order, after)}` : matches}
    order by ${inOrder(keys)} limit ${sql.lit(size)} ${skip}) walked`;
}

/** Whether the keys of a cursor are as many as the rows of its arm have. */
export const fits = ({ arms }: View<unknown>, after: readonly string[]): boolean => {
  const [arm, second] = arms;
  if (!second) return after.length === arm.order.length;
  const [place, ...keys] = after;
  return (place === FIRST || place === LAST) && keys.length === (place === FIRST ? arm : second).order.length;
};
/**
 * Selects the ids and sort keys of a page of a list that is sorted by the groups of its tally. The tally gives the groups of
 * the page, and only their rows are read, in the order of an index.
 */
function cutGroups(
  { id, table, matches, arms: [{ order }], tally }: View<unknown>,
  { after, skipped, size }: Start,
): RawBuilder<unknown> {
  if (!tally?.groups) throw new Error('The list has no groups');
  const { from, key, tallied, listed } = tally.groups;
  const [, ...rest] = order;
  const direction = key.descending ? sql`desc` : sql`asc`;
  const [first, ...others] = after ?? [];
  const beyond = after && sql`groups.key ${key.descending ? sql`<` : sql`>`} ${first}`;
  const inGroup = beyond ? sql`(${beyond} or ${comesAfter(rest, others)})` : sql`true`;
  const hasRows = beyond
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
    where ${hasRows}
    order by groups.key ${direction}, cut.n limit ${sql.lit(size)}`;
}

/** Empty for 0, because the planner assumes that an unknown offset skips many rows. */
const offset = (rows: number) => (rows > 0 ? sql`offset ${rows}` : sql``);

const textsOf = (order: readonly Pick<SortKey, 'value'>[]) =>
  sql`array[${sql.join(order.map(({ value }) => sql`(${value})::text`))}]`;

const inOrder = (order: readonly SortKey[]) =>
  sql.join(order.map(({ value, descending }) => (descending ? sql`${value} desc` : value)));

/** Condition: the row comes after the one with these keys. */
function comesAfter(order: readonly SortKey[], after: Keys): RawBuilder<SqlBool> {
  const [first] = order;
  const values = order.map(({ value }) => value);
  // PostgreSQL can start an index scan at a row comparison, which needs the same direction for all keys.
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
