import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { host: string; port: number; user: string };
    /** Goes with the run, for what its files share. */
    sharedFolder: string;
  }
}

export const TEMPLATE = 'template_piezario';

/** One PostgreSQL for the whole run, with a migrated database that every test file copies. */
export default async function startPostgres(project: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'piezario-test-'));
  const { connection, stop } = await startEmbedded({ dataDir, log: () => {}, settings: { fsync: 'off' } });
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  await migrate({ ...connection, database: TEMPLATE });
  const { host, port, user } = connection;
  project.provide('postgres', { host, port, user });
  project.provide('sharedFolder', dataDir);
  return async () => {
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
