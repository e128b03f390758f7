import { GAPS } from '@piezario/contract/gaps';
import { type ListQuery, type Sort, writeFilters } from '@piezario/contract/list';
import { parts as contract } from '@piezario/contract/parts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../db/connection/connect.ts';
import { condition } from '../db/list/columns.ts';
import { GAP_COLUMNS, gapsIn, NOT_FOR_SALE, obstaclesIn } from './gaps.ts';

type Placed = {
  /** Names the brand and the products that are meant. */
  readonly selection: string;
  /** Whether a row of a table is of them. */
  readonly placedIn: (table: string) => RawBuilder<SqlBool>;
};

/** How many parts a list has, by product. */
export const partTally = (table: string, { selection, placedIn }: Placed) => ({
  ...{ table: 'part_tallies', count: 'part_tallies.parts', where: placedIn('part_tallies'), selection },
  groups: byProduct('part_tallies', table),
});

const withProducts = (tallies: string) =>
  sql`${sql.table(tallies)} join part_products on part_products.id = ${sql.ref(`${tallies}.part_product_id`)}`;

const byProduct = (tallies: string, table: string) => ({
  column: 'product',
  from: withProducts(tallies),
  key: sql`part_products.name_folded`,
  tallied: `${tallies}.part_product_id`,
  listed: `${table}.part_product_id`,
});

const JUDGED = withProducts('listed_gaps');
const MISSING = gapsIn('listed_gaps', 'part_products');
const ofSold = (value: RawBuilder<unknown>) =>
  sql`case when listed_gaps.lacks & ${sql.lit(NOT_FOR_SALE)} = 0 then ${value} end`;

/** What is compared of the parts of a group, in the rows of JUDGED. */
const COLUMNS = {
  completeness: ofSold(sql`completeness(part_products.required, ${MISSING})`),
  gaps_count: ofSold(sql`bit_count(${MISSING}::bit(32))::int`),
  publishable: ofSold(sql`${obstaclesIn('listed_gaps', 'part_products')} = 0`),
  gaps: {
    has: (place: string) =>
      sql<SqlBool>`coalesce(${GAPS[Number(place) - 1] ?? ''} = any (${ofSold(sql`gap_names(${MISSING})`)}), false)`,
  },
};
const isGap = (column: string): column is keyof typeof COLUMNS => Object.hasOwn(COLUMNS, column);

/** So many parts, or fewer, are found by their groups. More are soon met with in the order of the list. */
const MAX_RARE = 5000;

/**
 * Of a list that compares what parts lack, or is in order of completeness, and nothing else: which parts it has, how many,
 * and their order, from the tallies of the groups that lack the same. Which groups the filters leave is asked first, so
 * that a list of few parts compares ids. Null of any other list, whose parts have to be looked at.
 */
export async function readGapTally(db: Db, { filters, sort, after, size }: ListQuery, { selection, placedIn }: Placed) {
  const [first, ...ties] = sort;
  const isInOrder = first?.column === 'completeness' && ties.length === 0;
  const compared = filters.flatMap(({ column, ...filter }) => (isGap(column) ? [{ ...filter, column }] : []));
  if (compared.length < filters.length || (compared.length === 0 && !isInOrder)) return null;
  const kindOf = ({ column }: (typeof compared)[number]) => contract.list.columns[column];
  const found =
    compared.length > 0
      ? await readGroups(db, [
          placedIn('listed_gaps'),
          ...compared.map((filter) => condition(kindOf(filter), COLUMNS[filter.column], filter)),
        ])
      : null;
  const isMeant = (table: string) =>
    found ? sql<SqlBool>`${sql.ref(`${table}.gap_group`)} = any (${found.ids}::bigint[])` : sql<SqlBool>`true`;
  const where = sql<SqlBool>`${placedIn('listed_gaps')} and (listed_gaps.gap_group is null or ${isMeant('listed_gaps')})`;
  const tally = {
    ...{ table: 'listed_gaps', count: 'listed_gaps.parts', where },
    selection: JSON.stringify([selection, writeFilters(filters)]),
  };
  const judged = { settled: Object.keys(COLUMNS), valuesMatter: found !== null };
  if (!isInOrder) {
    const isCommon = (found?.parts ?? 0) > MAX_RARE;
    const holds = compared.map((filter) => condition(kindOf(filter), GAP_COLUMNS[filter.column], filter));
    return {
      ...judged,
      where: isCommon ? sql<SqlBool>`(${sql.join(holds, sql` and `)})` : isMeant('part_counts'),
      columns: {},
      tally: { ...tally, groups: byProduct('listed_gaps', 'part_counts') },
    };
  }
  return {
    ...judged,
    // Only the parts of groups that are meant are read, and the groups are in order before: nothing is left to compare.
    where: sql<SqlBool>`true`,
    columns: { completeness: { compared: 'part_counts.gap_group' } },
    tally: { ...tally, groups: byCompleteness(first, where, after?.[0], size) },
  };
}

async function readGroups(db: Db, conditions: readonly RawBuilder<SqlBool>[]) {
  const { rows } = await sql<{ id: string; parts: number }>`
    select gap_group as id, sum(parts)::int as parts from ${JUDGED} where ${sql.join(conditions, sql` and `)}
    group by 1 having sum(parts) > 0`.execute(db);
  return { ids: rows.map(({ id }) => id), parts: rows.reduce((sum, { parts }) => sum + parts, 0) };
}

/** Groups that are equally complete come by product and what they lack. Parts that are not for sale have no completeness and come last. */
function byCompleteness({ descending }: Sort, where: RawBuilder<SqlBool>, after: string | undefined, size: number) {
  const last = sql.lit(descending ? -1 : 101);
  const key = sql`((coalesce(${COLUMNS.completeness}, ${last})::bigint << 44) | listed_gaps.gap_group)`;
  // A page after a cursor is in its group and the next ones, each of which has a part at least.
  const near = sql`join (
    select gap_group as near from ${JUDGED} where ${where} and ${key} ${descending ? sql`<=` : sql`>=`} ${after}::bigint
    group by ${key}, gap_group having sum(parts) > 0
    order by ${key} ${descending ? sql`desc` : sql`asc`} limit ${sql.lit(size + 1)}) near on near = gap_group`;
  return {
    column: 'completeness',
    from: after === undefined ? JUDGED : sql`${JUDGED} ${near}`,
    key,
    tallied: 'listed_gaps.gap_group',
    listed: 'part_counts.gap_group',
  };
}
