import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { withClient } from '../db/connection/connect.ts';
import { migrate } from '../db/migrate.ts';
import type { Connection } from './database.ts';
import { signal, startVersion } from './versions.ts';

const TEMPLATE = 'template_replicated';

/** Starts a primary and its replica. Stops both after the test file. */
export async function startReplicated() {
  const folder = await mkdtemp(join(tmpdir(), 'piezario-replica-'));
  const [primaryFolder, replicaFolder] = [join(folder, 'primary'), join(folder, 'replica')];
  const cluster = join(replicaFolder, 'postgres');
  const running = new Set<Awaited<ReturnType<typeof startVersion>>>();
  const start = async (...options: Parameters<typeof startVersion>) => {
    const started = await startVersion(...options);
    running.add(started);
    return started;
  };
  afterAll(async () => {
    await Promise.all([...running].map(({ stop }) => stop()));
    await rm(folder, { recursive: true, force: true });
  });
  // A copy of a stopped cluster is a base backup.
  await (await startVersion(primaryFolder)).stop();
  await cp(join(primaryFolder, 'postgres'), cluster, { recursive: true });
  await writeFile(join(cluster, 'standby.signal'), '');
  const { server } = await start(primaryFolder);
  const { host, port, user } = server;
  const follow = () => start(replicaFolder, { primary_conninfo: `host=${host} port=${port} user=${user}` });
  const onPrimary = (text: string) =>
    withClient({ ...server, database: 'postgres' }, async (client) => {
      await client.query(text);
    });
  await onPrimary(`create database ${TEMPLATE}`);
  await migrate({ ...server, database: TEMPLATE });
  let replica = await follow();
  let databases = 0;
  return {
    /** Creates a database for a test. Returns its connections to the primary and to the replica. */
    async createDatabase(): Promise<{ connection: Connection; replica: Connection }> {
      const database = `test_${++databases}`;
      await onPrimary(`create database ${database} template ${TEMPLATE}`);
      return { connection: { ...server, database }, replica: { ...replica.server, database } };
    },
    stopReplica: async () => {
      running.delete(replica);
      await replica.stop();
    },
    startReplica: async () => {
      replica = await follow();
    },
    /** Suspends the processes of the replica, so that it does not answer. */
    suspendReplica: () => signal(replica.server, 'SIGSTOP'),
    resumeReplica: () => signal(replica.server, 'SIGCONT'),
  };
}
