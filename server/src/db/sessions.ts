import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import type { PostgresCursor, PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';

/** Runs work whose statements stop when the signal aborts: the one under way is cancelled, and no other is sent. */
export const whileWanted = <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => wanted.run(signal, work);

const wanted = new AsyncLocalStorage<AbortSignal>();

/** These end a transaction, so a session needs them also after an abort. */
const ENDS = /^(commit|rollback)\b/;

type Options = {
  /** How a statement is sent. */
  readonly write: (text: string, values: readonly unknown[]) => pg.QueryConfig;
  /** Whether a session belongs to one connection, so that its process can be named. A pooler hides it. */
  readonly isCancellable: boolean;
};

/** The pool as Kysely takes it. */
export const overSessions = (pool: pg.Pool, { write, isCancellable }: Options): PostgresPool => ({
  connect: async () => {
    const client = await pool.connect();
    const send = async (text: string, values: readonly unknown[]) => {
      const signal = wanted.getStore();
      if (!signal || ENDS.test(text)) return client.query(write(text, values));
      signal.throwIfAborted();
      let cancelling: Promise<unknown> | undefined;
      const cancel = () => {
        cancelling = isCancellable ? cancelStatement(pool, client) : undefined;
      };
      signal.addEventListener('abort', cancel, { once: true });
      try {
        return await client.query(write(text, values));
      } catch (error) {
        throw signal.aborted ? signal.reason : error;
      } finally {
        signal.removeEventListener('abort', cancel);
        // A late cancellation would hit the next statement of this connection.
        await cancelling;
      }
    };
    const query = (given: string | (PostgresCursor<unknown> & pg.Submittable), values: readonly unknown[] = []) =>
      typeof given === 'string' ? send(given, values) : closable(client.query(given), client);
    return { query: query as PostgresPoolClient['query'], release: () => client.release() };
  },
  end: () => pool.end(),
});

/** Fails silently: the statement then ends by its own time limit. */
const cancelStatement = (pool: pg.Pool, client: pg.PoolClient) =>
  pool.query('select pg_cancel_backend($1)', [(client as unknown as { processID: number }).processID]).catch(() => {});

/** A cursor of pg waits for its close to be confirmed, even when the connection is broken. This one does not. */
function closable<T extends PostgresCursor<unknown>>(cursor: T, client: pg.PoolClient): T {
  const closed = new AbortController();
  const gone = once(client, 'end', { signal: closed.signal }).catch(() => {});
  const close = cursor.close.bind(cursor);
  return Object.assign(cursor, {
    close: async () => {
      await Promise.race([close(), gone]);
      closed.abort();
    },
  });
}
