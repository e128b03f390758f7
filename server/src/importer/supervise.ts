import { fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Order, Report } from './worker.ts';

/** From the sources too it is the built one: a process of its own runs on JavaScript. */
export const WORKER = fileURLToPath(new URL('../../dist/importer/worker.js', import.meta.url));

const WATCH_EVERY = 500;
/** Of what it says when it dies. */
const MOST_LAST_WORDS = 4_000;

const TOO_LONG = 'tardó demasiado y se detuvo; lo que entró antes queda: dividilo en varios';

/**
 * How an attempt ended: the worker said all there is to say, it cannot be done for now or ever, or the worker got stuck
 * or died.
 */
export type Ending =
  | { readonly done: true }
  | { readonly unavailable: string }
  | { readonly failed: string }
  | { readonly stuck: true }
  | { readonly died: string };

/** Runs a worker until it ends, is aborted, takes too much memory or too long, or gets stuck. */
export async function runWorker(order: Order, signal: AbortSignal): Promise<Ending> {
  const { limits } = order;
  const child = fork(WORKER, {
    execArgv: [`--max-old-space-size=${limits.heapMiB}`],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    signal,
    killSignal: 'SIGKILL',
  });
  // Not the time of day, which jumps when a machine wakes up.
  const begun = performance.now();
  let lastNews = begun;
  let unavailable: string | undefined;
  let lastWords = '';
  let killed: Ending | undefined;
  const kill = (ending: Ending) => {
    killed ??= ending;
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
    lastNews = performance.now();
    unavailable = report.unavailable;
  });
  child.stderr?.on('data', (chunk) => {
    lastWords = (lastWords + chunk).slice(-MOST_LAST_WORDS);
  });
  const watch = setInterval(async () => {
    if (performance.now() - lastNews > limits.silence) kill({ stuck: true });
    if (performance.now() - begun > limits.total) kill({ failed: TOO_LONG });
    if ((await memoryOf(child.pid)) > limits.memory) kill({ died: 'it took too much memory' });
  }, WATCH_EVERY);
  try {
    child.send(order);
    const code = await ended;
    if (code !== 0) return killed ?? { died: lastWords };
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
