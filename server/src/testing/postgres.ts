import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { withClient } from '../db/connection/connect.ts';
import { migrate } from '../db/migrate.ts';
import { startPooler } from './pooler.ts';
import { type Server, startVersion } from './versions.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: Server;
    /** The pooler in front of the server, if the tests use one. */
    pooler: Server | null;
    /** Folder that all test files share. Deleted at the end of the run. */
    sharedFolder: string;
  }
}

export const TEMPLATE = 'template_piezario';

/** One PostgreSQL for the whole run, with a migrated database that every test file copies. */
export default async function startPostgres(project: TestProject) {
  // Components run without a server.
  if (project.vitest.projects.every(({ name }) => name.startsWith('web'))) return;
  const dataDir = await mkdtemp(join(tmpdir(), 'piezario-test-'));
  const { server, stop } = await chooseServer(dataDir);
  // A server of TEST_DATABASE_URL may have databases of an interrupted run.
  await dropDatabases(server);
  await onServer(server, (client) => client.query(`create database ${TEMPLATE} template template0`));
  await migrate({ ...server, database: TEMPLATE });
  const pooler = process.env.TEST_POOLER ? await startPooler(dataDir, server) : null;
  project.provide('postgres', server);
  project.provide('pooler', pooler?.server ?? null);
  project.provide('sharedFolder', dataDir);
  return async () => {
    await pooler?.stop();
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

/** Returns the server of TEST_DATABASE_URL, or else starts one. */
async function chooseServer(dataDir: string): ReturnType<typeof startVersion> {
  const { TEST_DATABASE_URL } = process.env;
  if (!TEST_DATABASE_URL) return startVersion(dataDir);
  const { host, port, user, password } = new pg.Client(TEST_DATABASE_URL);
  const server = { host, port, user: user ?? '', ...(password && { password }) };
  return { server, stop: () => dropDatabases(server) };
}

const onServer = <T>(server: Server, work: (client: pg.Client) => Promise<T>) =>
  withClient({ ...server, database: 'postgres' }, work);

/** Drops what a run has created. */
const dropDatabases = (server: Server) =>
  onServer(server, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select datname as name from pg_database where datname = $1 or datname ~ '^test_[0-9a-f]{32}$'`,
      [TEMPLATE],
    );
    for (const { name } of rows) await client.query(`drop database ${name} with (force)`);
  });
