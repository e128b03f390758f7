import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from '../db/connect.ts';
import type { KeptCell } from '../db/schema.ts';
import { completed, failed, processing, READING, waiting } from './messages.ts';
import type { Problem } from './reading.ts';

/** An import and the worker that has it. */
export type Job = { readonly id: number; readonly worker: string };

/** Somebody else has the import by now, or it was cancelled or removed. */
export class Stopped extends Error {
  override name = 'Stopped';
}

/** A worker that has not been heard of for this long is dead. */
const leased = sql<Date>`clock_timestamp() + interval '5 seconds'`;
/** After so many deaths without a row settled, it is the file's fault. */
const MOST_DEATHS = 3;
const givenUp = {
  state: 'failed' as const,
  finished_at: sql<Date>`now()`,
  status_message: failed('el archivo no se pudo leer, puede estar dañado o ser demasiado grande: dividilo en varios'),
};

/**
 * Takes an import that waits, or whose worker is dead, of somebody who has no other one running: whose last one was over
 * longest ago goes first, so that nobody's many files keep the others waiting. Answers which worker had it before.
 */
export async function claimJob(db: Db, worker: string) {
  try {
    const { rows } = await sql<{ id: number; file_key: string; before: string | null }>`
      with next as (
        select id, worker as before from imports i
        where (state = 'queued' or (state = 'running' and leased_until < clock_timestamp()))
          and not exists (
            select from imports other where other.user_id = i.user_id and other.id <> i.id and other.state = 'running')
        order by (select max(finished_at) from imports earlier where earlier.user_id = i.user_id) nulls first, id
        limit 1 for update skip locked)
      update imports set state = 'running', worker = ${worker}, leased_until = ${leased}, status_message = ${READING}
      from next where imports.id = next.id
      returning imports.id, imports.file_key, next.before`.execute(db);
    return rows[0] && { ...rows[0], worker };
  } catch (error) {
    // Another process takes another one of the same person at this moment.
    if (error instanceof pg.DatabaseError && error.constraint === 'imports_one_running') return undefined;
    throw error;
  }
}

const mine = (db: Db, { id, worker }: Job) =>
  db.updateTable('imports').where('id', '=', id).where('worker', '=', worker).where('state', '=', 'running');

/** Says that the worker lives; false when the import is not its own any more. */
export async function renewLease(db: Db, job: Job): Promise<boolean> {
  const { numUpdatedRows } = await mine(db, job).set({ leased_until: leased }).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Leaves the import to whoever is next. */
export async function releaseJob(db: Db, job: Job): Promise<void> {
  await mine(db, job).set({ leased_until: sql<Date>`clock_timestamp()` }).execute();
}

/** Leaves the import, which cannot go on for now, to whoever is next a little later. */
export async function postponeJob(db: Db, job: Job, why: string): Promise<void> {
  await mine(db, job)
    .set({ leased_until: leased, status_message: waiting(why) })
    .execute();
}

/** The worker died: another one tries, unless there were too many. */
export async function recordDeath(db: Db, job: Job): Promise<void> {
  await mine(db, job).set({ deaths: sql<number>`deaths + 1`, leased_until: sql<Date>`clock_timestamp()` }).execute();
  await mine(db, job).where('deaths', '>=', MOST_DEATHS).set(givenUp).execute();
}

/** The worker got stuck. A file that brought nothing but that is given up; what got on before may have had bad luck. */
export async function recordStuck(db: Db, job: Job): Promise<void> {
  await mine(db, job).where('rows_done', '=', 0).set(givenUp).execute();
  await recordDeath(db, job);
}

/** How far the import is, if it is still the worker's. */
export const readJob = (db: Db, { id, worker }: Job) =>
  db
    .selectFrom('imports')
    .where('id', '=', id)
    .where('worker', '=', worker)
    .where('state', '=', 'running')
    .select(['user_id', 'rows_total', 'rows_done', 'rows_created', 'rows_updated', 'rows_unchanged', 'errors_count'])
    .executeTakeFirstOrThrow(() => new Stopped());
type Progress = Awaited<ReturnType<typeof readJob>>;

/** The whole file was read and found good. */
export async function recordTotal(db: Db, job: Job, rows_total: number, warnings: string[]): Promise<void> {
  const { numUpdatedRows } = await mine(db, job)
    .set({ rows_total, warnings: warnings.map(storable), status_message: processing(0, rows_total) })
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Stopped();
}

/** A row that was refused, with its cells in the columns of the format. */
export type RefusedRow = {
  readonly sheet: string;
  readonly row: number;
  readonly problems: readonly Problem[];
  readonly cells: readonly KeptCell[];
};
type Settled = {
  readonly rows: number;
  readonly created: number;
  readonly updated: number;
  readonly refused: readonly RefusedRow[];
};

/**
 * Moves the position over rows that were settled in the same transaction. Whoever cancelled, removed or took over the
 * import meanwhile undoes them.
 */
export async function recordRows(db: Db, job: Job, before: Progress, { rows, created, updated, refused }: Settled) {
  const rows_done = before.rows_done + rows;
  const { numUpdatedRows } = await mine(db, job)
    .where('rows_done', '=', before.rows_done)
    .set({
      rows_done,
      rows_created: before.rows_created + created,
      rows_updated: before.rows_updated + updated,
      rows_unchanged: before.rows_unchanged + rows - created - updated - refused.length,
      errors_count: before.errors_count + refused.length,
      status_message: processing(rows_done, before.rows_total ?? rows_done),
      deaths: 0,
      leased_until: leased,
    })
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Stopped();
  await insertErrors(db, job, refused);
}

/** Of a cell that is at fault; the whole of it is among the cells. */
const MOST_SHOWN = 200;
const shown = (text: string) => (text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text);

/** NUL and lone surrogates cannot be stored. */
const storable = (text: string) => text.replace(/[\0\p{Surrogate}]/gu, '\ufffd');
const storableCell = (cell: KeptCell) => (typeof cell === 'string' ? storable(cell) : cell);

async function insertErrors(db: Db, { id }: Job, refused: readonly RefusedRow[]): Promise<void> {
  const errors = refused.flatMap(({ sheet, row, problems, cells }) =>
    // The cells come with the first error of the row.
    problems.map((problem, place) => ({ ...problem, sheet, row, cells: place === 0 ? cells : [] })),
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
      with ordinality as given (sheet, row, "column", value, reason, cells, place)
    order by place`.execute(db);
}

/** Every row is settled. */
export async function finishJob(db: Db, job: Job): Promise<void> {
  const { errors } = await db
    .selectFrom('import_errors')
    .where('import_id', '=', job.id)
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('errors'))
    .executeTakeFirstOrThrow();
  const status_message = completed(await readJob(db, job), errors);
  await mine(db, job).set({ state: 'done', finished_at: sql<Date>`now()`, status_message, worker: null }).execute();
}

/** The file, or whoever sent it, is at fault. What went in before stays. */
export async function failJob(db: Db, job: Job, reason: string): Promise<void> {
  await mine(db, job)
    .set({ state: 'failed', finished_at: sql<Date>`now()`, status_message: storable(failed(reason)), worker: null })
    .execute();
}
