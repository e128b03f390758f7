import {
  ATTRIBUTE_KEY,
  attributeOf,
  type Columns,
  type Kind,
  kindOf,
  type ListQuery,
  writeFilters,
} from '@piezario/contract/list';
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { type AttributeColumn, attributeIn, condition, type Origin, type SortKey, sortKeys } from './columns.ts';

/** A list needs an id: every order ends with it, so that no row is on two pages. */
export type ListColumns = Columns & { readonly id: 'number' };

/** Source of the rows of a list. */
export type Source<C extends ListColumns, Row> = {
  /** The endpoint, which has the columns, their kinds and the usual order. */
  readonly list: { readonly columns: C; readonly usualOrder: ListQuery['sort'] };
  /** The one table that pages are selected from, without joins, which would cost time for every row. */
  readonly table: string;
  /** Condition of every query, such as the caller's scope. */
  readonly where?: RawBuilder<SqlBool>;
  /** Whether the best plan for `where` depends on its values. */
  readonly valuesMatter?: boolean;
  /** The columns whose filters are in `where` already. */
  readonly settled?: readonly string[];
  /** Where each column is found. No other name can reach SQL. */
  readonly columns: { readonly [K in keyof C]: K extends 'id' ? string : Origin };
  /** Selects the columns to show of the row with the id. Evaluated for the rows of the page only. */
  readonly show: (id: RawBuilder<number>) => Expression<Row>;
  readonly tally?: Tally;
  /** Up to this many rows are skipped without reading from the nearer end of the list. */
  readonly near?: number;
};

/** A table that counts the rows of `where` ahead of time, in groups. */
type Tally = {
  readonly table: string;
  /** The column with the number of rows of a group. */
  readonly count: string;
  readonly where: RawBuilder<SqlBool>;
  /** The column whose values are the groups, and the SQL that orders and identifies a group. */
  readonly groups: {
    readonly column: string;
    /** The tally, joined with the table that has the key. */
    readonly from: RawBuilder<unknown>;
    readonly key: Expression<unknown>;
    readonly tallied: string;
    readonly listed: string;
  };
  /** Identifies what `where` selects. Key of the cached counts. */
  readonly selection: string;
};

/** Rows of a list in one order. A list by an attribute has two arms: the rows with a value, and then the others. */
export type Arm = {
  readonly from: RawBuilder<unknown>;
  readonly id: RawBuilder<number>;
  readonly matches: RawBuilder<SqlBool>;
  readonly order: readonly SortKey[];
};

type Arms = readonly [Arm] | readonly [Arm, Arm];

/** A query of a list, in SQL. */
export type View<Row> = {
  readonly query: ListQuery;
  readonly table: RawBuilder<unknown>;
  readonly id: RawBuilder<number>;
  readonly matches: RawBuilder<SqlBool>;
  readonly arms: Arms;
  readonly show: Source<ListColumns, Row>['show'];
  readonly near: number;
  /** Whether one plan is the best for all values: filters only test for equality, and none is on a kind of DIFFERING. */
  readonly hasOnePlan: boolean;
  readonly tally: {
    readonly table: RawBuilder<unknown>;
    readonly count: RawBuilder<number>;
    readonly matches: RawBuilder<SqlBool>;
    /** Whether the tally has the total of this query. If not, its revision shows whether a cached total is valid. */
    readonly isComplete: boolean;
    /** Identifies the rows that match. Key of the cached total. */
    readonly selection: string;
    /** Set when the query sorts by the groups first: the SQL that orders and identifies them. */
    readonly groups: {
      readonly from: RawBuilder<unknown>;
      readonly key: SortKey;
      readonly tallied: RawBuilder<number>;
      readonly listed: RawBuilder<number>;
    } | null;
  } | null;
};

