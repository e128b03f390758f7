import { setTimeout as delay } from 'node:timers/promises';
import type { MainServer } from './main-server.ts';

/* Measures the time and memory of long work, and the response times of a list meanwhile. */

const PAUSE_MS = 20;

/** Milliseconds that a page of a list takes. */
type Ask = (page: number) => Promise<number>;

export type Long = {
  readonly seconds: number;
  /** Peaks, in MiB. */
  readonly memory: { readonly server: number; readonly worker: number };
  /** Milliseconds of the pages that were requested meanwhile. */
  readonly during: readonly number[];
};

/** Returns a function that requests one of the first pages of a brand's parts. */
export async function listOf(server: MainServer, brand: string): Promise<Ask> {
  const brands = await server.call<{ id: number; name: string }[]>('catalog/part-brands/json/');
  const id = brands.find(({ name }) => name === brand)?.id ?? 0;
  return async (page) => {
    const start = performance.now();
    await server.call(`user-catalog/parts/${id}/all?page[number]=${1 + (page % 20)}`);
    return performance.now() - start;
  };
}

export async function askUntil(ask: Ask, isOver: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (!isOver()) {
    times.push(await ask(times.length));
    await delay(PAUSE_MS);
  }
  return times;
}

export function after(ms: number): () => boolean {
  const end = performance.now() + ms;
  return () => performance.now() > end;
}

export async function measureLong<T>(
  server: MainServer,
  ask: Ask,
  work: () => Promise<T>,
): Promise<Long & { readonly result: T }> {
  const start = performance.now();
  const memory = { server: 0, worker: 0 };
  let isOver = false;
  const watching = (async () => {
    for (; !isOver; await delay(100)) {
      const peaks = await server.peaks();
      memory.server = Math.max(memory.server, peaks.server);
      memory.worker = Math.max(memory.worker, peaks.worker);
    }
  })();
  const asking = askUntil(ask, () => isOver);
  const result = await work().finally(() => {
    isOver = true;
  });
  const seconds = (performance.now() - start) / 1000;
  await watching;
  return { result, seconds, memory, during: await asking };
}
