import { once } from 'node:events';
import type { PostgresCursor, PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';

/** The pool as Kysely takes it. `write` says how a statement is sent. */
export const overSessions = (
  pool: pg.Pool,
  write: (text: string, values: readonly unknown[]) => pg.QueryConfig,
): PostgresPool => ({
  connect: async () => {
    const client = await pool.connect();
    const query = (given: string | (PostgresCursor<unknown> & pg.Submittable), values: readonly unknown[] = []) =>
      typeof given === 'string' ? client.query(write(given, values)) : closable(client.query(given), client);
    return { query: query as PostgresPoolClient['query'], release: () => client.release() };
  },
  end: () => pool.end(),
});

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
