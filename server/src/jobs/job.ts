import { seesEverything } from '@piezario/contract/access';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Person } from '../access/scope.ts';
import type { Db } from '../db/connection/connect.ts';
import type { JobKind } from '../db/schema.ts';
import { inTransaction, OPERATION } from '../db/transaction.ts';
import { Failure } from '../http/failure.ts';
import { LIMITS } from './limits.ts';

/** A job and the worker that has it. */
export type Job = { readonly id: number; readonly worker: string };

/** Everybody sees their own jobs; administration and staff see all. */
export const isVisibleJob = ({ id, role }: Person) =>
  seesEverything(role) ? sql<SqlBool>`true` : sql<SqlBool>`jobs.user_id = ${id}`;

/** Another worker has the job, or it was cancelled. */
export class Stopped extends Error {
  override name = 'Stopped';
}

/** Ends a job for good. The message continues «Fallido: » and is for the user. */
export class JobFailure extends Error {
  override name = 'JobFailure';
}

/** A worker that does not renew its lease in this time is considered dead. */
export const leaseEnd = sql<Date>`clock_timestamp() + interval '5 seconds'`;

type NewJob = {
  readonly kind: JobKind;
  readonly user_id: number;
  /** Text that is unique among the active jobs of one person and kind, so that a repeated call adds no second job. */
  readonly same_as: string;
  /** Takes seconds, so that it does not wait for long jobs of other people. */
  readonly is_small: boolean;
};

/** Jobs of one person that may be queued, besides the running one. */
export const MAX_QUEUED = 20;

/**
 * Queues a job in the transaction of the caller and returns its id, or undefined when the same one is active. Throws
 * Failure when the person has too many. Other new jobs of the person wait until the transaction ends, so that callers
 * can limit their total size.
 */
export async function addJob(db: Db, job: NewJob): Promise<number | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext('jobs'), ${job.user_id})`.execute(db);
  const added = await db
    .insertInto('jobs')
    .values(job)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (added) await refuseTooMany(db, job.user_id);
  return added?.id;
}

async function refuseTooMany(db: Db, user_id: number): Promise<void> {
  const { count } = await db
    .selectFrom('jobs')
    .where('user_id', '=', user_id)
    .where('state', '=', 'queued')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  if (count > MAX_QUEUED)
    throw new Failure(409, `Tenés ${MAX_QUEUED} trabajos en cola: esperá a que empiece alguno, o cancelalo`);
}

/** Returns whether the query has no more rows than one group. Reads no further than that. */
export async function fitsInGroup(db: Db, query: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from (select from (${query}) rows limit ${LIMITS.groupRows + 1}) counted`.execute(db);
  return (rows[0]?.count ?? 0) <= LIMITS.groupRows;
}

/** Records the size of a job that is known only after it was added. */
export const setSmall = (db: Db, id: number, is_small: boolean) =>
  db.updateTable('jobs').set({ is_small }).where('id', '=', id).execute();

/** Adds a job that waits for a person from the beginning, and returns its id. */
export async function addWaitingJob(db: Db, job: Omit<NewJob, 'is_small'>, status_message: string): Promise<number> {
  const { id } = await db
    .insertInto('jobs')
    .values({ ...job, state: 'review', finished_at: sql<Date>`now()`, status_message })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Cancels a job, whose worker then stops, in the transaction of the caller. Returns false when it has ended before. The
 * status is read while the job is locked, so that it counts everything that was saved.
 */
export async function cancelJob(db: Db, id: number, readStatus: () => Promise<string>): Promise<boolean> {
  const active = await db
    .selectFrom('jobs')
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'running', 'mapping', 'review'])
    .select('id')
    .forUpdate()
    .executeTakeFirst();
  if (!active) return false;
  await db
    .updateTable('jobs')
    .set({ state: 'cancelled', finished_at: sql<Date>`now()`, status_message: await readStatus() })
    .where('id', '=', id)
    .execute();
  return true;
}

