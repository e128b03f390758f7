import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Config } from '../config.ts';
import { withClient } from './connect.ts';

const ASK_EVERY = 5_000;
const ANSWER_WITHIN = 5_000;

/** Every other failure to connect is an answer: somebody refused. */
const SILENT = /timeout expired|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH/;

type Options = Pick<Config, 'maxSilence'> & { readonly hangUp: () => void; readonly log: (line: string) => void };

/**
 * Hangs up when the server of the database was silent for too long, as one is whose machine has vanished: calls fail then
 * instead of waiting, and the next ones find the server that has taken its place. Returns how to stop watching.
 */
export function watchForSilence(connection: pg.ClientConfig, { maxSilence, hangUp, log }: Options) {
  const stopping = new AbortController();
  let heardAt = performance.now();
  let isTold = false;
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      if (!(await isSilent(connection))) {
        heardAt = performance.now();
        isTold = false;
      } else if (performance.now() - heardAt > maxSilence) {
        if (!isTold) log('The database does not answer: its connections are given up');
        isTold = true;
        hangUp();
      }
      await delay(ASK_EVERY, undefined, { signal: stopping.signal }).catch(() => {});
    }
  })();
  return () => {
    stopping.abort();
    return watching;
  };
}

const isSilent = (connection: pg.ClientConfig) =>
  withClient({ ...connection, connectionTimeoutMillis: ANSWER_WITHIN }, async () => false).catch((error) =>
    SILENT.test(`${error.code} ${error.message}`),
  );
