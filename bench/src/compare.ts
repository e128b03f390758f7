import type { Compared } from './calls.ts';
import { refuseUnlikeAnswers } from './check.ts';
import { type Call, type Caller, withCaller } from './client.ts';
import { cpuOf, cpuOfPostgres } from './cpu.ts';
import { median, quantile, repeat, timeEach, timeTogether } from './measure.ts';
import type { Who } from './world.ts';

export const TOGETHER = 16;
/** Minimum of calls in sequence per round. */
const LEAST = 5;
/** A slow call gets no further rounds after this time, but at least two in all. */
const LONGEST_MS = 20_000;

export type Effort = {
  readonly rounds: number;
  /** Milliseconds of calls in sequence, and of concurrent calls, per round. */
  readonly ms: number;
  /** How often the brand is changed, to measure the first call after it. */
  readonly changes: number;
};

/** A server process, and how each user calls it. */
export type Side = {
  readonly url: string;
  readonly pid: number;
  readonly headers: Record<Who, Record<string, string>>;
};

type Figures = {
  /** Milliseconds of a call when there is one client. */
  readonly p50: number;
  readonly p99: number;
  /** Calls a second when there are many. */
  readonly rate: number;
  /** Milliseconds of CPU of a call. */
  readonly node: number;
  readonly postgres: number;
};

export type Measured = {
  readonly name: string;
  readonly app: Figures;
  readonly limit: Figures;
  /** Median of the application's first call after a change to the brand; null for calls without a cache. */
  readonly changed: number | null;
};

type Options = {
  readonly sides: { readonly app: Side; readonly limit: Side };
  /** The process id of PostgreSQL's server. */
  readonly postmaster: number;
  readonly effort: Effort;
  /** A call to the application that changes the brand. */
  readonly change: Call;
};

/** Measures both sides in alternating rounds, after checking that they answer the same. */
export async function compare(compared: Compared, { sides, postmaster, effort, change }: Options): Promise<Measured> {
  const { name, who, pairs, isRemembered } = compared;
  const on = <T>({ url, headers }: Side, use: (call: Caller) => Promise<T>) =>
    withCaller(url, headers[who], TOGETHER, use);
  return on(sides.app, (callApp) =>
    on(sides.limit, async (callLimit) => {
      await refuseUnlikeAnswers(compared, callApp, callLimit);
      const app = new Sample(callApp, { calls: pairs.map((pair) => pair.app), pid: sides.app.pid, postmaster });
      const limit = new Sample(callLimit, { calls: pairs.map((pair) => pair.limit), pid: sides.limit.pid, postmaster });
      const end = performance.now() + LONGEST_MS;
      for (let round = 0; round < effort.rounds && (round < 2 || performance.now() < end); round++) {
        // Each side goes first in every second round.
        for (const side of round % 2 ? [limit, app] : [app, limit]) await side.addRound(effort.ms);
      }
      const changed = isRemembered ? await timeChanged(callApp, pairs, change, effort.changes) : null;
      return { name, app: app.figures(), limit: limit.figures(), changed };
    }),
  );
}

/** Measurements of one side. */
class Sample {
  readonly #call: Caller;
  readonly #calls: readonly Call[];
  readonly #readCpu: () => Promise<readonly [number, number]>;
  readonly #times: number[] = [];
  #count = 0;
  #together = { count: 0, ms: 0 };
  #node = 0;
  #postgres = 0;

  constructor(
    call: Caller,
    of: { readonly calls: readonly Call[]; readonly pid: number; readonly postmaster: number },
  ) {
    this.#call = call;
    this.#calls = of.calls;
    this.#readCpu = () => Promise.all([cpuOf(of.pid), cpuOfPostgres(of.postmaster)]);
  }

  async addRound(ms: number) {
    // Warms up: connections to the database may have been closed while the other side was measured.
    await timeTogether(this.#call, repeat(this.#calls, { ms: 0, least: TOGETHER }), TOGETHER);
    const before = await this.#readCpu();
    const times = await timeEach(this.#call, repeat(this.#calls, { ms, least: LEAST }));
    const together = await timeTogether(this.#call, repeat(this.#calls, { ms, least: TOGETHER }), TOGETHER);
    const after = await this.#readCpu();
    this.#times.push(...times);
    this.#together = { count: this.#together.count + together.count, ms: this.#together.ms + together.ms };
    this.#count += times.length + together.count;
    this.#node += after[0] - before[0];
    this.#postgres += after[1] - before[1];
  }

  figures(): Figures {
    return {
      p50: median(this.#times),
      p99: quantile(this.#times, 0.99),
      rate: (1000 * this.#together.count) / this.#together.ms,
      node: this.#node / this.#count,
      postgres: this.#postgres / this.#count,
    };
  }
}

async function timeChanged(call: Caller, pairs: Compared['pairs'], change: Call, times: number): Promise<number> {
  const first: number[] = [];
  for (let index = 0; index < times; index++) {
    await call(change);
    first.push(
      ...(await timeEach(
        call,
        pairs.slice(0, 1).map(({ app }) => app),
      )),
    );
  }
  return median(first);
}
