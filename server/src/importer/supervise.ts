import { fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Order, Report } from './worker.ts';

/** From the sources too it is the built one: a process of its own runs on JavaScript. */
export const WORKER = fileURLToPath(new URL('../../dist/importer/worker.js', import.meta.url));

const MiB = 1024 * 1024;
const MOST_MEMORY = 600 * MiB;
const MOST_HEAP_MIB = 450;
/** Nothing that a worker does takes this long without getting on. */
const MOST_SILENCE = 2 * 60_000;
const WATCH_EVERY = 500;
/** Of what it says when it dies. */
const MOST_LAST_WORDS = 4_000;

/** How an attempt ended: the worker said all there is to say, it cannot be done for now or ever, or the worker died. */
export type Ending =
  | { readonly done: true }
  | { readonly unavailable: string }
  | { readonly failed: string }
  | { readonly died: string };

/** Runs a worker until it ends, is aborted, takes too much memory or gets stuck. */
export async function runWorker(order: Order, signal: AbortSignal): Promise<Ending> {
  const child = fork(WORKER, {
    execArgv: [`--max-old-space-size=${MOST_HEAP_MIB}`],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    signal,
    killSignal: 'SIGKILL',
  });
  let lastNews = Date.now();
  let unavailable: string | undefined;
  let lastWords = '';
  const kill = (why: string) => {
    lastWords = why;
    child.kill('SIGKILL');
  };
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', resolve);
    child.on('error', (error) => {
      lastWords = error.message;
      if (child.pid === undefined) resolve(null);
    });
  });
  child.on('message', (report: Report) => {
    lastNews = Date.now();
    unavailable = report.unavailable;
  });
  child.stderr?.on('data', (chunk) => {
    lastWords = (lastWords + chunk).slice(-MOST_LAST_WORDS);
  });
  const watch = setInterval(async () => {
    if (Date.now() - lastNews > MOST_SILENCE) kill('it got stuck');
    if ((await memoryOf(child.pid)) > MOST_MEMORY) kill('it took too much memory');
  }, WATCH_EVERY);
  try {
    child.send(order);
    const code = await ended;
    if (code !== 0) return { died: lastWords };
    return unavailable ? { unavailable } : { done: true };
  } finally {
    clearInterval(watch);
  }
}

/** Of the whole process, where the system tells; its heap is limited everywhere. */
async function memoryOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
  return Number(kilobytes ?? 0) * 1024;
}