export function readView<C extends ListColumns, Row>(query: ListQuery, source: Source<C, Row>): View<Row> {
  const { list, table, where, settled = [], show, tally, near = 1000 } = source;
  const columns: Readonly<Record<string, Origin>> = source.columns;
  const find = (column: string) => {
    const kind = kindOf(list.columns, column);
    const origin = kind === 'attribute' ? columns[ATTRIBUTE_KEY] : columns[column];
    if (!kind || !origin) throw new Error(`The list has no column ${column}`);
    return [kind, origin] as const;
  };
  const id = sql.ref<number>(source.columns.id);
  const keysOf = (column: string, descending: boolean): SortKey[] =>
    column === 'id' ? [{ value: id, descending }] : sortKeys(...find(column), descending);
  const filters = query.filters.filter(({ column }) => !settled.includes(column));
  const order = completeOrder(query.sort, list.usualOrder);
  const [first] = order;
  const attribute =
    first && attributeOf(first.column) !== null ? attributeIn(find(first.column)[1], first.column) : null;
  const ties = attribute ? order.slice(1) : order;
  const matches = every([
    ...(where ? [where] : []),
    ...filters.map((filter) => condition(...find(filter.column), filter)),
  ]);
  const all: Arm = {
    from: sql.table(table),
    id,
    matches,
    order: ties.flatMap(({ column, descending }) => keysOf(column, descending)),
  };
  return {
    query,
    table: all.from,
    id,
    matches,
    arms: attribute ? armsBy(attribute, all, query) : [all],
    show,
    near,
    hasOnePlan:
      !source.valuesMatter &&
      !attribute &&
      filters.every(({ column, mode }) => mode === 'matches' && !DIFFERING.includes(kindOf(list.columns, column))),
    tally: tally
      ? {
          table: sql.table(tally.table),
          count: sql.ref<number>(tally.count),
          matches: tally.where,
          isComplete: filters.length === 0,
          selection: JSON.stringify([tally.selection, writeFilters(filters)]),
          groups: filters.length === 0 ? groupsOf(tally, query.sort) : null,
        }
      : null,
  };
}

/** Kinds whose values differ so much in frequency that no plan is the best for all. */
const DIFFERING: readonly (Kind | undefined)[] = ['prose', 'attribute'];

/**
 * Splits the rows into those with a value, in the order of an index, and the others. Only filters need the rows
 * themselves.
 */
function armsBy(
  { values, isValue, id, keys, isMissing }: AttributeColumn,
  all: Arm,
  { filters, sort: [first] }: ListQuery,
): readonly [Arm, Arm] {
  const order = keys.map((value) => ({ value, descending: first?.descending ?? false }));
  const whole: Arm = { from: values, id, matches: isValue, order };
  const filtered: Arm = {
    ...whole,
    from: sql`${values} join ${all.from} on ${id} = ${all.id}`,
    matches: every([isValue, all.matches]),
  };
  return [filters.length > 0 ? filtered : whole, { ...all, matches: every([all.matches, isMissing]) }];
}

function groupsOf({ groups: { column, from, key, tallied, listed } }: Tally, [first]: ListQuery['sort']) {
  if (first?.column !== column) return null;
  return {
    from,
    key: { value: key, descending: first.descending },
    tallied: sql.ref<number>(tallied),
    listed: sql.ref<number>(listed),
  };
}

/** Equal rows come in the usual order, and in the same direction, so that an index serves both directions of a column. */
function completeOrder(sort: ListQuery['sort'], usual: ListQuery['sort']): ListQuery['sort'] {
  const descending = sort.at(-1)?.descending ?? false;
  const ties = [...usual.map(({ column }) => column), 'id'].filter(
    (column, index, all) => all.indexOf(column) === index && !sort.some((key) => key.column === column),
  );
  // After the id nothing else can matter.
  const last = sort.findIndex(({ column }) => column === 'id');
  if (last >= 0) return sort.slice(0, last + 1);
  return [...sort, ...ties.map((column) => ({ column, descending }))];
}

const every = (conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  conditions.length > 0 ? sql`(${sql.join(conditions, sql` and `)})` : sql`true`;
