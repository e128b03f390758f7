import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Schema } from './schema.ts';

/** The database, or the transaction that a call runs in. */
export type Db = Kysely<Schema>;

/** A call that takes longer than this is given up, so that one slow query cannot hold a connection for ever. */
const STATEMENT_TIMEOUT = 30_000;

export function connect(connection: pg.PoolConfig, onError: (error: Error) => void): Db {
  const pool = new pg.Pool({
    max: 20,
    connectionTimeoutMillis: 5_000,
    statement_timeout: STATEMENT_TIMEOUT,
    idle_in_transaction_session_timeout: 60_000,
    application_name: 'piezario',
    ...connection,
  });
  // An idle connection that breaks (the server restarted) is not the fault of any call; the pool replaces it.
  pool.on('error', onError);
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}
