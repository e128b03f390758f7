import { fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import type { Config } from '../config.ts';
import type { JobKind } from '../db/schema.ts';
import type { Ending, Told } from './ending.ts';
import type { Job } from './job.ts';
import type { Limits } from './limits.ts';

/** The built worker, also when the server runs from its sources: a child process needs JavaScript. */
export const WORKER = fileURLToPath(new URL('../../dist/worker.js', import.meta.url));

/** Where files are kept. */
export type Store = Pick<Config, 'dataDir' | 's3'>;

/** What the worker is sent. */
export type Order = {
  readonly kind: JobKind;
  readonly job: Job;
  readonly scratch: string;
  readonly connection: pg.PoolConfig;
  readonly store: Store;
  readonly limits: Limits;
};

/** What the worker sends: progress, or how the attempt ended. */
export type Report = { readonly ending?: Told };

const WATCH_EVERY = 500;
/** Characters of its error output that are kept. */
const MAX_ERROR_OUTPUT = 4_000;

/** Runs a worker until it exits, or kills it when it is aborted, uses too much memory, takes too long or gets stuck. */
export async function runWorker(order: Order, tooLong: string, signal: AbortSignal): Promise<Ending> {
  const { limits } = order;
  const child = fork(WORKER, {
    execArgv: [`--max-old-space-size=${limits.heapMiB}`],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    signal,
    killSignal: 'SIGKILL',
  });
  // A monotonic clock: the time of day jumps when a machine wakes up.
  const started = performance.now();
  let lastReport = started;
  let told: Told | undefined;
  let errorOutput = '';
  let killed: Ending | undefined;
  const kill = (ending: Ending) => {
    killed ??= ending;
    child.kill('SIGKILL');
  };
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', resolve);
    child.on('error', (error) => {
      errorOutput = error.message;
      if (child.pid === undefined) resolve(null);
    });
  });
  child.on('message', (report: Report) => {
    lastReport = performance.now();
    told = report.ending;
  });
  child.stderr?.on('data', (chunk) => {
    errorOutput = (errorOutput + chunk).slice(-MAX_ERROR_OUTPUT);
  });
  const watch = setInterval(async () => {
    if (performance.now() - lastReport > limits.silence) kill({ stuck: true });
    if (performance.now() - started > limits.total) kill({ failed: tooLong });
    if ((await memoryOf(child.pid)) > limits.memory) kill({ died: 'it took too much memory' });
  }, WATCH_EVERY);
  try {
    child.send(order);
    const code = await ended;
    if (code !== 0) return killed ?? { died: errorOutput };
    return told ?? { done: true };
  } finally {
    clearInterval(watch);
  }
}

/** Resident memory, on Linux. The heap is limited on every system. */
async function memoryOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
  return Number(kilobytes ?? 0) * 1024;
}
