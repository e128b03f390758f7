import { randomUUID } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { jobKinds } from '../app.ts';
import { claimJob } from '../jobs/lease.ts';
import { LIMITS } from '../jobs/limits.ts';
import { createJobQueue, type JobQueue } from '../jobs/queue.ts';
import { WORKS } from '../works.ts';
import type { startServer } from './server.ts';

type Server = Awaited<ReturnType<typeof startServer>>;
type Options = Pick<Parameters<typeof createJobQueue>[0], 'limits' | 'isAlone'> & {
  readonly log?: (line: string) => void;
};

/** Runs the server's jobs in a second queue until the test ends. */
export async function startQueue({ db, connection, files, dataDir }: Server, options: Options): Promise<void> {
  const kinds = jobKinds(db, files);
  const queue = await createJobQueue({
    db,
    connection,
    kinds,
    store: { dataDir, s3: null },
    log: () => {},
    ...options,
  });
  onTestFinished(() => queue.stop());
  startJobs({ jobs: queue });
}

/** Lets the server work on jobs. */
export function startJobs({ jobs }: { jobs: Pick<JobQueue, 'start'> }): void {
  requireBuilt();
  jobs.start();
}

/** Runs all waiting jobs in this process, in small groups of rows. */
export async function runJobs(
  { db, files, dataDir }: Pick<Server, 'db' | 'files' | 'dataDir'>,
  groupRows = 2,
): Promise<void> {
  const kinds = jobKinds(db, files);
  for (;;) {
    const job = await claimJob(db, randomUUID(), kinds);
    if (!job) return;
    const scratch = join(dataDir, `${job.worker}.job`);
    await kinds[job.kind].prepare?.(job.id, scratch, new AbortController().signal);
    const work = await WORKS[job.kind]();
    await work({ db, job, files, scratch, limits: { ...LIMITS, groupRows }, progress: () => {} });
    await rm(scratch, { force: true, recursive: true });
  }
}

/** Throws when the build is older than the sources, because child processes run the build. */
export function requireBuilt(): void {
  const server = join(import.meta.dirname, '../..');
  for (const workspace of [server, join(server, '../contract')]) {
    const built = statSync(join(workspace, 'tsconfig.tsbuildinfo')).mtimeMs;
    const newer = readdirSync(join(workspace, 'src'), { recursive: true, encoding: 'utf8' }).find(
      (name) => SHIPPED.test(name) && statSync(join(workspace, 'src', name)).mtimeMs > built,
    );
    if (newer) throw new Error(`${newer} is newer than what was built of it: run «npx tsc -b» first`);
  }
}
const SHIPPED = /^(?!testing)[^.]+\.ts$/;
