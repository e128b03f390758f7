import { type RawBuilder, sql } from 'kysely';
import type { Db } from './connection/connect.ts';
import { prepared } from './prepared.ts';

type SqlType<Value> = Value extends number
  ? 'int'
  : Value extends boolean
    ? 'boolean'
    : Value extends string
      ? 'text'
      : never;

/** Properties of a row that go into the statement, with their SQL types. */
type Columns<Row> = { readonly [K in keyof Row]?: SqlType<NonNullable<Row[K]>> };

/**
 * Rows as the table `given` of a statement, with a column for each property that `columns` names and their `position`
 * from 1 on. They are sent as one array per column, so that the statement has the same text for any number of rows.
 */
export function given<Row extends object>(rows: readonly Row[], columns: Columns<Row>): RawBuilder<unknown> {
  const names = Object.keys(columns) as (keyof Row & string)[];
  const arrays = names.map((name) => sql`${rows.map((row) => row[name])}::${sql.raw(`${columns[name]}[]`)}`);
  const aliases = [...names, 'position'].map((name) => sql.ref(name));
  return sql`unnest(${sql.join(arrays)}) with ordinality as given (${sql.join(aliases)})`;
}

/**
 * Makes the rest of the transaction find rows by indexes, which is right for a group. Otherwise the planner may scan
 * large tables, and tables that were empty when a plan was made: PostgreSQL keeps the plans of foreign keys for the
 * session.
 */
export const preferIndexes = (db: Db) =>
  sql`select set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
    set_config('enable_seqscan', 'off', true)`.execute(db);

/** Returns the row that `query` selects for each key, in the order of the keys; null where there is none. */
export async function findByKeys<Key extends object, Found>(
  db: Db,
  keys: readonly Key[],
  columns: Columns<Key>,
  query: (keys: RawBuilder<unknown>) => RawBuilder<Found & { position: unknown }>,
): Promise<(Found | null)[]> {
  const { rows } = await query(given(keys, columns)).execute(prepared(db));
  const found = keys.map((): Found | null => null);
  // The position of the key is no field of the row.
  for (const { position, ...row } of rows) found[Number(position) - 1] = row as Found;
  return found;
}
