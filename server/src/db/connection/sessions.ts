import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { PostgresCursor, PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';

/** Runs work whose statements stop when the signal aborts: the one under way is canceled, and no other is sent. */
export const whileWanted = <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => wanted.run(signal, work);

/** Runs work whose result others may wait for: it goes on when the caller who began it hangs up. */
export const forEveryone = <T>(work: () => Promise<T>): Promise<T> => wanted.exit(work);

const wanted = new AsyncLocalStorage<AbortSignal>();

/** These end a transaction, so they are sent also after an abort. */
const ENDS = /^(commit|rollback)\b/;

/** The pool in the form that Kysely takes. `write` makes the query that is sent. */
export const overSessions = (
  pool: pg.Pool,
  write: (text: string, values: readonly unknown[]) => pg.QueryConfig,
): PostgresPool => ({
  connect: async () => {
    const client = await pool.connect();
    const query = (given: string | (PostgresCursor<unknown> & pg.Submittable), values: readonly unknown[] = []) =>
      typeof given === 'string' ? send(client, write(given, values)) : closable(client.query(given), client);
    return { query: query as PostgresPoolClient['query'], release: () => client.release() };
  },
  end: () => pool.end(),
});

async function send(client: pg.PoolClient, statement: pg.QueryConfig): Promise<pg.QueryResult> {
  const signal = wanted.getStore();
  if (!signal || ENDS.test(statement.text)) return client.query(statement);
  signal.throwIfAborted();
  let cancelling: Promise<void> | undefined;
  const cancel = () => {
    cancelling = requestCancel(client);
  };
  signal.addEventListener('abort', cancel);
  try {
    return await client.query(statement);
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener('abort', cancel);
    // A late cancellation would hit the next statement of this connection.
    await cancelling;
  }
}

/** The code of a cancel request in the protocol of PostgreSQL. */
const CANCEL_REQUEST = 80_877_102;
const CANCEL_TIMEOUT = 2_000;

/**
 * Asks the server to cancel the statement of a connection, over a separate connection: the pool may have none left.
 * If this fails, the statement ends by its time limit.
 */
async function requestCancel(client: pg.PoolClient): Promise<void> {
  const { host, port, processID, secretKey } = client as pg.PoolClient & { processID: number; secretKey: number };
  const request = Buffer.alloc(16);
  for (const [index, value] of [request.length, CANCEL_REQUEST, processID, secretKey].entries())
    request.writeInt32BE(value, index * 4);
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  socket.on('error', () => {});
  socket.setTimeout(CANCEL_TIMEOUT, () => socket.destroy());
  socket.resume().end(request);
  await once(socket, 'close').catch(() => {});
}

/** Lets the close of a cursor end when the connection breaks. Without this, pg waits for a confirmation forever. */
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
