import { closeSync, existsSync, openSync } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, realpath, rename, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import {
  type Binaries,
  chooseAccount,
  endStrays,
  initdb,
  isRunning,
  launch,
  locatePrograms,
  PORT,
  readLockFile,
  type Server,
  shutDown,
  USER,
} from './binaries.ts';

export type Embedded = {
  connection: { host: string; port: number; user: string; database: string };
  stop(): Promise<void>;
};

/** The data directory belongs to another process; the message is for the operator. */
export class DataDirBusy extends Error {
  override name = 'DataDirBusy';
}

type Options = {
  dataDir: string;
  log: (line: string) => void;
  /** Settings of PostgreSQL that override SETTINGS. */
  settings?: Record<string, string>;
};

type Site = Required<Options> & { cluster: string; host: string; binaries: Binaries; stopping: AbortSignal };

/** A server that this process owns, and the session whose advisory lock shows that to other processes. */
type Owned = { server: Server; session: pg.Client; lost: Promise<void> };

const DATABASE = 'piezario';
/** Arbitrary key of the advisory lock that the owner of a server has. */
const LOCK = 7_437_492;
const DRAFT = 'postgres.init-';

const CLAIM_MS = 1_000; // long enough for a new owner to lock its server, and for the lock of a dead one to go
const PATIENCE_MS = 60_000; // for another server to finish starting or stopping
const CALM_MS = 10_000; // a server that ran for this long does not fail at every start
const ROOM_TO_START = 32 * 1024 * 1024; // a segment of the write-ahead log has 16 MiB
const RETRY_MS = { first: 100, last: 2_000 };
const STARTING_OR_STOPPING = '57P03'; // error code of a server in that state

const SETTINGS = {
  listen_addresses: '',
  shared_buffers: '256MB',
  max_connections: '60',
  max_wal_size: '2GB',
  wal_compression: 'on',
  jit: 'off',
  timezone: 'UTC',
  log_checkpoints: 'off',
  log_min_messages: 'fatal', // errors of a statement are reported to its caller
  log_min_error_statement: 'panic', // statements may contain secrets
};

/** Runs the PostgreSQL of `dataDir`, creates it if needed, and keeps it running until `stop`. */
export async function startEmbedded({ dataDir, log, settings = {} }: Options): Promise<Embedded> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const home = await realpath(dataDir);
  const cluster = join(home, 'postgres');
  const binaries = await chooseAccount(await locatePrograms(), home, cluster);
  const { host, close } = reachSocket(home, cluster);
  const stopping = new AbortController();
  const site: Site = { dataDir: home, cluster, host, binaries, log, stopping: stopping.signal, settings };
  try {
    await initialise(site);
    const owned = await start(site);
    const supervision = supervise(site, owned).finally(close);
    const stop = () => {
      stopping.abort();
      return supervision;
    };
    return { connection: connectionTo(host), stop };
  } catch (error) {
    close();
    throw await explain(site, error);
  }
}

/** Returns an error about a full disk when that is the cause: the messages of PostgreSQL about it are not logged. */
async function explain({ dataDir }: Site, error: unknown): Promise<unknown> {
  if (error instanceof DataDirBusy) return error;
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize >= ROOM_TO_START) return error;
  return new Error(`No space left in ${dataDir}. Make room there and start again.`, { cause: error });
}

/** Uses the PostgreSQL of `dataDir` that another process runs, or else runs it until `stop`. It must exist already. */
export async function reachEmbedded(options: Options): Promise<Embedded> {
  if (!existsSync(join(options.dataDir, 'postgres', 'PG_VERSION'))) {
    throw new Error(`There is no database in ${options.dataDir}. Set DATA_DIR or DATABASE_URL as for the server.`);
  }
  try {
    return await startEmbedded(options);
  } catch (error) {
    if (!(error instanceof DataDirBusy)) throw error;
    const home = await realpath(options.dataDir);
    const { host, close } = reachSocket(home, join(home, 'postgres'));
    return { connection: connectionTo(host), stop: async () => close() };
  }
}

const connectionTo = (host: string) => ({ host, port: PORT, user: USER, database: DATABASE });

/** Returns a host with which clients reach the socket, also when its path is too long for a socket address. */
function reachSocket(home: string, cluster: string): { host: string; close: () => void } {
  const longest = process.platform === 'linux' ? 107 : 103;
  if (Buffer.byteLength(join(cluster, `.s.PGSQL.${PORT}`)) <= longest) return { host: cluster, close: () => {} };
  if (process.platform !== 'linux') {
    throw new Error(`The path of the data directory ${home} is too long. Set DATA_DIR to a shorter one.`);
  }
  const folder = openSync(home, 'r');
  // By pid rather than "self", so that child processes can use it too.
  return { host: `/proc/${process.pid}/fd/${folder}/postgres`, close: () => closeSync(folder) };
}

