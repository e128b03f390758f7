import { type Filter, type ListQuery, writeFilters } from '@piezario/contract/list';
import { parts as contract } from '@piezario/contract/parts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { condition } from '../db/columns.ts';
import { completenessKey, type GapColumn, gapColumns } from './gaps.ts';

type Placed = {
  /** Names the brand and the products that are meant. */
  readonly selection: string;
  /** Whether a row of a table is of them. */
  readonly placedIn: (table: string) => RawBuilder<SqlBool>;
};

const GAP_COLUMNS = ['completeness', 'gaps_count', 'gaps'] as const satisfies readonly GapColumn[];
const isGap = (column: string): column is GapColumn => GAP_COLUMNS.some((name) => name === column);

/** How many parts a list has, by product. */
export const partTally = (table: string, { selection, placedIn }: Placed) => ({
  ...{ table: 'part_tallies', count: 'part_tallies.parts', where: placedIn('part_tallies'), selection },
  groups: byProduct('part_tallies', table),
});

const byProduct = (tallies: string, table: string) => ({
  column: 'product',
  from: withProducts(tallies),
  key: sql`part_products.name_folded`,
  tallied: `${tallies}.part_product_id`,
  listed: `${table}.part_product_id`,
});

const withProducts = (tallies: string) =>
  sql`${sql.table(tallies)} join part_products on part_products.id = ${sql.ref(`${tallies}.part_product_id`)}`;

/**
 * The same of a list of part_counts that compares, or is ordered by, what parts lack and nothing else: the tallies say how
 * many lack what. Null of any other list, whose parts have to be looked at.
 */
export function gapTally({ filters, sort }: ListQuery, { selection, placedIn }: Placed) {
  const [first, ...ties] = sort;
  const isInOrder = first?.column === 'completeness' && ties.length === 0;
  const isAnswered = filters.length > 0 || isInOrder;
  if (!isAnswered || !filters.every(({ column }) => isGap(column))) return null;
  return {
    settled: GAP_COLUMNS,
    where: holds('part_counts', filters),
    valuesMatter: filters.some(({ mode }) => mode !== 'matches'),
    columns: isInOrder ? { completeness: { compared: completenessKey('part_counts', first.descending) } } : {},
    tally: {
      table: 'listed_gaps',
      count: 'listed_gaps.parts',
      where: sql<SqlBool>`${placedIn('listed_gaps')} and (
        listed_gaps.lacks is null or ${holds('listed_gaps', filters)})`,
      selection: JSON.stringify([selection, writeFilters(filters)]),
      groups: isInOrder
        ? {
            column: 'completeness',
            from: sql`listed_gaps`,
            key: completenessKey('listed_gaps', first.descending),
            tallied: 'listed_gaps.gap_group',
            listed: 'part_counts.gap_group',
          }
        : byProduct('listed_gaps', 'part_counts'),
    },
  };
}

const holds = (table: 'part_counts' | 'listed_gaps', filters: readonly Filter[]) => {
  const columns = gapColumns(table);
  const conditions = filters.flatMap((filter) =>
    isGap(filter.column) ? [condition(contract.list.columns[filter.column], columns[filter.column], filter)] : [],
  );
  return sql<SqlBool>`(${sql.join([sql`true`, ...conditions], sql` and `)})`;
};
