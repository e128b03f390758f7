import { GAPS } from '@piezario/contract/gaps';
import { type ListQuery, type Sort, writeFilters } from '@piezario/contract/list';
import { parts as contract } from '@piezario/contract/parts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../db/connection/connect.ts';
import { condition } from '../db/list/columns.ts';
import { GAP_COLUMNS, gapsIn, NOT_FOR_SALE, obstaclesIn } from './gaps.ts';

/** The brand and the products of a list. */
type Place = {
  /** Key of the place, for cached totals. */
  readonly selection: string;
  /** Condition: a row of the table is of the brand and one of the products. */
  readonly isInPlace: (table: string) => RawBuilder<SqlBool>;
};

/** The tally of a list without filters by gaps: its number of parts, by product. */
export const partTally = (table: string, { selection, isInPlace }: Place) => ({
  ...{ table: 'part_tallies', count: 'part_tallies.parts', where: isInPlace('part_tallies'), selection },
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

const GAP_TALLIES = withProducts('listed_gaps');
const MISSING = gapsIn('listed_gaps', 'part_products');
const ifForSale = (value: RawBuilder<unknown>) =>
  sql`case when listed_gaps.lacks & ${sql.lit(NOT_FOR_SALE)} = 0 then ${value} end`;

/** Columns that filters and the order compare, in the rows of GAP_TALLIES. */
const COLUMNS = {
  completeness: ifForSale(sql`completeness(part_products.required, ${MISSING})`),
  gaps_count: ifForSale(sql`bit_count(${MISSING}::bit(32))::int`),
  publishable: ifForSale(sql`${obstaclesIn('listed_gaps', 'part_products')} = 0`),
  gaps: {
    has: (place: string) =>
      sql<SqlBool>`coalesce(${GAPS[Number(place) - 1] ?? ''} = any (${ifForSale(sql`gap_names(${MISSING})`)}), false)`,
  },
};
const isGap = (column: string): column is keyof typeof COLUMNS => Object.hasOwn(COLUMNS, column);

/** Up to this many matching parts are fetched by group id. Above it, a plain index scan finds a page sooner. */
const MAX_BY_GROUP = 5000;

/**
 * Returns the condition, columns and tally of a list that can use the tallies of groups of parts with the same gaps. Returns
 * null, for a scan of the parts, when a filter is about something else, or without filters when the order is not
 * completeness. Reads the groups that pass the filters first, so that a list of few parts compares group ids.
 */
export async function readGapTally(db: Db, { filters, sort, after, size }: ListQuery, { selection, isInPlace }: Place) {
  const [first, ...ties] = sort;
  const isInOrder = first?.column === 'completeness' && ties.length === 0;
  const compared = filters.flatMap(({ column, ...filter }) => (isGap(column) ? [{ ...filter, column }] : []));
  if (compared.length < filters.length || (compared.length === 0 && !isInOrder)) return null;
  const kindOf = ({ column }: (typeof compared)[number]) => contract.list.columns[column];
  const found =
    compared.length > 0
      ? await readGroups(db, [
          isInPlace('listed_gaps'),
          ...compared.map((filter) => condition(kindOf(filter), COLUMNS[filter.column], filter)),
        ])
      : null;
  const isInGroups = (table: string) =>
    found ? sql<SqlBool>`${sql.ref(`${table}.gap_group`)} = any (${found.ids}::bigint[])` : sql<SqlBool>`true`;
  const where = sql<SqlBool>`${isInPlace('listed_gaps')} and (listed_gaps.gap_group is null or ${isInGroups('listed_gaps')})`;
  const tally = {
    ...{ table: 'listed_gaps', count: 'listed_gaps.parts', where },
    selection: JSON.stringify([selection, writeFilters(filters)]),
  };
  const common = { settled: Object.keys(COLUMNS), valuesMatter: found !== null };
  if (!isInOrder) {
    const isCommon = (found?.parts ?? 0) > MAX_BY_GROUP;
    const holds = compared.map((filter) => condition(kindOf(filter), GAP_COLUMNS[filter.column], filter));
    return {
      ...common,
      where: isCommon ? sql<SqlBool>`(${sql.join(holds, sql` and `)})` : isInGroups('part_counts'),
      columns: {},
      tally: { ...tally, groups: byProduct('listed_gaps', 'part_counts') },
    };
  }
  return {
    ...common,
    // The tally selects and orders the groups, so no condition on the parts is left.
    where: sql<SqlBool>`true`,
    columns: { completeness: { compared: 'part_counts.gap_group' } },
    tally: { ...tally, groups: byCompleteness(first, where, after?.[0], size) },
  };
}

async function readGroups(db: Db, conditions: readonly RawBuilder<SqlBool>[]) {
  const { rows } = await sql<{ id: string; parts: number }>`
    select gap_group as id, sum(parts)::int as parts from ${GAP_TALLIES} where ${sql.join(conditions, sql` and `)}
    group by 1 having sum(parts) > 0`.execute(db);
  return { ids: rows.map(({ id }) => id), parts: rows.reduce((sum, { parts }) => sum + parts, 0) };
}

/** Sorts groups by completeness, then product and gaps. Parts that are not for sale have no completeness and come last. */
function byCompleteness({ descending }: Sort, where: RawBuilder<SqlBool>, after: string | undefined, size: number) {
  const last = sql.lit(descending ? -1 : 101);
  const key = sql`((coalesce(${COLUMNS.completeness}, ${last})::bigint << 44) | listed_gaps.gap_group)`;
  // Each group has a part at least, so a page after a cursor needs its group and at most `size` more.
  const near = sql`join (
    select gap_group as near from ${GAP_TALLIES} where ${where} and ${key} ${descending ? sql`<=` : sql`>=`} ${after}::bigint
    group by ${key}, gap_group having sum(parts) > 0
    order by ${key} ${descending ? sql`desc` : sql`asc`} limit ${sql.lit(size + 1)}) near on near = gap_group`;
  return {
    column: 'completeness',
    from: after === undefined ? GAP_TALLIES : sql`${GAP_TALLIES} ${near}`,
    key,
    tallied: 'listed_gaps.gap_group',
    listed: 'part_counts.gap_group',
  };
}
