import type { Call, Caller } from './client.ts';

/** The value that this share of the values does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]) => quantile(values, 0.5);
export const p99 = (values: readonly number[]) => quantile(values, 0.99);

/** Yields the calls in turn until `ms` are over, and at least `least` of them. */
export function* repeat(calls: readonly Call[], { ms, least }: { ms: number; least: number }): Generator<Call> {
  const end = performance.now() + ms;
  for (let index = 0; index < least || performance.now() < end; index++) {
    const call = calls[index % calls.length];
    if (call) yield call;
  }
}

/** Milliseconds of each call, in sequence. */
export async function timeEach(call: Caller, calls: Iterable<Call>): Promise<number[]> {
  const times: number[] = [];
  for (const each of calls) {
    const start = performance.now();
    await call(each);
    times.push(performance.now() - start);
  }
  return times;
}

/** Returns the number of calls, and the milliseconds for all, with `connections` of them at the same time. */
export async function timeTogether(
  call: Caller,
  calls: Iterable<Call>,
  connections: number,
): Promise<{ count: number; ms: number }> {
  const waiting = calls[Symbol.iterator]();
  let count = 0;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (let next = waiting.next(); !next.done; next = waiting.next()) {
        await call(next.value);
        count++;
      }
    }),
  );
  return { count, ms: performance.now() - start };
}
