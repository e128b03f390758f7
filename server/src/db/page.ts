import {
  type Columns,
  type Filter,
  type Kind,
  type ListQuery,
  type Paged,
  writeFilters,
  writeSort,
} from '@piezario/contract/list';
import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { TIME_ZONE } from './day.ts';
import type { Schema } from './schema.ts';

/** A list needs an id: every sort ends with it, so that no row is on two pages. */
type ListColumns = Columns & { readonly id: 'number' };

/** A column, an expression, or a column that stores the text as it is compared (folded or bare). */
type Origin = string | Expression<unknown> | { readonly compared: string };

type Source<C extends ListColumns, TB extends keyof Schema, Row> = {
  /** The endpoint, which says the columns and their kinds. */
  readonly list: { readonly columns: C };
  /** Where each column is found. No other name can reach SQL. */
  readonly columns: { readonly [K in keyof C]: Origin };
  /** The tables, with the conditions that hold for every query, such as the caller's scope. */
  readonly from: SelectQueryBuilder<Schema, TB, unknown>;
  /** What a row shows. Evaluated only for the rows of the page. */
  readonly select: (from: SelectQueryBuilder<Schema, TB, unknown>) => SelectQueryBuilder<Schema, TB, Row>;
};

/** Every paged list: filters, sorts and pages the select that it is given, and counts all that matches. */
export async function page<C extends ListColumns, TB extends keyof Schema, Row>(
  query: ListQuery,
  { list, columns, from, select }: Source<C, TB, Row>,
): Promise<Paged<Row>> {
  const find = (name: string): Column => {
    const [kind, origin] = [list.columns[name], columns[name]];
    if (!kind || !origin) throw new Error(`The list has no column ${name}`);
    if (typeof origin === 'string') return { kind, compared: compare(kind, sql.ref(origin)) };
    if ('compared' in origin) return { kind, compared: sql.ref(origin.compared) };
    return { kind, compared: compare(kind, origin), computed: true };
  };
  const filtered = query.filters.reduce((rows, filter) => rows.where(condition(find(filter.column), filter)), from);
  const sort = (unsorted: typeof from) =>
    [...query.sort, { column: 'id', descending: false }].reduce((rows, { column, descending }) => {
      const { compared, computed } = find(column);
      // Nulls come last in both directions, except for stored columns, whose index could not be used then.
      if (descending && computed) return rows.orderBy(compared, (order) => order.desc().nullsLast());
      return rows.orderBy(compared, descending ? 'desc' : 'asc');
    }, unsorted);

  const skipped = (query.page - 1) * query.size;
  const { compared: id } = find('id');
  const ids = sort(filtered).select(sql`${id}`.as('id')).limit(query.size).offset(skipped);
  const [data, { total }] = await Promise.all([
    // Sorting every row with all that it shows would take ten times as long, so the page is decided by ids alone. The
    // conditions of `from` hold inside `ids` and are not repeated.
    select(sort(from.clearWhere().where(sql<SqlBool>`${id} in ${ids}`))).execute(),
    filtered.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
  ]);
  return {
    data,
    current_page: query.page,
    per_page: query.size,
    last_page: Math.max(1, Math.ceil(total / query.size)),
    from: data.length > 0 ? skipped + 1 : null,
    to: data.length > 0 ? skipped + data.length : null,
    total,
    filters: writeFilters(query.filters),
    sort: writeSort(query.sort),
  };
}

type Column = { readonly kind: Kind; readonly compared: Expression<unknown>; readonly computed?: true };

/** A value as its kind compares it: text without case or accents, codes by letters and digits alone. */
function compare(kind: Kind, value: Expression<unknown>): Expression<unknown> {
  switch (kind) {
    case 'text':
      return sql`fold(${value})`;
    case 'code':
      return sql`bare(${value})`;
    case 'number':
    case 'flag':
    case 'date':
      return value;
  }
}

function condition({ kind, compared }: Column, { mode, value }: Filter): Expression<SqlBool> {
  switch (kind) {
    case 'text':
    case 'code':
      return textCondition(compared, compare(kind, sql.val(value)), mode);
    case 'number':
      return sql<SqlBool>`${compared} ${operator(mode)} ${asNumber(value)}`;
    case 'flag':
      return sql<SqlBool>`${compared} = ${value === '1'}`;
    case 'date':
      return sql<SqlBool>`(${compared} at time zone ${sql.lit(TIME_ZONE)})::date ${operator(mode)} ${value}::date`;
  }
}

/** Whole numbers get the type of the columns, so that the planner can use their statistics. */
function asNumber(value: string) {
  return /^-?\d{1,9}$/.test(value) ? sql`${value}::int` : sql`${value}::numeric`;
}

function textCondition(
  column: Expression<unknown>,
  value: Expression<unknown>,
  mode: Filter['mode'],
): Expression<SqlBool> {
  switch (mode) {
    case 'contains':
      return sql<SqlBool>`${column} like '%' || literal(${value}) || '%'`;
    case 'starts_with':
      return sql<SqlBool>`${column} like literal(${value}) || '%'`;
    case 'ends_with':
      return sql<SqlBool>`${column} like '%' || literal(${value})`;
    case 'matches':
    case 'greater_than':
    case 'less_than':
      return sql<SqlBool>`${column} ${operator(mode)} ${value}`;
  }
}

function operator(mode: Filter['mode']) {
  switch (mode) {
    case 'matches':
      return sql`=`;
    case 'greater_than':
      return sql`>`;
    case 'less_than':
      return sql`<`;
    case 'contains':
    case 'starts_with':
    case 'ends_with':
      throw new Error(`The mode ${mode} is for text`);
  }
}
