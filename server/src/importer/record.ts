import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import type { KeptCell } from '../db/schema.ts';
import { storable } from '../db/storable.ts';
import { advance, finishJob, inJobTransaction, type Job, type Progress, recordTotal } from '../jobs/job.ts';
import { completed, processing } from './messages.ts';
import type { Problem } from './row-reader.ts';

/** The whole file was read without a fault. */
export const recordFile = (db: Db, job: Job, rows: number, warnings: readonly string[]): Promise<void> =>
  inJobTransaction(db, job, 'import', async (trx) => {
    await recordTotal(trx, job, rows, processing);
    await trx
      .updateTable('imports')
      .set({ warnings: warnings.map(storable) })
      .where('id', '=', job.id)
      .execute();
  });

/** A row with errors, and its cells in the order of the format. */
export type RefusedRow = {
  readonly sheet: string;
  readonly row: number;
  readonly problems: readonly Problem[];
  readonly cells: readonly KeptCell[];
};
type SavedGroup = {
  readonly rows: number;
  readonly created: number;
  readonly updated: number;
  readonly refused: readonly RefusedRow[];
};

/** Advances the import over rows that were saved in the same transaction. */
export async function recordRows(db: Db, job: Job, before: Progress, { rows, created, updated, refused }: SavedGroup) {
  await advance(db, job, before, rows, processing);
  await db
    .updateTable('imports')
    .set((eb) => ({
      rows_created: eb('rows_created', '+', created),
      rows_updated: eb('rows_updated', '+', updated),
      rows_unchanged: eb('rows_unchanged', '+', rows - created - updated - refused.length),
      errors_count: eb('errors_count', '+', refused.length),
    }))
    .where('id', '=', job.id)
    .execute();
  await insertErrors(db, job, refused);
}

/** Characters of the wrong value in the error. `cells` has the whole value. */
const MAX_SHOWN = 200;
const shown = (text: string) => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);

const storableCell = (cell: KeptCell) => (typeof cell === 'string' ? storable(cell) : cell);

async function insertErrors(db: Db, { id }: Job, refused: readonly RefusedRow[]): Promise<void> {
  const errors = refused.flatMap(({ sheet, row, problems, cells }) =>
    // Only the first error of a row has its cells.
    problems.map((problem, index) => ({ ...problem, sheet, row, cells: index === 0 ? cells : [] })),
  );
  if (errors.length === 0) return;
  const texts = (pick: (error: (typeof errors)[number]) => string) => errors.map((error) => storable(pick(error)));
  await sql`
    insert into import_errors (import_id, sheet, row, "column", value, reason, cells)
    select ${id}, sheet, row, "column", value, reason, cells
    from unnest(${texts(({ sheet }) => sheet)}::text[], ${errors.map(({ row }) => row)}::int[],
      ${texts(({ column }) => column)}::text[], ${texts(({ value }) => shown(value))}::text[],
      ${texts(({ reason }) => reason)}::text[],
      ${errors.map(({ cells }) => JSON.stringify(cells.map(storableCell)))}::jsonb[])
      with ordinality as given (sheet, row, "column", value, reason, cells, position)
    order by position`.execute(db);
}

export const readCounts = (db: Db, id: number) =>
  db
    .selectFrom('imports')
    .where('id', '=', id)
    .select(['rows_created', 'rows_updated', 'rows_unchanged'])
    .executeTakeFirstOrThrow();

/** All rows are saved. */
export async function finishImport(db: Db, job: Job): Promise<void> {
  const { errors } = await db
    .selectFrom('import_errors')
    .where('import_id', '=', job.id)
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('errors'))
    .executeTakeFirstOrThrow();
  await finishJob(db, job, completed(await readCounts(db, job.id), errors));
}
