import { attributeOf, type Filter, type Kind, splitValue } from '@piezario/contract/list';
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { TIME_ZONE } from '../day.ts';

/**
 * Source of a column of a list: a column or an expression that may be null; `Compared`, stored in the form that is
 * compared and never null, so that its index can be used; a column of another table; or one that cannot be sorted,
 * because all rows share its value or a row has several; or columns by the names of attributes.
 */
export type Origin = string | Expression<unknown> | Compared | Foreign | Shared | Several | Codes | Attributes;

type Compared = {
  readonly compared: string | Expression<unknown>;
  /** Rows for which this holds have an index of their own. */
  readonly indexedWhere?: Expression<SqlBool>;
};
type Shared = { readonly shared: true };
/** A row has any number of values. */
type Several = { readonly has: (value: string) => RawBuilder<SqlBool> };
/** A row has any number of codes. Returns the condition that one passes the filter on a column with its bare form. */
type Codes = { readonly hasCode: (passes: (column: string) => RawBuilder<SqlBool>) => RawBuilder<SqlBool> };

type Attributes = { readonly ofAttribute: (name: string) => AttributeColumn };
export type AttributeColumn = {
  readonly passes: (filter: Filter) => RawBuilder<SqlBool>;
  /** Table with the values of the rows of a list without filters, its condition, and its column with their ids. */
  readonly values: RawBuilder<unknown>;
  readonly isValue: RawBuilder<SqlBool>;
  readonly id: RawBuilder<number>;
  /** Columns of that table which order the rows with a value, without ties. */
  readonly keys: readonly RawBuilder<unknown>[];
  /** Condition: a row has no value. */
  readonly isMissing: RawBuilder<SqlBool>;
};

/** The column `compared` of the row of `from` whose `id` is `key`, a column of the list's own table. */
type Foreign = Compared & {
  readonly key: string;
  readonly from: RawBuilder<unknown>;
  readonly id: string;
  /** The key may be null, and the row then has no value. */
  readonly nullable?: true;
};

/** A value that rows are ordered by. It is never null: a null would compare with nothing. */
export type SortKey = {
  readonly value: Expression<unknown>;
  readonly descending: boolean;
  /** The value is of another table, whose changes do not show in the tally of the list. */
  readonly isForeign?: true;
};

/** Returns the sort keys of a column. Rows without a value come last in both directions. */
export function sortKeys(kind: Kind, origin: Origin, descending: boolean): SortKey[] {
  if (isPlain(origin)) {
    const value = comparable(kind, toSql(origin));
    return [
      { value: sql`(${value} is null)`, descending: false },
      { value: sql`coalesce(${value}, ${BLANK[kind]})`, descending },
    ];
  }
  if (!('compared' in origin)) return [];
  const compared = toSql(origin.compared);
  if (!('key' in origin)) return [{ value: compared, descending }];
  const { key, from, id, nullable } = origin;
  const value = sql`(select ${compared} from ${from} where ${sql.ref(id)} = ${sql.ref(key)})`;
  if (!nullable) return [{ value, descending, isForeign: true }];
  return [
    { value: sql`(${sql.ref(key)} is null)`, descending: false },
    { value: sql`coalesce(${value}, ${BLANK[kind]})`, descending, isForeign: true },
  ];
}

export function condition(kind: Kind, origin: Origin, filter: Filter): RawBuilder<SqlBool> {
  if (isPlain(origin)) {
    return compare(kind, comparable(kind, toSql(origin)), filter);
  }
  if ('has' in origin) return sql`(${sql.join(splitValue(filter).map(origin.has), sql` or `)})`;
  if ('ofAttribute' in origin) return attributeIn(origin, filter.column).passes(filter);
  if ('hasCode' in origin) return origin.hasCode((column) => compare(kind, sql.ref(column), filter));
  if ('shared' in origin) throw new Error('A column that all rows share is filtered before');
  const { compared, indexedWhere } = origin;
  const compares = compare(kind, toSql(compared), filter);
  const holds = indexedWhere
    ? sql<SqlBool>`((${indexedWhere} and ${compares}) or (not ${indexedWhere} and ${compares}))`
    : compares;
  if (!('key' in origin)) return holds;
  const key = sql.ref(origin.key);
  if (origin.nullable && filter.mode === 'is_empty') return sql`${key} is null`;
  return sql`${key} in (select ${sql.ref(origin.id)} from ${origin.from} where ${holds})`;
}

/** Returns the column of an attribute. Throws for other columns. */
export function attributeIn(origin: Origin, column: string): AttributeColumn {
  const name = attributeOf(column);
  if (name === null || isPlain(origin) || !('ofAttribute' in origin)) throw new Error(`${column} is no attribute`);
  return origin.ofAttribute(name);
}

