import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { withClient } from '../db/connect.ts';
import { startEmbedded } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { startDebian } from './debian-postgres.ts';

type Server = { host: string; port: number; user: string; password?: string };

declare module 'vitest' {
  interface ProvidedContext {
    postgres: Server;
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
  project.provide('postgres', server);
  project.provide('sharedFolder', dataDir);
  return async () => {
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

type Started = { readonly server: Server; stop(): Promise<void> };

/** The server that TEST_DATABASE_URL names, Debian's of the version in TEST_POSTGRES, or else the embedded one. */
async function chooseServer(dataDir: string): Promise<Started> {
  const { TEST_DATABASE_URL, TEST_POSTGRES } = process.env;
  if (TEST_DATABASE_URL) {
    const { host, port, user, password } = new pg.Client(TEST_DATABASE_URL);
    return { server: { host, port, user: user ?? '', ...(password && { password }) }, stop: async () => {} };
  }
  if (TEST_POSTGRES) return startDebian(dataDir, TEST_POSTGRES);
  const { connection, stop } = await startEmbedded({ dataDir, log: () => {}, settings: { fsync: 'off' } });
  const { host, port, user } = connection;
  return { server: { host, port, user }, stop };
}
