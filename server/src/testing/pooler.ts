import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { withClient } from '../db/connection/connect.ts';
import { chooseAccount } from '../db/embedded/binaries.ts';
import type { Server } from './versions.ts';

const PROGRAM = '/usr/sbin/pgbouncer';
const PORT = 6432; // there is no TCP: it only names the socket file

export const hasPooler = () => existsSync(PROGRAM);

/** Debian's PgBouncer in transaction mode in front of the server. Root installs it when it is missing. */
export async function startPooler(folder: string, { host, port, user }: Server) {
  if (!hasPooler()) await promisify(execFile)('apt-get', ['-qq', '-y', 'install', 'pgbouncer']);
  const home = join(folder, 'pooler');
  await mkdir(home, { mode: 0o700 });
  const settings = join(home, 'pgbouncer.ini');
  // Idle connections to databases of finished tests end soon. Statements have the limit that docs/database.md asks for.
  await writeFile(
    settings,
    `[databases]
    * = host=${host} port=${port} user=${user} connect_query='set statement_timeout = 15000'
    [pgbouncer]
    listen_addr =
    listen_port = ${PORT}
    unix_socket_dir = ${home}
    auth_type = any
    pool_mode = transaction
    max_client_conn = 1000
    default_pool_size = 30
    server_idle_timeout = 2`,
  );
  // PgBouncer does not run as root either.
  const { prefix, ids } = await chooseAccount({ initdb: PROGRAM, postgres: PROGRAM }, folder, host);
  const [command = '', ...options] = [...prefix, PROGRAM, settings];
  const child = spawn(command, options, { stdio: 'ignore', ...ids });
  // An interrupted run leaves no pooler behind.
  process.once('exit', () => child.kill());
  const server: Server = { host: home, port: PORT, user };
  const answers = () => withClient({ ...server, database: 'postgres' }, async () => true).catch(() => false);
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error(`${PROGRAM} did not start`);
    await delay(50);
  }
  const stop = async () => {
    child.kill();
    await once(child, 'exit');
  };
  return { server, stop };
}
