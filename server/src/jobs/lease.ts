import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from '../db/connection/connect.ts';
import type { JobKind } from '../db/schema.ts';
import { storable } from '../db/storable.ts';
import { type Job, leaseEnd, updateOwnJob } from './job.ts';
import type { Kinds } from './kind.ts';

/** Deaths in a row without progress, after which the job fails. */
const MAX_DEATHS = 3;

/** Returns the sentence in lower case, as it continues after a colon. */
const uncapitalise = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1);

const failed = (reason: string) => ({
  state: 'failed' as const,
  finished_at: sql<Date>`now()`,
  status_message: storable(`Fallido: ${uncapitalise(reason)}`),
  worker: null,
});

/** Jobs that a loop of the queue takes. */
export type Share = 'all' | 'small';

/**
 * Takes a job that is queued, or whose lease has expired. A person has one running job at most, and their jobs run in
 * the order of their ids. The person whose last job finished first is next, so that many jobs of one person do not
 * delay the others. Jobs of unknown kinds are left to newer processes. Returns the job, and its previous worker.
 */
export async function claimJob(db: Db, worker: string, kinds: Kinds, share: Share = 'all') {
  const known = Object.keys(kinds);
  const started = Object.fromEntries(Object.entries(kinds).map(([kind, { started }]) => [kind, started]));
  try {
    const { rows } = await sql<{ id: number; kind: JobKind; user_id: number; before: string | null }>`
      with next as (
        select id, worker as before from jobs j
        where kind = any(${known}) and ${share === 'small' ? sql`is_small` : sql`true`}
          and (state = 'queued' or (state = 'running' and leased_until < clock_timestamp()))
          -- An earlier job that another loop is taking at this moment is locked and skipped, but still counts here.
          and not exists (
            select from jobs other where other.user_id = j.user_id and other.id <> j.id and (other.state = 'running'
              or (other.state = 'queued' and other.id < j.id and other.kind = any(${known}))))
        order by (select max(finished_at) from jobs earlier where earlier.user_id = j.user_id) nulls first, id
        limit 1 for update skip locked)
      update jobs set state = 'running', worker = ${worker}, leased_until = ${leaseEnd},
        status_message = ${JSON.stringify(started)}::jsonb ->> kind
      from next where jobs.id = next.id
      returning jobs.id, jobs.kind, jobs.user_id, next.before`.execute(db);
    return rows[0] && { ...rows[0], worker };
  } catch (error) {
    // Another loop or process takes another job of the same person at the same time.
    if (error instanceof pg.DatabaseError && error.constraint === 'jobs_one_running') return undefined;
    throw error;
  }
}

/** Renews the lease. Returns false when another worker has the job. */
export async function renewLease(db: Db, job: Job): Promise<boolean> {
  const { numUpdatedRows } = await updateOwnJob(db, job).set({ leased_until: leaseEnd }).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends the lease, so that another worker can take the job at once. */
export async function releaseJob(db: Db, job: Job): Promise<void> {
  await updateOwnJob(db, job).set({ leased_until: sql<Date>`clock_timestamp()` }).execute();
}

/**
 * Ends the leases of all workers. A worker that is still alive cannot save once another worker has its job, because
 * each of its transactions checks which worker has the job.
 */
export async function releaseAllJobs(db: Db): Promise<void> {
  await db
    .updateTable('jobs')
    .where('state', '=', 'running')
    .set({ leased_until: sql<Date>`clock_timestamp()` })
    .execute();
}

/** Lets the job wait for the length of a lease, with the reason as its status. */
export async function postponeJob(db: Db, job: Job, why: string, resumes: string): Promise<void> {
  await updateOwnJob(db, job)
    .set({ leased_until: leaseEnd, status_message: `En espera: ${uncapitalise(why)} ${resumes}` })
    .execute();
}

/** Counts the death of a worker. Other workers retry the job, which fails after MAX_DEATHS deaths. */
export async function recordDeath(db: Db, job: Job, givenUp: string): Promise<void> {
  await updateOwnJob(db, job)
    .set({ deaths: sql<number>`deaths + 1`, leased_until: sql<Date>`clock_timestamp()` })
    .execute();
  await updateOwnJob(db, job).where('deaths', '>=', MAX_DEATHS).set(failed(givenUp)).execute();
}

/** Records a stuck worker. A job without any progress fails at once; otherwise this counts as a death. */
export async function recordStuck(db: Db, job: Job, givenUp: string): Promise<void> {
  await updateOwnJob(db, job).where('done', '=', 0).set(failed(givenUp)).execute();
  await recordDeath(db, job, givenUp);
}

/** Fails a job that can never succeed. Saved groups stay. */
export async function failJob(db: Db, job: Job, reason: string): Promise<void> {
  await updateOwnJob(db, job).set(failed(reason)).execute();
}
