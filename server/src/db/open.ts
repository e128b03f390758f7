import { sql } from 'kysely';
import type pg from 'pg';
import type { Config } from '../config.ts';
import { type Address, connect, type Db, openPool } from './connection/connect.ts';
import { watchForSilence } from './connection/silence.ts';
import { breakable } from './connection/sockets.ts';
import { startEmbedded } from './embedded/embedded.ts';
import { migrate } from './migrate.ts';

type Settings = Pick<Config, 'dataDir' | 'databaseUrl' | 'databasePooler'>;

type Options = Settings & {
  readonly log: (line: string) => void;
};

export type Database = {
  readonly db: Db;
  readonly pool: pg.Pool;
  /** A connection for health checks, which no call uses. */
  readonly probe: Db;
  /** Connections for the metrics and for the checks of replicas. */
  readonly monitor: Db;
  /** The connection settings, for child processes. */
  readonly connection: Address;
  close(): Promise<void>;
};

type Located = { readonly connection: Address; close(): Promise<void> };

/** How to connect to the server of the settings, or else to the embedded one. */
export async function locateDatabase(
  { dataDir, databaseUrl, databasePooler, log }: Options,
  openEmbedded: typeof startEmbedded = startEmbedded,
): Promise<Located> {
  if (databaseUrl) {
    return { connection: { connectionString: databaseUrl, pooler: databasePooler }, close: async () => {} };
  }
  const { connection, stop } = await openEmbedded({ dataDir, log });
  return { connection: { ...connection, ssl: false }, close: stop };
}

/** Connects to the database and applies the migrations. */
export async function openDatabase(options: Options & Pick<Config, 'databasePool' | 'maxSilence'>): Promise<Database> {
  const { connection, close } = await locateDatabase(options);
  try {
    await migrate(connection);
  } catch (error) {
    await close();
    throw error;
  }
  const { stream, ...sockets } = breakable();
  const watched = { ...connection, stream };
  const { pool, db } = openPool({ ...watched, max: options.databasePool }, ({ message }) => options.log(message));
  const probe = connect({ ...watched, max: 1 }, () => {});
  const monitor = connect({ ...watched, max: 2, statement_timeout: 5_000 }, () => {});
  // The embedded server is supervised already.
  const stopWatching = options.databaseUrl ? watchForSilence(connection, { ...options, ...sockets }) : async () => {};
  if (connection.pooler) await warnOfNoLimit(probe, options.log);
  return {
    db,
    pool,
    probe,
    monitor,
    connection,
    close: async () => {
      await stopWatching();
      await db.destroy();
      await probe.destroy();
      await monitor.destroy();
      await close();
    },
  };
}

/** Through a pooler the server cannot limit statements that are in no transaction. */
async function warnOfNoLimit(db: Db, log: (line: string) => void): Promise<void> {
  const { rows } = await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(db);
  if (rows[0]?.limit !== '0') return;
  log('The database does not limit how long a statement takes: docs/database.md tells how to set statement_timeout.');
}
