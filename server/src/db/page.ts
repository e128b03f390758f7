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
import type { Schema } from './schema.ts';

/** Days are counted where the users are. */
const TIME_ZONE = 'America/Argentina/Buenos_Aires';

/** A list needs an id: the sort ends in it, so that no two pages share a row. */
type ListColumns = Columns & { readonly id: 'number' };

type Source<C extends ListColumns, TB extends keyof Schema, Row> = {
  /** The endpoint, which says the columns and their kinds. */
  readonly list: { readonly columns: C };
  /** Where each column is found: a reference or an expression. No other name can reach SQL. */
  readonly columns: { readonly [K in keyof C]: string | Expression<unknown> };
  /** The tables, and whatever always holds. */
  readonly from: SelectQueryBuilder<Schema, TB, unknown>;
  /** What a row shows. Evaluated for the rows of the page alone, so look-ups belong here and not in `from`. */
  readonly select: (from: SelectQueryBuilder<Schema, TB, unknown>) => SelectQueryBuilder<Schema, TB, Row>;
};

/** The one paged list: filters, sorts and cuts whatever select it is given, with an honest total. */
export async function page<C extends ListColumns, TB extends keyof Schema, Row>(
  query: ListQuery,
  { list, columns, from, select }: Source<C, TB, Row>,
): Promise<Paged<Row>> {
  const find = (name: string) => {
    const [kind, place] = [list.columns[name], columns[name]];
    if (!kind || !place) throw new Error(`The list has no column ${name}`);
    return { kind, column: typeof place === 'string' ? sql.ref(place) : place };
  };
  const filtered = query.filters.reduce((rows, filter) => rows.where(condition(find(filter.column), filter)), from);
  const sorted = [...query.sort, { column: 'id', descending: false }].reduce(
    (rows, { column, descending }) => rows.orderBy(comparable(find(column)), descending ? 'desc' : 'asc'),
    filtered,
  );

  const skipped = (query.page - 1) * query.size;
  const [data, { total }] = await Promise.all([
    select(sorted).limit(query.size).offset(skipped).execute(),
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

type Column = { readonly kind: Kind; readonly column: Expression<unknown> };

/** A value as its kind compares it: text without case or accents, codes by letters and digits alone. */
function comparable({ kind, column }: Column): Expression<unknown> {
  switch (kind) {
    case 'text':
      return sql`fold(${column})`;
    case 'code':
      return sql`bare(${column})`;
    case 'number':
    case 'flag':
    case 'date':
      return column;
  }
}

function condition({ kind, column }: Column, { mode, value }: Filter): Expression<SqlBool> {
  switch (kind) {
    case 'text':
    case 'code':
      return textCondition(comparable({ kind, column }), comparable({ kind, column: sql.val(value) }), mode);
    case 'number':
      return sql<SqlBool>`${column} ${operator(mode)} ${value}::numeric`;
    case 'flag':
      return sql<SqlBool>`${column} = ${value === '1'}`;
    case 'date':
      return sql<SqlBool>`(${column} at time zone ${sql.lit(TIME_ZONE)})::date ${operator(mode)} ${value}::date`;
  }
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
    case 'greater_than':
      return sql`>`;
    case 'less_than':
      return sql`<`;
    default:
      return sql`=`;
  }
}
