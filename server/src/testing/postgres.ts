import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { withClient } from '../db/connect.ts';
import { migrate } from '../db/migrate.ts';
import { startPooler } from './pooler.ts';
import { type Server, startVersion } from './versions.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: Server;
    /** Where the pooler in front of it is, when the tests go through one. */
    pooler: Server | null;
    /** Goes with the run, for what its files share. */
    sharedFolder: string;
  }
}

export const TEMPLATE = 'template_piezario';

/** One PostgreSQL for the whole run, with a migrated database that every test file copies. */
export default async function startPostgres(project: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'piezario-test-'));
  const { server, stop } = await chooseServer(dataDir);
  const onServer = (text: string) =>
    withClient({ ...server, database: 'postgres' }, async (client) => {
      await client.query(text);
    });
  // A server that was given may have those of a run that was cut off.
  await onServer(`drop database if exists ${TEMPLATE} with (force)`);
  await onServer(`create database ${TEMPLATE} template template0`);
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

/** The server that TEST_DATABASE_URL names, or else one of our own. */
async function chooseServer(dataDir: string): ReturnType<typeof startVersion> {
  const { TEST_DATABASE_URL } = process.env;
  if (!TEST_DATABASE_URL) return startVersion(dataDir);
  const { host, port, user, password } = new pg.Client(TEST_DATABASE_URL);
  return { server: { host, port, user: user ?? '', ...(password && { password }) }, stop: async () => {} };
}
