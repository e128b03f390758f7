import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

export type Call = { readonly method: 'GET' | 'POST'; readonly path: string; readonly body?: () => object };

type Caller = (call: Call) => Promise<Buffer>;

/** Calls over keep-alive connections during `use`. */
export async function withCaller<T>(
  url: string,
  headers: Record<string, string>,
  connections: number,
  use: (call: Caller) => Promise<T>,
): Promise<T> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const call: Caller = async ({ method, path, body }) => {
    const json = body && JSON.stringify(body());
    const sent = request(url + path, {
      agent,
      method,
      headers: json
        ? { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) }
        : headers,
    });
    sent.end(json);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const answer = await buffer(response);
    if (response.statusCode !== 200) throw new Error(`${path} answered ${response.statusCode}: ${answer}`);
    return answer;
  };
  return use(call).finally(() => agent.destroy());
}

/** The value that this share of the values does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]) => quantile(values, 0.5);

/** Milliseconds of each call, in sequence. */
export async function timeEach(call: Caller, calls: readonly Call[]): Promise<number[]> {
  const times: number[] = [];
  for (const each of calls) {
    const start = performance.now();
    await call(each);
    times.push(performance.now() - start);
  }
  return times;
}

/** Milliseconds for each call when `connections` calls run at the same time. */
export async function timeTogether(call: Caller, calls: readonly Call[], connections: number): Promise<number> {
  const waiting = [...calls];
  const start = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) await call(next);
    }),
  );
  return (performance.now() - start) / calls.length;
}
