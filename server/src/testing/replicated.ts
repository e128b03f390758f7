import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Embedded, startEmbedded } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';

/** A primary and a replica that follows it, both gone after the test. */
export async function startReplicated() {
  const folder = await mkdtemp(join(tmpdir(), 'piezario-replica-'));
  const start = (name: string, settings: Record<string, string> = {}) =>
    startEmbedded({ dataDir: join(folder, name), log: () => {}, settings: { fsync: 'off', ...settings } });
  const running = new Set<Embedded>();
  const keep = (server: Embedded) => {
    running.add(server);
    return server;
  };
  onTestFinished(async () => {
    await Promise.all([...running].map((server) => server.stop()));
    await rm(folder, { recursive: true, force: true });
  });
  // A cluster that is at rest is a base backup of itself.
  await (await start('primary')).stop();
  await cp(join(folder, 'primary', 'postgres'), join(folder, 'replica', 'postgres'), { recursive: true });
  await writeFile(join(folder, 'replica', 'postgres', 'standby.signal'), '');
  const { connection } = keep(await start('primary'));
  const { host, port, user } = connection;
  const follow = () => start('replica', { primary_conninfo: `host=${host} port=${port} user=${user}` });
  const replica = keep(await follow());
  await migrate(connection);
  return {
    connection,
    replica: replica.connection,
    stopReplica: async () => {
      running.delete(replica);
      await replica.stop();
    },
    startReplica: async () => {
      keep(await follow());
    },
  };
}
