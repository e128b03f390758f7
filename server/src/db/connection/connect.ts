import { Kysely } from 'kysely';
import pg from 'pg';
import type { Schema } from '../schema.ts';
import { pooled } from './pooled.ts';
import { preparing } from './prepare.ts';

/** The database, or the transaction that a call runs in. */
export type Db = Kysely<Schema>;

/** Connection settings of a database. */
export type Address = pg.PoolConfig & {
  /** Set behind a pooler in transaction mode, which may give every transaction another session. */
  readonly pooler?: 'transaction' | undefined;
};

type Opened = { readonly db: Db; readonly pool: pg.Pool };

/** A query that takes longer is canceled, so that it cannot hold a connection forever. */
const STATEMENT_TIMEOUT = 15_000;

export function openPool({ pooler, ...connection }: Address, onError: (error: Error) => void): Opened {
  const { statement_timeout = STATEMENT_TIMEOUT, ...settings } = connection;
  const limits = { statement_timeout, idle_in_transaction_session_timeout: 60_000 };
  const pool = new pg.Pool({
    max: 20,
    connectionTimeoutMillis: 5_000,
    application_name: 'piezario',
    ...settings,
    // A pooler refuses a connection that asks for limits.
    ...(!pooler && limits),
  });
  // A connection may break while no query waits for it: idle in the pool, or between two queries of a call. The
  // pool replaces it, and the call fails at its next query.
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  return { pool, db: new Kysely<Schema>({ dialect: pooler ? pooled(pool, limits) : preparing(pool) }) };
}

export const connect = (...options: Parameters<typeof openPool>): Db => openPool(...options).db;

/** A connection outside the pool, for long work. A pooler may change its session between two transactions. */
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
