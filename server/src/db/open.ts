import type pg from 'pg';
import { connect, type Db } from './connect.ts';
import { startEmbedded } from './embedded.ts';
import { migrate } from './migrate.ts';

type Options = {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly log: (line: string) => void;
};

export type Database = {
  readonly db: Db;
  /** A connection for health checks, which no call uses. */
  readonly probe: Db;
  /** The connection settings, for child processes. */
  readonly connection: pg.PoolConfig;
  close(): Promise<void>;
};

/** Connects to the server of the settings, or else to the embedded one, and applies the migrations. */
export async function openDatabase({ dataDir, databaseUrl, log }: Options): Promise<Database> {
  const embedded = databaseUrl ? null : await startEmbedded({ dataDir, log });
  const connection: pg.PoolConfig = embedded
    ? { ...embedded.connection, ssl: false }
    : { connectionString: databaseUrl };
  try {
    await migrate(connection);
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
  const db = connect(connection, (error) => log(error.message));
  const probe = connect({ ...connection, max: 1 }, () => {});
  return {
    db,
    probe,
    connection,
    close: async () => {
      await db.destroy();
      await probe.destroy();
      await embedded?.stop();
    },
  };
}
