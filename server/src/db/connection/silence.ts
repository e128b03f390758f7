import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Config } from '../../config.ts';
import { withClient } from './connect.ts';
import { breakable } from './sockets.ts';

/** Every other failure of a check is an answer: somebody refused. */
const SILENT = /does not answer|timeout expired|read timeout|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH/;

/** A server that was silent at as many checks in a row hangs or has vanished. At fewer it may be busy, or we were. */
export const SILENT_CHECKS = 3;

/** Counts the checks in a row at which nothing was heard: no answer, and no byte on the connections that are there. */
export function countSilence(received: () => number) {
  let [checks, before] = [0, received()];
  return (failure: (Error & { code?: string }) | null): number => {
    const bytes = received();
    const isSilent = failure !== null && SILENT.test(`${failure.code} ${failure.message}`) && bytes === before;
    before = bytes;
    checks = isSilent ? checks + 1 : 0;
    return checks;
  };
}

type Options = Pick<Config, 'maxSilence'> &
  Pick<ReturnType<typeof breakable>, 'received' | 'hangUp'> & { readonly log: (line: string) => void };

/**
 * Hangs up when the server of the database was silent for too long, as one is whose machine has vanished: calls fail then
 * instead of waiting, and the next ones find the server that has taken its place. Returns how to stop watching.
 */
export function watchForSilence(connection: pg.ClientConfig, { maxSilence, received, hangUp, log }: Options) {
  const stopping = new AbortController();
  const limit = maxSilence / 4;
  const count = countSilence(received);
  let heardAt = performance.now();
  let isTold = false;
  const check = async () => {
    const askedAt = performance.now();
    const failure = await ask(connection, limit);
    const now = performance.now();
    // This process was halted meanwhile, and an answer may be there that was not read yet.
    if (failure && now - askedAt > 2 * limit) return;
    const checks = count(failure);
    if (checks === 0) {
      heardAt = now;
      isTold = false;
    } else if (checks >= SILENT_CHECKS && now - heardAt > maxSilence) {
      if (!isTold) log('The database does not answer: its connections are given up');
      isTold = true;
      hangUp();
    }
  };
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      await check();
      await delay(limit, undefined, { signal: stopping.signal }).catch(() => {});
    }
  })();
  return () => {
    stopping.abort();
    return watching;
  };
}

/** Returns why nobody could log in; null when somebody could. A server that does not take leave is not waited for. */
const ask = (connection: pg.ClientConfig, limit: number): Promise<Error | null> =>
  withClient(
    { ...connection, connectionTimeoutMillis: limit, stream: breakable(2 * limit).stream },
    async () => null,
  ).catch((error: Error) => error);