const VARIANTS = ['compared', 'shared', 'has', 'hasCode', 'ofAttribute'];
const isPlain = (origin: Origin): origin is string | Expression<unknown> =>
  typeof origin === 'string' || !VARIANTS.some((variant) => variant in origin);

const toSql = (value: string | Expression<unknown>) => (typeof value === 'string' ? sql.ref(value) : value);

/** Replaces null in comparisons. The sort key before it separates rows without a value. */
const BLANK: Record<Kind, RawBuilder<unknown>> = {
  text: sql`''`,
  code: sql`''`,
  codes: sql`''`,
  prose: sql`''`,
  number: sql`0`,
  link: sql`0`,
  flag: sql`false`,
  date: sql`'epoch'`,
  attribute: sql`''`,
};

/** A value as its kind compares it: text without case or accents, codes by letters and digits alone. */
function comparable(kind: Kind, value: Expression<unknown>): Expression<unknown> {
  switch (kind) {
    case 'text':
    case 'prose':
    case 'attribute':
      return sql`fold(${value})`;
    case 'code':
    case 'codes':
      return sql`bare(${value})`;
    case 'number':
    case 'link':
    case 'flag':
    case 'date':
      return value;
  }
}

function compare(kind: Kind, column: Expression<unknown>, filter: Filter): RawBuilder<SqlBool> {
  const values = splitValue(filter);
  switch (kind) {
    case 'text':
    case 'prose':
    case 'attribute':
    case 'code':
    case 'codes':
      return compareText(
        column,
        values.map((value) => comparable(kind, sql.val(value))),
        filter.mode,
      );
    case 'number':
    case 'link':
      return compareOrdered(column, values.map(asNumber), filter.mode);
    case 'date':
      return compareDays(column, values, filter.mode);
    case 'flag':
      return sql`${column} = ${filter.value === '1'}`;
  }
}

function compareText(
  column: Expression<unknown>,
  values: readonly Expression<unknown>[],
  mode: Filter['mode'],
): RawBuilder<SqlBool> {
  const [value] = values;
  switch (mode) {
    case 'contains':
      return sql`${column} like '%' || literal(${value}) || '%'`;
    case 'starts_with':
      return sql`${column} like literal(${value}) || '%'`;
    case 'ends_with':
      return sql`${column} like '%' || literal(${value})`;
    case 'is_empty':
      return sql`coalesce(${column}, '') = ''`;
    case 'is_not_empty':
      return sql`coalesce(${column}, '') <> ''`;
    case 'matches':
    case 'in':
    case 'greater_than':
    case 'less_than':
    case 'between':
      return compareOrdered(column, values, mode);
  }
}

function compareOrdered(
  column: Expression<unknown>,
  values: readonly Expression<unknown>[],
  mode: Filter['mode'],
): RawBuilder<SqlBool> {
  const [value, other] = values;
  switch (mode) {
    case 'matches':
      return sql`${column} = ${value}`;
    case 'greater_than':
      return sql`${column} > ${value}`;
    case 'less_than':
      return sql`${column} < ${value}`;
    case 'between':
      return sql`${column} between ${value} and ${other}`;
    case 'in':
      return sql`${column} in (${sql.join(values)})`;
    case 'contains':
    case 'starts_with':
    case 'ends_with':
    case 'is_empty':
    case 'is_not_empty':
      throw new Error(`The mode ${mode} is for text`);
  }
}

/** A day is a range of moments, so that an index of moments can be used. */
function compareDays(column: Expression<unknown>, days: readonly string[], mode: Filter['mode']): RawBuilder<SqlBool> {
  const [first = '', last = first] = days;
  const [begin, end] = [startOf(first, 0), startOf(last, 1)];
  switch (mode) {
    case 'matches':
    case 'between':
      return sql`(${column} >= ${begin} and ${column} < ${end})`;
    case 'greater_than':
      return sql`${column} >= ${end}`;
    case 'less_than':
      return sql`${column} < ${begin}`;
    case 'in':
    case 'contains':
    case 'starts_with':
    case 'ends_with':
    case 'is_empty':
    case 'is_not_empty':
      throw new Error(`The mode ${mode} is not for dates`);
  }
}

/** The moment at which a day begins, or the day that is `later` days after it. */
const startOf = (day: string, later: number) =>
  sql`((${day}::date + ${sql.lit(later)})::timestamp at time zone ${sql.lit(TIME_ZONE)})`;

/** Whole numbers get the type of the columns, so that an index and the planner's statistics can be used. */
function asNumber(value: string) {
  return /^-?\d{1,9}$/.test(value) ? sql`${value}::int` : sql`${value}::numeric`;
}
