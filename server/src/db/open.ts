import type pg from 'pg';
import { connect, type Db, openPool, overPool } from './connect.ts';
import { startEmbedded } from './embedded.ts';
import { migrate } from './migrate.ts';

type Options = {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly log: (line: string) => void;
};

export type Database = {
  readonly db: Db;
  readonly pool: pg.Pool;
  /** A connection for health checks, which no call uses. */
  readonly probe: Db;
  /** Connections that watch: figures and replicas. */
  readonly monitor: Db;
  /** The connection settings, for child processes. */
  readonly connection: pg.PoolConfig;
  close(): Promise<void>;
};

type Located = { readonly connection: pg.PoolConfig; close(): Promise<void> };

/** How to connect to the server of the settings, or else to the embedded one. */
export async function locateDatabase(
  { dataDir, databaseUrl, log }: Options,
  openEmbedded: typeof startEmbedded = startEmbedded,
): Promise<Located> {
  if (databaseUrl) return { connection: { connectionString: databaseUrl }, close: async () => {} };
  const { connection, stop } = await openEmbedded({ dataDir, log });
  return { connection: { ...connection, ssl: false }, close: stop };
}

/** Connects to the database and applies the migrations. */
export async function openDatabase(options: Options): Promise<Database> {
  const { connection, close } = await locateDatabase(options);
  try {
    await migrate(connection);
  } catch (error) {
    await close();
    throw error;
  }
  const pool = openPool(connection, (error) => options.log(error.message));
  const db = overPool(pool);
  const probe = connect({ ...connection, max: 1 }, () => {});
  const monitor = connect({ ...connection, max: 2, statement_timeout: 5_000 }, () => {});
  return {
    db,
    pool,
    probe,
    monitor,
    connection,
    close: async () => {
      await db.destroy();
      await probe.destroy();
      await monitor.destroy();
      await close();
    },
  };
}
