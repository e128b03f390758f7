import { once } from 'node:events';
import type { PostgresCursor } from 'kysely';
import type pg from 'pg';

/** A cursor of pg waits for its close to be confirmed, even when the connection is broken. This one does not. */
export function closable<T extends PostgresCursor<unknown>>(cursor: T, client: pg.PoolClient): T {
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
