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
  /** A connection that calls never use, to ask whether the database is there. */
  readonly probe: Db;
  /** How to reach it, for processes of our own. */
  readonly connection: pg.PoolConfig;
  close(): Promise<void>;
};

/** The server named by the settings or else our own, with the schema of this code. */
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