/** Makes the cluster in a draft folder and renames it, so that a crash never leaves an incomplete one. */
async function initialise({ dataDir, cluster, binaries, settings }: Site): Promise<void> {
  const isDone = () => existsSync(join(cluster, 'PG_VERSION'));
  if (isDone()) return;
  const draft = await mkdtemp(join(dataDir, DRAFT));
  try {
    await initdb(binaries, draft, settings.fsync !== 'off');
    await rename(draft, cluster);
    const folder = await open(dataDir);
    await folder.sync().finally(() => folder.close());
  } catch (error) {
    // Another process was faster and may have removed our draft: use its cluster.
    if (!isDone()) throw error;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Returns our own server, locked and with its database. Throws DataDirBusy when the directory has a living owner. */
async function start(site: Site): Promise<Owned> {
  let reason = 'another server there neither answers nor ends';
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await pause(site, RETRY_MS.first)) {
    if (!(await isFree(site))) continue;
    const server = await launch(site.binaries, site.cluster, { ...SETTINGS, ...site.settings }, site.log);
    try {
      const owned = await hold(site, server);
      if (owned) {
        await prepare(site, owned.session);
        return owned;
      }
    } catch (error) {
      await shutDown(server);
      throw error;
    }
    await server.closed;
    reason = server.output.join('\n');
    const { exitCode, signalCode } = server.child;
    const gaveUp = exitCode !== 0 && signalCode === null;
    if (reason.includes('pre-existing shared memory block')) await endStrays(site.cluster);
    else if (gaveUp && !/lock file ".*" already exists/.test(reason)) break;
  }
  throw new Error(`PostgreSQL could not start in ${site.cluster}: ${reason}`);
}

/** Returns true when no other server runs here. Asks a server that has lost its owner to end. */
async function isFree(site: Site): Promise<boolean> {
  let other: pg.Client;
  try {
    other = await connect(site);
  } catch (error) {
    return !(error instanceof pg.DatabaseError && error.code === STARTING_OR_STOPPING);
  }
  try {
    await settle(site, other);
  } catch (error) {
    if (error instanceof DataDirBusy) throw error; // any other error: the server has ended
  } finally {
    await other.end();
  }
  return false;
}

/** Throws DataDirBusy when another server has an owner, and stops it when no owner takes the lock. */
async function settle(site: Site, other: pg.Client): Promise<void> {
  await pause(site, CLAIM_MS);
  const owner = await lockHolder(other);
  if (owner !== undefined) {
    throw new DataDirBusy(
      `The data directory ${site.dataDir} is in use by process ${owner}. ` +
        'Stop that process, or set DATA_DIR to another directory.',
    );
  }
  if (!(await tryLock(other))) return;
  // Run inside the server: in another container, the pid of the file would be that of another process.
  await other.query(`copy (select where false) to program 'kill -INT $(head -n 1 postmaster.pid)'`);
}

/** Waits until the server is ready and takes its lock. Returns undefined when the server ends first. */
async function hold(site: Site, server: Server): Promise<Owned | undefined> {
  for (; isRunning(server); await pause(site, 10)) {
    const file = await readLockFile(site.cluster);
    if (!file?.isReady || file.pid !== server.child.pid) continue; // the socket may be another server's
    try {
      const session = await connect(site);
      const ended = new Promise<void>((resolve) => session.once('end', resolve));
      if (await tryLock(session)) return { server, session, lost: Promise.race([ended, server.exited]) };
      await session.end();
    } catch (error) {
      if (error instanceof pg.DatabaseError && !error.code?.startsWith('57P')) throw error;
    }
  }
  return undefined;
}

async function prepare({ dataDir, log }: Site, session: pg.Client): Promise<void> {
  const { rowCount } = await session.query('select from pg_database where datname = $1', [DATABASE]);
  if (rowCount === 0) await session.query(`create database ${DATABASE}`);
  // A process that still writes to a draft cannot use it: it does not hold the lock of the directory.
  const drafts = (await readdir(dataDir)).filter((name) => name.startsWith(DRAFT));
  for (const draft of drafts) {
    await rm(join(dataDir, draft), { recursive: true, force: true }).catch((error) => log(String(error)));
  }
}

/** Restarts the server or takes the lock again when either is lost, and shuts the server down at `stop`. */
async function supervise(site: Site, owned: Owned): Promise<void> {
  const stopped = new Promise<void>((resolve) =>
    site.stopping.addEventListener('abort', () => resolve(), { once: true }),
  );
  for (let wait = RETRY_MS.first; ; wait = Math.min(wait * 2, RETRY_MS.last)) {
    const since = Date.now();
    await Promise.race([owned.lost, stopped]);
    if (site.stopping.aborted) break;
    if (Date.now() - since > CALM_MS) wait = RETRY_MS.first;
    site.log('PostgreSQL was lost and is being brought back');
    try {
      await pause(site, wait);
      owned = (await hold(site, owned.server)) ?? (await start(site));
      site.log('PostgreSQL is back');
    } catch (error) {
      if (!site.stopping.aborted) site.log(String(await explain(site, error)));
    }
  }
  await owned.session.end();
  await shutDown(owned.server);
}

async function pause({ stopping }: Site, ms: number): Promise<void> {
  await delay(ms, undefined, { signal: stopping });
}

async function connect({ host }: Site): Promise<pg.Client> {
  const client = new pg.Client({
    host,
    port: PORT,
    user: USER,
    database: 'postgres',
    ssl: false,
    application_name: `piezario ${process.pid}`,
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => {}); // 'end' is watched instead
  await client.connect();
  return client;
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [LOCK]);
  return rows[0]?.taken === true;
}

async function lockHolder(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string }>(
    `select application_name as name from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted and objid = $1 and pg_locks.database = datid`,
    [LOCK],
  );
  return rows[0]?.name.split(' ').at(-1);
}
