import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Db } from '../db/connection/connect.ts';
import { openTemporaryFolder } from '../http/temporary.ts';
import { type Ending, endingOf } from './ending.ts';
import type { Job } from './job.ts';
import type { Kind, Kinds } from './kind.ts';
import {
  claimJob,
  failJob,
  postponeJob,
  recordDeath,
  recordStuck,
  releaseAllJobs,
  releaseJob,
  renewLease,
  type Share,
} from './lease.ts';
import { LIMITS, type Limits } from './limits.ts';
import { createWorkers, type Store, WORKER, type Workers } from './workers.ts';

type Options = {
  readonly db: Db;
  /** Connection settings for the worker. */
  readonly connection: pg.PoolConfig;
  readonly kinds: Kinds;
  readonly store: Store;
  readonly log: (line: string) => void;
  readonly limits?: Partial<Limits>;
  /** No other server uses the database, so jobs of a killed server are continued at once. */
  readonly isAlone?: boolean;
};

export type JobQueue = {
  start(): void;
  /** Looks for work at once, after a job was added. */
  kick(): void;
  /** Stops the running jobs, which another process continues. */
  stop(): Promise<void>;
};

const LOOK_EVERY = 1_000;
const RENEW_EVERY = 1_500;

/**
 * Runs jobs in two loops: one takes any job, the other small jobs alone, so that these do not wait for a long job of
 * another person. Several processes may share the queue.
 */
export async function createJobQueue(options: Options): Promise<JobQueue> {
  const { limits: changed, isAlone = false, ...services } = options;
  const { db, kinds, store, log } = services;
  const limits = { ...LIMITS, ...changed };
  const folder = await openTemporaryFolder(store.dataDir, 'jobs');
  const workers = createWorkers(limits);
  const stopping = new AbortController();
  const pauses = [createPause(), createPause()] as const;
  let working: Promise<void> | null = null;

  async function takeJobs(share: Share, { pause }: Pause) {
    while (!stopping.signal.aborted) {
      try {
        const job = await claimJob(db, randomUUID(), kinds, share);
        if (job) await workOn(job, { ...services, limits, folder, workers }, stopping.signal);
        else await pause(LOOK_EVERY);
      } catch (error) {
        log(`Jobs wait: ${error}`);
        await pause(LOOK_EVERY);
      }
    }
  }

  async function work() {
    if (isAlone) await releaseAllJobs(db).catch((error) => log(`Jobs wait for their leases: ${error}`));
    await Promise.all([takeJobs('all', pauses[0]), takeJobs('small', pauses[1])]);
  }

  const wake = () => {
    for (const pause of pauses) pause.wake();
  };

  return {
    start: () => {
      if (!existsSync(WORKER)) throw new Error(`There is no ${WORKER}: build the server first`);
      working ??= work();
    },
    kick: wake,
    stop: async () => {
      stopping.abort();
      wake();
      await working;
      await workers.end();
    },
  };
}

type Pause = {
  /** Resolves after some milliseconds, or when it is woken. A wake before the pause ends it at once. */
  pause(milliseconds: number): Promise<void>;
  wake(): void;
};

function createPause(): Pause {
  let isWoken = false;
  let end = () => {};
  return {
    pause: (milliseconds) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, isWoken ? 0 : milliseconds);
        isWoken = false;
        end = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    wake: () => {
      isWoken = true;
      end();
    },
  };
}

type Claimed = NonNullable<Awaited<ReturnType<typeof claimJob>>>;

type Services = Pick<Options, 'db' | 'connection' | 'kinds' | 'store' | 'log'> & {
  readonly limits: Limits;
  /** Folder for the files that workers read. */
  readonly folder: string;
  readonly workers: Workers;
};

async function workOn(claimed: Claimed, services: Services, stopping: AbortSignal) {
  const { id, worker, before, kind: name, user_id: person } = claimed;
  const { db, connection, kinds, store, folder, limits, log, workers } = services;
  const job: Job = { id, worker };
  const kind = kinds[name];
  const scratchOf = (owner: string) => join(folder, `${owner}.job`);
  const scratch = scratchOf(worker);
  const removeScratch = (owner: string) => rm(scratchOf(owner), { force: true, recursive: true });
  const lost = new AbortController();
  const ended = new AbortController();
  const renewing = renew(db, job, lost, ended.signal);
  try {
    // A killed server has left the file of the previous worker.
    if (before) await removeScratch(before);
    const signal = AbortSignal.any([lost.signal, stopping]);
    const order = { kind: name, job, scratch, connection, store, limits };
    const ending =
      (await prepare(kind, id, scratch, signal)) ??
      (await workers.run({ order, person, tooLong: kind.tooLong, signal }));
    if (lost.signal.aborted) return;
    if (stopping.aborted) await releaseJob(db, job);
    else await conclude(db, job, kind, ending, (what) => log(`Job ${id} (${name}) ${what}`));
  } finally {
    ended.abort();
    await renewing;
    await removeScratch(worker);
  }
}

/** Renews the lease until the job has ended or another worker has it. */
async function renew(db: Db, job: Job, lost: AbortController, ended: AbortSignal): Promise<void> {
  while (!ended.aborted && !lost.signal.aborted) {
    await delay(RENEW_EVERY, undefined, { signal: ended }).catch(() => {});
    // Without the database no other worker can claim the job either.
    if (!ended.aborted && !(await renewLease(db, job).catch(() => true))) lost.abort();
  }
}

/** Returns why the worker cannot start; null when it can. */
async function prepare(kind: Kind, id: number, scratch: string, signal: AbortSignal): Promise<Ending | null> {
  try {
    await kind.prepare?.(id, scratch, signal);
    return null;
  } catch (error) {
    const ending = endingOf(error);
    if (ending) return ending;
    if (signal.aborted) return null;
    throw error;
  }
}

async function conclude(db: Db, job: Job, kind: Kind, ending: Ending, log: Options['log']): Promise<void> {
  if ('died' in ending) {
    log(`lost its worker: ${ending.died}`);
    await recordDeath(db, job, kind.givenUp);
  } else if ('unavailable' in ending) {
    log(`waits: ${ending.unavailable}`);
    await postponeJob(db, job, ending.unavailable, kind.resumes);
  } else if ('stuck' in ending) {
    log('has a worker that got stuck');
    await recordStuck(db, job, kind.givenUp);
  } else if ('failed' in ending) await failJob(db, job, ending.failed);
}