/** Updates the job if this worker has it. */
export const updateOwnJob = (db: Db, { id, worker }: Job) =>
  db.updateTable('jobs').where('id', '=', id).where('worker', '=', worker).where('state', '=', 'running');

/** Reads the owner and the progress of the job. Throws Stopped when this worker does not have it. */
export const readJob = (db: Db, { id, worker }: Job) =>
  db
    .selectFrom('jobs')
    .where('id', '=', id)
    .where('worker', '=', worker)
    .where('state', '=', 'running')
    .select(['user_id', 'operation_id', 'total', 'done'])
    .executeTakeFirstOrThrow(() => new Stopped());
export type Progress = Awaited<ReturnType<typeof readJob>>;

/** A transaction of the job, whose changes belong to its operation. */
export async function inJobTransaction<T>(db: Db, job: Job, what: JobKind, run: (db: Db) => Promise<T>): Promise<T> {
  const { user_id: user, operation_id: operation } = await readJob(db, job);
  return inTransaction(db, { user, what, ...(operation !== null && { operation }) }, run);
}

/** Returns the status message of a job for its progress. */
export type Describe = (done: number, total: number) => string;

/** Records the total. Throws Stopped when this worker does not have the job. */
export async function recordTotal(db: Db, job: Job, total: number, describe: Describe): Promise<void> {
  const { numUpdatedRows } = await updateOwnJob(db, job)
    .set({ total, status_message: describe(0, total) })
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Stopped();
}

/**
 * Advances the progress by the items that were saved in the same transaction, in which `before` was read. Throws
 * Stopped, which rolls the transaction back, when the job was cancelled or taken over.
 */
export async function advance(db: Db, job: Job, before: Progress, count: number, describe: Describe): Promise<void> {
  const done = before.done + count;
  const { numUpdatedRows } = await updateOwnJob(db, job)
    .where('done', '=', before.done)
    .set({
      done,
      status_message: describe(done, before.total ?? done),
      operation_id: OPERATION,
      deaths: 0,
      leased_until: leaseEnd,
    })
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Stopped();
}

/** Ends the preparation of a job, which then waits for a person. */
export async function waitForPerson(
  db: Db,
  job: Job,
  state: 'mapping' | 'review',
  status_message: string,
): Promise<void> {
  await updateOwnJob(db, job).set({ state, finished_at: sql<Date>`now()`, status_message, worker: null }).execute();
}

/** Cancels jobs that have waited for a person longer than some days. */
export const cancelOldReviews = (db: Db, kind: JobKind, days: number, status_message: string) =>
  db
    .updateTable('jobs')
    .set({ state: 'cancelled', status_message })
    .where('kind', '=', kind)
    .where('state', 'in', ['mapping', 'review'])
    .where(sql<SqlBool>`finished_at < now() - make_interval(days => ${days})`)
    .execute();

/** Moves a running job back to its beginning, for another pass over the same rows. */
export async function startOver(db: Db, job: Job, describe: Describe): Promise<void> {
  const { total } = await readJob(db, job);
  await updateOwnJob(db, job)
    .set({ done: 0, status_message: describe(0, total ?? 0) })
    .execute();
}

/** Queues a waiting or finished job again, from its beginning. */
export async function queueAgain(db: Db, id: number): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ state: 'queued', done: 0, finished_at: null, worker: null, deaths: 0, status_message: 'En cola' })
    .where('id', '=', id)
    .execute();
}

/** Marks a job as done. */
export async function finishJob(db: Db, job: Job, status_message: string): Promise<void> {
  await updateOwnJob(db, job).set(doneWith(status_message)).execute();
}

/** Sets a job back to done that was queued again after it was done. */
export const backToDone = (db: Db, id: number, status_message: string) =>
  db.updateTable('jobs').set(doneWith(status_message)).where('id', '=', id).execute();

const doneWith = (status_message: string) =>
  ({ state: 'done', finished_at: sql<Date>`now()`, status_message, worker: null }) as const;
