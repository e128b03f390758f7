import type { ImportSheet } from '@piezario/contract/importer';
import { sql } from 'kysely';
import type { Db } from '../../db/connection/connect.ts';
import type { KeptCell, RowsOfNotice } from '../../db/schema.ts';
import { storable } from '../../db/storable.ts';
import { advance, inJobTransaction, type Job, type Progress, recordTotal } from '../../jobs/job.ts';
import { processing } from '../messages.ts';
import type { Problem } from '../reading/row-reader.ts';

type ReadFile = { readonly rows: number; readonly removesParts: boolean; readonly warnings: readonly string[] };

/** Stores the row count and warnings of a file without faults. A file that removes parts is always reviewed. */
export const recordFile = (db: Db, job: Job, { rows, removesParts, warnings }: ReadFile): Promise<void> =>
  inJobTransaction(db, job, 'import', async (trx) => {
    await recordTotal(trx, job, rows, processing);
    await trx
      .updateTable('imports')
      .set({ warnings: warnings.map(storable), ...(removesParts && { phase: 'review' }) })
      .where('id', '=', job.id)
      .execute();
  });

/** A row with errors, and its cells in the order of the format. */
export type RefusedRow = {
  readonly sheet: string;
  readonly row: number;
  readonly position: number | null;
  /** The sheet of the format, for a row of another format. */
  readonly format: ImportSheet | null;
  /** With the title of the column in the person's own file, if that is of another format. */
  readonly problems: readonly (Problem & { readonly title: string | null })[];
  readonly cells: readonly KeptCell[];
};
type Notice = { readonly sheet: string; readonly row: number; readonly notice: string };
export type SavedGroup = {
  readonly sheet: ImportSheet;
  /** Rows that were read, and rows by which the import advances. */
  readonly rows: number;
  readonly passed: number;
  /** Rows that had been refused before. */
  readonly again: number;
  readonly created: number;
  readonly updated: number;
  readonly removed: number;
  readonly leftOut: number;
  readonly suspicious: number;
  /** Rows that name something stored. */
  readonly stored: number;
  readonly notices: readonly Notice[];
  readonly refused: readonly RefusedRow[];
};

/** Advances the import over rows that were saved in the same transaction. */
export async function recordRows(db: Db, job: Job, before: Progress, group: SavedGroup) {
  const { sheet, rows, passed, again, created, updated, removed, leftOut, suspicious, stored, notices, refused } =
    group;
  await advance(db, job, before, passed, processing);
  const unchanged = rows - created - updated - removed - leftOut - refused.length;
  await db
    .updateTable('imports')
    .set((eb) => ({
      rows_created: eb('rows_created', '+', created),
      rows_updated: eb('rows_updated', '+', updated),
      rows_removed: eb('rows_removed', '+', removed),
      rows_left_out: eb('rows_left_out', '+', leftOut),
      rows_suspicious: eb('rows_suspicious', '+', suspicious),
      rows_unchanged: eb('rows_unchanged', '+', unchanged),
      errors_count: eb('errors_count', '+', refused.length - again),
      rows_stored: sql<string>`rows_stored ||
        jsonb_build_object(${sheet}::text, coalesce((rows_stored ->> ${sheet}::text)::int, 0) + ${stored}::int)`,
    }))
    .where('id', '=', job.id)
    .execute();
  if (notices.length > 0) await addNotices(db, job, notices);
  await insertErrors(db, job.id, refused);
}

/** Different notices that are kept, and rows that each of them names. */
const MAX_NOTICES = 50;
const MAX_FIRST = 5;

async function addNotices(db: Db, { id }: Job, added: readonly Notice[]): Promise<void> {
  const { notices } = await db.selectFrom('imports').where('id', '=', id).select('notices').executeTakeFirstOrThrow();
  const all: Record<string, RowsOfNotice> = { ...notices };
  for (const { sheet, row, notice } of added) {
    const text = storable(notice);
    const known = all[text] ?? { count: 0, first: [] };
    if (known.count === 0 && Object.keys(all).length >= MAX_NOTICES) continue;
    const first = known.first.length < MAX_FIRST ? [...known.first, storable(`${sheet} ${row}`)] : known.first;
    all[text] = { count: known.count + 1, first };
  }
  await db
    .updateTable('imports')
    .set({ notices: JSON.stringify(all) })
    .where('id', '=', id)
    .execute();
}

/** Characters of the wrong value in the error. `cells` has the whole value. */
const MAX_VALUE = 200;
const cut = (text: string) => (text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text);

const storableCell = (cell: KeptCell) => (typeof cell === 'string' ? storable(cell) : cell);

export async function insertErrors(db: Db, importId: number, refused: readonly RefusedRow[]): Promise<void> {
  const errors = refused.flatMap(({ sheet, row, position, format, problems, cells }) =>
    // Only the first error of a row has its cells.
    problems.map((problem, index) => ({ ...problem, sheet, row, position, format, cells: index === 0 ? cells : [] })),
  );
  if (errors.length === 0) return;
  const texts = (pick: (error: (typeof errors)[number]) => string) => errors.map((error) => storable(pick(error)));
  await sql`
    insert into import_errors (import_id, sheet, row, position, format, title, "column", value, reason, offers, cells)
    select ${importId}, sheet, row, position, format, title, "column", value, reason, offers, cells
    from unnest(${texts(({ sheet }) => sheet)}::text[], ${errors.map(({ row }) => row)}::int[],
      ${errors.map(({ position }) => position)}::int[], ${errors.map(({ format }) => format)}::text[],
      ${errors.map(({ title }) => title && storable(title))}::text[],
      ${texts(({ column }) => column)}::text[], ${texts(({ value }) => cut(value))}::text[],
      ${texts(({ reason }) => reason)}::text[],
      ${texts(({ offers }) => JSON.stringify(offers))}::jsonb[],
      ${errors.map(({ cells }) => JSON.stringify(cells.map(storableCell)))}::jsonb[])
      with ordinality as given (sheet, row, position, format, title, "column", value, reason, offers, cells, ordinal)
    order by ordinal`.execute(db);
}

export const readCounts = (db: Db, id: number) =>
  db
    .selectFrom('imports')
    .where('id', '=', id)
    .select(['rows_created', 'rows_updated', 'rows_removed', 'rows_unchanged', 'rows_suspicious', 'rows_left_out'])
    .select(['errors_count', 'rows_stored', 'warnings', 'notices'])
    .executeTakeFirstOrThrow();
