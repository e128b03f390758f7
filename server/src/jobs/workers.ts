import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import type { Config } from '../config.ts';
import type { JobKind } from '../db/schema.ts';
import type { Ending, ReportedEnding } from './ending.ts';
import type { Job } from './job.ts';
import type { Limits } from './limits.ts';

/** Path of the built worker, also when the server runs from its sources: a child process needs JavaScript. */
export const WORKER = fileURLToPath(new URL('../../dist/worker.js', import.meta.url));

/** Settings of the store of files. */
export type Store = Pick<Config, 'dataDir' | 's3'>;

/** Message to the worker. */
export type Order = {
  readonly kind: JobKind;
  readonly job: Job;
  readonly scratch: string;
  readonly connection: pg.PoolConfig;
  readonly store: Store;
  readonly limits: Limits;
};

/** Message of the worker: progress, or the end of the attempt. */
export type Report = { readonly ending?: ReportedEnding };

type Attempt = {
  readonly order: Order;
  /** Person who owns the job. */
  readonly person: number;
  /** Reason of a failure by timeout. */
  readonly tooLong: string;
  readonly signal: AbortSignal;
};

export type Workers = {
  /**
   * Runs a job until it ends, or kills its worker when it is aborted, uses too much memory, takes too long or gets
   * stuck.
   */
  run(attempt: Attempt): Promise<Ending>;
  /** Ends the workers that wait. */
  end(): Promise<void>;
};

const WATCH_EVERY = 500;

/** Limit of processes that work or wait. A waiting one ends when another person's job needs its place. */
const MAX_PROCESSES = 2;

/**
 * Runs each job in a process. Starting a process takes longer than a small job, so a process that is done waits some
 * seconds for another job of the same person. It never works for two people.
 */
export function createWorkers(limits: Limits): Workers {
  /** Waiting processes by person. The first has waited longest. */
  const waiting = new Map<number, { readonly worker: Worker; readonly timer: NodeJS.Timeout }>();
  /** Last running attempt of each person. */
  const underWay = new Map<number, Promise<Ending>>();
  let working = 0;

  function leave(person: number): Worker | undefined {
    const left = waiting.get(person);
    waiting.delete(person);
    clearTimeout(left?.timer);
    return left?.worker;
  }

  async function take(person: number): Promise<Worker> {
    const worker = leave(person);
    if (worker?.child.connected) return worker;
    const [longest] = waiting.keys();
    if (longest !== undefined && working + waiting.size > MAX_PROCESSES) await leave(longest)?.kill();
    return startWorker(limits);
  }

  async function work(attempt: Attempt): Promise<Ending> {
    const { person, signal } = attempt;
    working++;
    try {
      const worker = await take(person);
      const ending = await watch(worker, attempt);
      const mayWait = 'done' in ending && !signal.aborted && (await memoryOf(worker.child)) < limits.waitingMemory;
      if (mayWait) waiting.set(person, { worker, timer: setTimeout(() => leave(person)?.kill(), limits.waiting) });
      else await worker.kill();
      return ending;
    } finally {
      working--;
    }
  }

  return {
    run: async (attempt) => {
      const { person } = attempt;
      // A job is done shortly before its process is free, and another loop may already have the person's next job.
      const before = underWay.get(person);
      const current = Promise.allSettled([before]).then(() => work(attempt));
      underWay.set(person, current);
      try {
        return await current;
      } finally {
        if (underWay.get(person) === current) underWay.delete(person);
      }
    },
    end: async () => {
      await Promise.all([...waiting.keys()].map((person) => leave(person)?.kill()));
    },
  };
}

type Worker = {
  readonly child: ChildProcess;
  /** Resolves with its last error output, once it has exited. */
  readonly exited: Promise<string>;
  kill(): Promise<void>;
};

/** Limit of kept characters of a worker's error output. */
const MAX_ERROR_OUTPUT = 4_000;

function startWorker({ heapMiB }: Limits): Worker {
  const execArgv = [`--max-old-space-size=${heapMiB}`];
  const child = fork(WORKER, { execArgv, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  let errorOutput = '';
  child.stderr?.on('data', (chunk) => {
    errorOutput = (errorOutput + chunk).slice(-MAX_ERROR_OUTPUT);
  });
  const exited = new Promise<string>((resolve) => {
    child.once('close', () => resolve(errorOutput));
    child.on('error', (error) => {
      errorOutput = error.message;
      if (child.pid === undefined) resolve(errorOutput);
    });
  });
  const kill = async () => {
    child.kill('SIGKILL');
    await exited;
  };
  return { child, exited, kill };
}

async function watch({ child, exited }: Worker, { order, tooLong, signal }: Attempt): Promise<Ending> {
  const { limits } = order;
  // A monotonic clock: the time of day jumps when a machine wakes up.
  const started = performance.now();
  let lastReport = started;
  let killed: Ending | undefined;
  const kill = (ending?: Ending) => {
    killed ??= ending;
    child.kill('SIGKILL');
  };
  const abort = () => kill();
  const timer = setInterval(async () => {
    if (performance.now() - lastReport > limits.silence) kill({ stuck: true });
    if (performance.now() - started > limits.total) kill({ failed: tooLong });
    if ((await memoryOf(child)) > limits.memory) kill({ died: 'it took too much memory' });
  }, WATCH_EVERY);
  const reported = new Promise<Ending>((resolve) => {
    child.on('message', ({ ending }: Report) => {
      lastReport = performance.now();
      if (ending) resolve(ending);
    });
  });
  signal.addEventListener('abort', abort);
  try {
    if (signal.aborted) abort();
    child.send(order);
    return await Promise.race([reported, exited.then((errorOutput): Ending => killed ?? { died: errorOutput })]);
  } finally {
    clearInterval(timer);
    signal.removeEventListener('abort', abort);
    child.removeAllListeners('message');
  }
}

/** Resident memory, on Linux. The heap is limited on every system. */
async function memoryOf({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
  return Number(kilobytes ?? 0) * 1024;
}
