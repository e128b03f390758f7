import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from '../db/connect.ts';
import type { KeptCell } from '../db/schema.ts';
import { completed, failed, processing, READING, waiting } from './messages.ts';
import type { Problem } from './row-reader.ts';

/** An import and the worker that has it. */
export type Job = { readonly id: number; readonly worker: string };

/** Another worker has the import, or it was cancelled or removed. */
export class Stopped extends Error {
  override name = 'Stopped';
}

/** A worker that does not renew its lease in this time is considered dead. */
const leaseEnd = sql<Date>`clock_timestamp() + interval '5 seconds'`;
/** Deaths in a row without saved rows, after which the import fails. */
const MAX_DEATHS = 3;
const givenUp = {
  state: 'failed' as const,
  finished_at: sql<Date>`now()`,
  status_message: failed('el archivo no se pudo leer, puede estar dañado o ser demasiado grande: dividilo en varios'),
};

/**
 * Takes an import that is queued, or whose lease has expired. A person has one running import at most. The person whose
 * last import finished first is next, so that many files of one person do not delay the others. Returns the worker that
 * had it before.
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
      update imports set state = 'running', worker = ${worker}, leased_until = ${leaseEnd}, status_message = ${READING}
      from next where imports.id = next.id
      returning imports.id, imports.file_key, next.before`.execute(db);
    return rows[0] && { ...rows[0], worker };
  } catch (error) {
    // Another process takes another import of the same person at the same time.
    if (error instanceof pg.DatabaseError && error.constraint === 'imports_one_running') return undefined;
    throw error;
  }
}

const ownImport = (db: Db, { id, worker }: Job) =>
  db.updateTable('imports').where('id', '=', id).where('worker', '=', worker).where('state', '=', 'running');

/** Renews the lease. Returns false when another worker has the import. */
export async function renewLease(db: Db, job: Job): Promise<boolean> {
  const { numUpdatedRows } = await ownImport(db, job).set({ leased_until: leaseEnd }).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends the lease, so that another worker can take the import at once. */
export async function releaseJob(db: Db, job: Job): Promise<void> {
  await ownImport(db, job).set({ leased_until: sql<Date>`clock_timestamp()` }).execute();
}

/**
 * Ends the leases of all workers. A worker that still lives cannot save any more rows once another one has the import:
 * each of its transactions checks that it has it.
 */
export async function releaseAllJobs(db: Db): Promise<void> {
  await db
    .updateTable('imports')
    .where('state', '=', 'running')
    .set({ leased_until: sql<Date>`clock_timestamp()` })
    .execute();
}

/** Lets the import wait for the length of a lease, and says why. */
export async function postponeJob(db: Db, job: Job, why: string): Promise<void> {
  await ownImport(db, job)
    .set({ leased_until: leaseEnd, status_message: waiting(why) })
    .execute();
}

/** The worker died. Another one tries, up to MAX_DEATHS times. */
export async function recordDeath(db: Db, job: Job): Promise<void> {
  await ownImport(db, job)
    .set({ deaths: sql<number>`deaths + 1`, leased_until: sql<Date>`clock_timestamp()` })
    .execute();
  await ownImport(db, job).where('deaths', '>=', MAX_DEATHS).set(givenUp).execute();
}

/** The worker got stuck. An import without saved rows fails; with saved rows it counts as a death. */
export async function recordStuck(db: Db, job: Job): Promise<void> {
  await ownImport(db, job).where('rows_done', '=', 0).set(givenUp).execute();
  await recordDeath(db, job);
}

/** The progress of the import. Throws Stopped when this worker does not have it. */
export const readJob = (db: Db, { id, worker }: Job) =>
  db
    .selectFrom('imports')
    .where('id', '=', id)
    .where('worker', '=', worker)
    .where('state', '=', 'running')
    .select(['user_id', 'rows_total', 'rows_done', 'rows_created', 'rows_updated', 'rows_unchanged', 'errors_count'])
    .executeTakeFirstOrThrow(() => new Stopped());
type Progress = Awaited<ReturnType<typeof readJob>>;

/** The whole file was read without a fault. */
export async function recordTotal(db: Db, job: Job, rows_total: number, warnings: string[]): Promise<void> {
  const { numUpdatedRows } = await ownImport(db, job)
    .set({ rows_total, warnings: warnings.map(storable), status_message: processing(0, rows_total) })
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Stopped();
}

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

/**
 * Advances the position over rows that were saved in the same transaction. Throws Stopped, which rolls them back, when
 * the import was cancelled, removed or taken over.
 */
export async function recordRows(db: Db, job: Job, before: Progress, { rows, created, updated, refused }: SavedGroup) {
  const rows_done = before.rows_done + rows;
  const { numUpdatedRows } = await ownImport(db, job)
    .where('rows_done', '=', before.rows_done)
    .set({
      rows_done,
      rows_created: before.rows_created + created,
      rows_updated: before.rows_updated + updated,
      rows_unchanged: before.rows_unchanged + rows - created - updated - refused.length,
      errors_count: before.errors_count + refused.length,
      status_message: processing(rows_done, before.rows_total ?? rows_done),
      deaths: 0,
      leased_until: leaseEnd,
    })
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Stopped();
  await insertErrors(db, job, refused);
}

/** Characters of the wrong value in the error. `cells` has the whole value. */
const MAX_SHOWN = 200;
const shown = (text: string) => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);

/** PostgreSQL cannot store NUL and lone surrogates. */
const storable = (text: string) => text.replace(/[\0\p{Surrogate}]/gu, '\ufffd');
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

/** All rows are saved. */
export async function finishJob(db: Db, job: Job): Promise<void> {
  const { errors } = await db
    .selectFrom('import_errors')
    .where('import_id', '=', job.id)
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('errors'))
    .executeTakeFirstOrThrow();
  const status_message = completed(await readJob(db, job), errors);
  await ownImport(db, job)
    .set({ state: 'done', finished_at: sql<Date>`now()`, status_message, worker: null })
    .execute();
}

/** A fault of the file or of its owner. Rows saved before stay. */
export async function failJob(db: Db, job: Job, reason: string): Promise<void> {
  await ownImport(db, job)
    .set({ state: 'failed', finished_at: sql<Date>`now()`, status_message: storable(failed(reason)), worker: null })
    .execute();
}
