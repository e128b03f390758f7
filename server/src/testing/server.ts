import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Role } from '@piezario/contract/access';
import { sql } from 'kysely';
import { afterAll, onTestFinished, TestRunner } from 'vitest';
import { createApp, jobKinds } from '../app.ts';
import { hashPassword } from '../auth/passwords.ts';
import { type Config, readConfig } from '../config.ts';
import { connect, openPool } from '../db/connection/connect.ts';
import { watchReplicas } from '../db/connection/replicas.ts';
import { openFiles } from '../files/open.ts';
import { createJobQueue } from '../jobs/queue.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { Client } from './client.ts';
import { type Connection, createDatabase } from './database.ts';

export const PASSWORD = 'una-clave-larga';
const passwordHash = hashPassword(PASSWORD);

/** Starts a server, by default on a new database. Stops it after the current test or test file. */
export async function startServer(settings: Partial<Config> = {}, given?: Connection) {
  const dataDir = await mkdtemp(join(tmpdir(), 'piezario-server-'));
  const connection = given ?? (await createDatabase());
  const { pool, db } = openPool(connection, () => {});
  const probe = connect({ ...connection, max: 1 }, () => {});
  const monitor = connect({ ...connection, max: 2 }, () => {});
  const config = { ...readConfig({ DEMO: '0', LOG_LEVEL: 'silent' }), dataDir, ...settings };
  const files = await openFiles(config);
  const jobs = await createJobQueue({
    db,
    connection,
    kinds: jobKinds(db, files),
    store: { dataDir, s3: config.s3 },
    limits: config.jobLimits,
    log: () => {},
  });
  const place = { port: 0, host: '127.0.0.1' };
  const metrics = config.metricsPort === null ? null : createMetrics({ pool, monitor }, place);
  const log: string[] = [];
  const replicas =
    config.databaseReplicaUrls.length > 0 ? watchReplicas(monitor, config, (line) => log.push(line)) : null;
  const app = await createApp(config, { db, probe, files, jobs, metrics, replicas });
  const url = await app.listen(place);
  const figures = await metrics?.listen();
  const stop = async () => {
    await Promise.all([app.close(), jobs.stop(), figures?.close()]);
    await replicas?.close();
    await db.destroy();
    await probe.destroy();
    await monitor.destroy();
    await rm(dataDir, { recursive: true, force: true });
  };
  if (TestRunner.getCurrentTest()) onTestFinished(stop);
  else afterAll(stop);
  const guest = new Client(url);

  return {
    db,
    files,
    /** No job runs until `start` is called. */
    jobs,
    dataDir,
    url,
    metricsUrl: figures?.url,
    /** Log lines about the replicas. */
    log,
    guest,
    connection,
    sql: <Row extends object>(text: string) => sql.raw<Row>(text).execute(db),

    async addUser(role: Role, email = `${role}-${crypto.randomUUID()}@example.com`) {
      const { id } = await db
        .insertInto('users')
        .values({ role, email, name: `Persona ${role}`, password_hash: await passwordHash })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { id, email };
    },

    /** A new person of the role, signed in. */
    async signIn(role: Role) {
      const { email } = await this.addUser(role);
      return guest.signIn(email, PASSWORD);
    },
  };
}
