import { type ListQuery, type Paged, writeCursor, writeFilters, writeSort } from '@piezario/contract/list';
import { sql } from 'kysely';
import pg from 'pg';
import { ZodError } from 'zod';
import type { Db } from '../connection/connect.ts';
import { type Found, fits, readRows, type Start, tallyOf } from './cut.ts';
import { recall, remember, type Total } from './totals.ts';
import { type ListColumns, readView, type Source, type View } from './view.ts';

/** Reads a page of any list: filters and sorts the rows of a table, and counts those that match. */
export async function page<C extends ListColumns, Row>(
  db: Db,
  query: ListQuery,
  source: Source<C, Row>,
): Promise<Paged<Row>> {
  const view = readView(query, source);
  const { size, after } = query;
  const skipped = (query.page - 1) * size;
  const found = after ? await readAfter(db, view, after) : await readNumbered(db, view, skipped);
  const total = found.total ?? (await readTotal(db, view, found, skipped));
  const { data, length } = found;
  const to = skipped + length;
  // Rows may be inserted or deleted after a cursor was made, so only an incomplete page is surely the last one.
  const isLast = length < size || (!after && to >= total);
  return {
    data,
    current_page: query.page,
    per_page: size,
    last_page: Math.max(1, Math.ceil(total / size)),
    from: length > 0 ? skipped + 1 : null,
    to: length > 0 ? to : null,
    total,
    filters: writeFilters(query.filters),
    sort: writeSort(query.sort),
    next: isLast || !found.last ? null : writeCursor(query.page + 1, query.sort, found.last),
  };
}

/** Reads all rows of a list in its order, `size` at a time, without counting them. */
export async function* eachPage<C extends ListColumns, Row>(
  db: Db,
  query: ListQuery,
  source: Source<C, Row>,
): AsyncGenerator<readonly Row[]> {
  const view = readView(query, source);
  const { size } = query;
  let start: Start = { skipped: 0, size };
  for (;;) {
    const { data, length, last } = await readRows(db, view, start);
    yield data;
    if (length < size || !last) return;
    start = { after: last, skipped: 0, size };
  }
}

/** The page that a cursor leads to. */
async function readAfter<Row>(db: Db, view: View<Row>, after: readonly string[]): Promise<Found<Row>> {
  const refused = () =>
    new ZodError([{ code: 'custom', path: ['page[after]'], message: 'No es un cursor de esta lista', input: after }]);
  if (!fits(view, after)) throw refused();
  try {
    return await readRows(db, view, { after, skipped: 0, size: view.query.size });
  } catch (error) {
    // Class 22: a value of the cursor does not have the type of its column.
    throw error instanceof pg.DatabaseError && error.code?.startsWith('22') ? refused() : error;
  }
}

/** The page after `skipped` rows, read from the nearer end of the list. */
async function readNumbered<Row>(db: Db, view: View<Row>, skipped: number): Promise<Found<Row>> {
  const { size } = view.query;
  const { tally, near } = view;
  const isForeign = view.arms.some(({ order }) => order.some((key) => key.isForeign));
  if (!tally || tally.groups || isForeign || skipped <= near) return readRows(db, view, { skipped, size });
  for (const learn of [() => recall(db, tally.selection), () => count(db, view)]) {
    const known = await learn();
    const found = known && (await readRows(db, view, nearerEnd(known, skipped, size)));
    // With another revision, positions from the end are no longer right.
    if (found && found.revision === known.revision) return { ...found, total: known.total };
  }
  return readRows(db, view, { skipped, size });
}

function nearerEnd({ total }: Total, skipped: number, size: number): Start {
  // Past the end there is nothing to read.
  if (skipped >= total) return { backwards: true, skipped: 0, size: 0 };
  const fromEnd = Math.max(0, total - skipped - size);
  if (fromEnd >= skipped) return { skipped, size };
  return { backwards: true, skipped: fromEnd, size: Math.min(size, total - skipped) };
}

/** The total of a query that the tally cannot answer. */
async function readTotal(db: Db, view: View<unknown>, { length, revision }: Found<unknown>, skipped: number) {
  const { query, tally } = view;
  // The end of the last page is the total.
  if (!query.after && length < query.size && (length > 0 || skipped === 0)) return skipped + length;
  const known = tally && recall(db, tally.selection);
  return known && known.revision === revision ? known.total : (await count(db, view)).total;
}

async function count(db: Db, view: View<unknown>): Promise<Total> {
  const { table, matches, tally } = view;
  if (!tally) throw new Error('A list without a tally is counted with its page');
  const counted = sql<number>`(select count(*)::int from ${table} where ${matches})`;
  const { rows } = await sql<{ total: number; revision: string }>`
    select ${tally.isComplete ? sql`tally.total` : counted} as total, revision from ${tallyOf(view)}`.execute(db);
  const [{ total, revision } = { total: 0, revision: '' }] = rows;
  const known = { total, revision };
  remember(db, tally.selection, known);
  return known;
}
