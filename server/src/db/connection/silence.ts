import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Config } from '../../config.ts';
import { withClient } from './connect.ts';
import { breakable } from './sockets.ts';

/** Failures without an answer. Any other failure of a check is an answer: the server refused. */
const SILENT = /does not answer|timeout expired|read timeout|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH/;

/** Failed checks in a row after which a server counts as lost. After fewer, it or this process may just be busy. */
export const SILENT_CHECKS = 3;

/** Returns a function that counts checks in a row without an answer and without a byte on any open connection. */
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
 * Breaks all connections when the database server was silent for too long, for example because its machine is down. Calls
 * then fail instead of waiting, and the next ones reach the server that replaced it. Returns a function that stops it.
 */
export function watchForSilence(connection: pg.ClientConfig, { maxSilence, received, hangUp, log }: Options) {
  const stopping = new AbortController();
  const limit = maxSilence / 4;
  const count = countSilence(received);
  let heardAt = performance.now();
  let isLogged = false;
  const check = async () => {
    const askedAt = performance.now();
    const failure = await ask(connection, limit);
    const now = performance.now();
    // This process was paused during the check, so the answer may have arrived and not been read yet.
    if (failure && now - askedAt > 2 * limit) return;
    const checks = count(failure);
    if (checks === 0) {
      heardAt = now;
      isLogged = false;
    } else if (checks >= SILENT_CHECKS && now - heardAt > maxSilence) {
      if (!isLogged) log('The database does not answer: its connections are given up');
      isLogged = true;
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

/** Returns why a login failed; null when it succeeded. Does not wait for the server to close the connection. */
const ask = (connection: pg.ClientConfig, limit: number): Promise<Error | null> =>
  withClient(
    { ...connection, connectionTimeoutMillis: limit, stream: breakable(2 * limit).stream },
    async () => null,
  ).catch((error: Error) => error);
