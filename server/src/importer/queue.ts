import { randomUUID } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Db } from '../db/connect.ts';
import type { Files } from '../files/files.ts';
import { toFailure } from '../http/errors.ts';
import { openTemporaryFolder } from '../http/temporary.ts';
import {
  claimJob,
  failJob,
  type Job,
  postponeJob,
  recordDeath,
  recordStuck,
  releaseAllJobs,
  releaseJob,
  renewLease,
} from './job.ts';
import { LIMITS, type Limits } from './limits.ts';
import { type Ending, runWorker, WORKER } from './supervise.ts';

type Options = {
  readonly db: Db;
  /** Connection settings for the worker. */
  readonly connection: pg.PoolConfig;
  readonly files: Files;
  readonly dataDir: string;
  readonly log: (line: string) => void;
  readonly limits?: Partial<Limits>;
  /** No other server uses the database, so imports that a killed one left are continued at once. */
  readonly isAlone?: boolean;
};

export type ImportQueue = {
  start(): void;
  /** Looks for work at once, after a file was added. */
  kick(): void;
  /** Stops the running import, which another process continues. */
  stop(): Promise<void>;
};

const LOOK_EVERY = 1_000;
const RENEW_EVERY = 1_500;

/** Runs imports, one at a time. Several processes may share the queue. */
export async function createImportQueue(options: Options): Promise<ImportQueue> {
  const { dataDir, limits: changed, isAlone = false, ...services } = options;
  const { db, log } = services;
  const limits = { ...LIMITS, ...changed };
  const folder = await openTemporaryFolder(dataDir, 'imports');
  const stopping = new AbortController();
  let kicked = false;
  let wake = () => {};
  let working: Promise<void> | null = null;

  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, kicked || stopping.signal.aborted ? 0 : LOOK_EVERY);
      kicked = false;
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function work() {
    if (isAlone) await releaseAllJobs(db).catch((error) => log(`Imports wait for their leases: ${error}`));
    while (!stopping.signal.aborted) {
      try {
        const job = await claimJob(db, randomUUID());
        if (job) await workOn(job, { ...services, limits, folder }, stopping.signal);
        else await pause();
      } catch (error) {
        log(`Imports wait: ${error}`);
        await pause();
      }
    }
  }

  return {
    start: () => {
      if (!existsSync(WORKER)) throw new Error(`There is no ${WORKER}: build the server first`);
      working ??= work();
    },
    kick: () => {
      kicked = true;
      wake();
    },
    stop: async () => {
      stopping.abort();
      wake();
      await working;
    },
  };
}

type Claimed = NonNullable<Awaited<ReturnType<typeof claimJob>>>;

type Services = Omit<Options, 'dataDir' | 'limits' | 'isAlone'> & {
  readonly limits: Limits;
  /** Folder for the file that the worker reads. */
  readonly folder: string;
};

async function workOn({ id, worker, before, file_key }: Claimed, services: Services, stopping: AbortSignal) {
  const { db, connection, files, folder, limits, log } = services;
  const job: Job = { id, worker };
  const pathOf = (name: string) => join(folder, `${name}.import`);
  const path = pathOf(worker);
  const lost = new AbortController();
  const ended = new AbortController();
  const renewing = renew(db, job, lost, ended.signal);
  try {
    // The worker of a server that was killed leaves its file.
    if (before) await rm(pathOf(before), { force: true });
    const signal = AbortSignal.any([lost.signal, stopping]);
    const ending =
      (await fetchFile(files, file_key, path, signal)) ?? (await runWorker({ job, path, connection, limits }, signal));
    if (lost.signal.aborted) return;
    if (stopping.aborted) await releaseJob(db, job);
    else await conclude(db, job, ending, log);
  } finally {
    ended.abort();
    await renewing;
    await rm(path, { force: true });
  }
}

/** Renews the lease until the import has ended or another worker has it. */
async function renew(db: Db, job: Job, lost: AbortController, ended: AbortSignal): Promise<void> {
  while (!ended.aborted && !lost.signal.aborted) {
    await delay(RENEW_EVERY, undefined, { signal: ended }).catch(() => {});
    // Without the database no other worker can take it either.
    if (!ended.aborted && !(await renewLease(db, job).catch(() => true))) lost.abort();
  }
}

/** Copies the file to disk for the worker. Returns why not when it fails. */
async function fetchFile(files: Files, key: string, path: string, signal: AbortSignal): Promise<Ending | null> {
  try {
    const stored = await files.get(key);
    if (!stored) return { failed: 'el archivo ya no está en el servidor, subilo de nuevo' };
    await pipeline(stored.content, createWriteStream(path, { mode: 0o600 }), { signal });
    return null;
  } catch (error) {
    const failure = toFailure(error);
    if (failure) return { unavailable: failure.message };
    if (signal.aborted) return null;
    throw error;
  }
}

async function conclude(db: Db, job: Job, ending: Ending, log: Options['log']): Promise<void> {
  if ('died' in ending) {
    log(`The worker of import ${job.id} died: ${ending.died}`);
    await recordDeath(db, job);
  } else if ('unavailable' in ending) {
    log(`Import ${job.id} waits: ${ending.unavailable}`);
    await postponeJob(db, job, ending.unavailable);
  } else if ('stuck' in ending) {
    log(`The worker of import ${job.id} got stuck`);
    await recordStuck(db, job);
  } else if ('failed' in ending) await failJob(db, job, ending.failed);
}
