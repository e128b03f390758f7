import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { withClient } from '../db/connect.ts';
import { chooseAccount, isRunning, launch, PORT, shutDown, USER } from '../db/embedded-binaries.ts';

const run = promisify(execFile);

const SETTINGS = {
  listen_addresses: '',
  fsync: 'off',
  shared_buffers: '256MB',
  jit: 'off',
  timezone: 'UTC',
};

/** A new server of one of Debian's versions of PostgreSQL in the folder. Root installs it when it is missing. */
export async function startDebian(folder: string, version: string) {
  const bin = `/usr/lib/postgresql/${version}/bin`;
  if (!existsSync(bin)) await run('apt-get', ['-qq', '-y', 'install', `postgresql-${version}`]);
  const cluster = join(folder, 'debian');
  await mkdir(cluster, { mode: 0o700 });
  const programs = { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
  const binaries = await chooseAccount(programs, folder, cluster);
  const [command = '', ...options] = [
    ...binaries.prefix,
    programs.initdb,
    ...['-D', cluster, '--encoding=UTF8', '--locale=C.UTF-8', '--auth=trust', `--username=${USER}`, '--no-sync'],
  ];
  await run(command, options, { cwd: '/', ...binaries.ids });
  const started = await launch(binaries, cluster, SETTINGS, () => {});
  const server = { host: cluster, port: PORT, user: USER };
  while (!(await answers(server))) {
    if (!isRunning(started)) throw new Error(`PostgreSQL ${version} did not start: ${started.output.join('\n')}`);
    await delay(50);
  }
  return { server, stop: () => shutDown(started) };
}

const answers = (server: { host: string; port: number; user: string }) =>
  withClient({ ...server, database: 'postgres' }, () => Promise.resolve(true)).catch(() => false);
