import type { Endpoint, Result, Sent } from '@piezario/contract/endpoint';
import { Client } from '@piezario/server/testing/client';

/** How a call ended. An unanswered one, cut off by a kill, may or may not have been done. */
export type Answer<T> = { readonly ending: 'done'; readonly result: T } | { readonly ending: 'refused' | 'unanswered' };

/** Status codes: not found, conflict, invalid, too many requests. */
const REFUSALS = [404, 409, 422, 429];

type Options = {
  /** Calls of all people together. */
  readonly calls: number;
  /** Outages, spread evenly over the calls. Each resolves once calls are answered again. */
  readonly outages: readonly (() => Promise<void>)[];
  /** The address of the server, which changes when it is restarted. */
  readonly url: () => Promise<string>;
};

/** Counts the calls of all people and causes outages between them. Any failure outside of an outage is an error. */
export class Load {
  readonly #options: Options;
  #calls = 0;
  #begun = 0;
  #outage: Promise<void> | null = null;
  #isStopped = false;
  #broken: Error | null = null;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Outages that have begun. */
  get outages(): number {
    return this.#begun;
  }

  get isOver(): boolean {
    return this.#isStopped || this.#calls >= this.#options.calls;
  }

  /** Runs until all calls are made. The first error stops all loops. */
  async run(loops: readonly (() => Promise<void>)[]): Promise<void> {
    const running = loops.map(async (step) => {
      try {
        while (!this.isOver) await step();
      } catch (error) {
        this.#isStopped = true;
        throw error;
      }
    });
    const endings = await Promise.allSettled(running);
    await this.#outage;
    for (const ending of endings) if (ending.status === 'rejected') throw ending.reason;
    if (this.#broken) throw this.#broken;
  }

  /** A call of the load. */
  send<E extends Endpoint>(token: string, endpoint: E, sent: Sent<E>): Promise<Answer<Result<E>>> {
    this.#count();
    return this.poll(token, endpoint, sent);
  }

  /** A call that waits for a job. It is not counted, because a slow machine makes more of them. */
  async poll<E extends Endpoint>(token: string, endpoint: E, sent: Sent<E>): Promise<Answer<Result<E>>> {
    const [begun, wasOut] = [this.#begun, this.#outage !== null];
    const client = new Client(await this.#options.url(), token);
    const answer = await client.send(endpoint, sent).catch((error: unknown) => ({ error }));
    const code = 'code' in answer ? answer.code : 0;
    if ('code' in answer && code === 200) return { ending: 'done', result: answer.result };
    if (REFUSALS.includes(code)) return { ending: 'refused' };
    const isCutOff = (wasOut || begun !== this.#begun) && (code === 0 || code >= 500);
    if (!isCutOff) throw new Error(`${endpoint.path} ${code}: ${JSON.stringify(answer)}`, { cause: answer });
    await this.#outage;
    return { ending: 'unanswered' };
  }

  #count() {
    this.#calls++;
    const { calls, outages } = this.#options;
    const next = outages[this.#begun];
    if (!next || this.#outage || this.#calls < ((this.#begun + 1) * calls) / (outages.length + 1)) return;
    this.#begun++;
    this.#outage = next().finally(() => {
      this.#outage = null;
    });
    this.#outage.catch((error: unknown) => {
      this.#broken = new Error('The server did not come back', { cause: error });
      this.#isStopped = true;
    });
  }
}
