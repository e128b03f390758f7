import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import Cursor from 'pg-cursor';
import { preparing } from './prepare.ts';
import type { Schema } from './schema.ts';

/** The database, or the transaction that a call runs in. */
export type Db = Kysely<Schema>;

/** A query that takes longer is cancelled, so that it cannot hold a connection for ever. */
const STATEMENT_TIMEOUT = 15_000;

export function openPool(connection: pg.PoolConfig, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    max: 20,
    connectionTimeoutMillis: 5_000,
    statement_timeout: STATEMENT_TIMEOUT,
    idle_in_transaction_session_timeout: 60_000,
    application_name: 'piezario',
    ...connection,
  });
  // A connection may break while no query waits for it: idle in the pool, or between two queries of a call. The
  // pool replaces it, and the call fails at its next query.
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}

/** The database through a pool, which goes with it. */
export const overPool = (pool: pg.Pool): Db =>
  new Kysely<Schema>({ dialect: new PostgresDialect({ pool: preparing(pool), cursor: Cursor }) });

export const connect = (...options: Parameters<typeof openPool>): Db => overPool(openPool(...options));

/** A connection outside the pool, for long work that needs a session of its own. */
export async function openClient(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(connection);
  // A connection may break while no query waits for it. The next query fails then.
  client.on('error', () => {});
  await client.connect();
  return client;
}

export async function withClient<T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await openClient(connection);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
