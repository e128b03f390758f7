import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readBackup, writeBackup } from '@piezario/server/testing/backups';
import {
  asUrl,
  byTurns,
  type Connection,
  createDatabase,
  createTemplate,
  EMPTY,
} from '@piezario/server/testing/database';
import { inject } from 'vitest';
import { CACHE } from './cache.ts';
import { makeDataDir, PLAIN, Server, type Settings } from './process.ts';

/*
 * Copies of installations on which a server has started before. The first start loads the data that ships with the
 * product, which takes longer than most tests, so that it happens once a run. The demo takes longest: a backup of it is
 * cached for later runs.
 */

type Installation = { readonly connection: Connection; readonly dataDir: string };
type Serve = (connection: Connection, dataDir: string) => Server;

const shared = (name: string) => join(inject('sharedFolder'), name);
const filesOf = (dataDir: string) => join(dataDir, 'files');

async function startOnce(server: Server) {
  await server.url;
  await server.end();
}

async function copyTemplate(name: string): Promise<Installation> {
  const connection = await createDatabase({ template: name });
  const dataDir = shared(connection.database);
  await cp(filesOf(shared(name)), filesOf(dataDir), { recursive: true });
  return { connection, dataDir };
}

/** A copy of the demo, which this server loads at its first start unless an earlier run has cached it. */
export async function copyCached(name: 'demo', serve: Serve): Promise<Installation> {
  const fill = async (connection: Connection) => {
    const installation = { connection, dataDir: shared(name) };
    const backup = join(CACHE, `${name}-${await hashSources()}.tar`);
    if (await readBackup(installation, backup)) return;
    await startOnce(serve(connection, installation.dataDir));
    await keep(installation, backup).catch((error) => process.stderr.write(`${backup} was not written: ${error}\n`));
  };
  await createTemplate(name, fill, { template: EMPTY });
  return copyTemplate(name);
}

/** Limit of cached backups. Besides the newest, those of parallel runs and of other branches may be needed. */
const MAX_KEPT = 3;

async function keep(installation: Installation, backup: string) {
  await mkdir(CACHE, { recursive: true });
  await writeBackup(installation, backup);
  const kept = (await readdir(CACHE)).filter((name) => /^demo-\w+\.tar$/.test(name)).map((name) => join(CACHE, name));
  const byAge = kept.map((path) => ({ path, at: statSync(path).mtimeMs })).sort((a, b) => b.at - a.at);
  for (const { path } of byAge.slice(MAX_KEPT)) await rm(path, { force: true });
}

const SOURCES = ['server/dist', 'contract/dist', 'server/migrations', 'server/schema', 'server/data'];
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Hashes everything that a first start depends on: sources, packages, the date, from which figures of the demo are
 * dated back, and the account, because only its owner may read a backup.
 */
async function hashSources(): Promise<string> {
  const lists = SOURCES.map((source) => readdir(join(ROOT, source), { recursive: true, withFileTypes: true }));
  const files = (await Promise.all(lists)).flat().filter((entry) => entry.isFile() && !entry.name.endsWith('.d.ts'));
  const paths = files.map(({ parentPath, name }) => relative(ROOT, join(parentPath, name))).sort();
  const hash = createHash('sha256').update(`${new Date().toDateString()} ${process.getuid?.()}`);
  for (const path of [...paths, 'package-lock.json']) hash.update(path).update(await readFile(join(ROOT, path)));
  return hash.digest('hex').slice(0, 16);
}

/** The settings of a server without the demo, on a database of its own. */
export async function copyPlain() {
  const settings = (connection: Connection, DATA_DIR: string): Settings & { readonly DATA_DIR: string } => ({
    ...PLAIN,
    DATABASE_URL: asUrl(connection),
    DATA_DIR,
  });
  await createTemplate('plain', (made) => startOnce(new Server(settings(made, shared('plain')))));
  const { connection, dataDir } = await copyTemplate('plain');
  return { connection, settings: settings(connection, dataDir) };
}

/** A data directory of the test with the embedded database in it. */
export async function copyEmbedded(): Promise<string> {
  const made = shared('embedded');
  await byTurns('embedded', async () => {
    if (existsSync(made)) return;
    const draft = `${made}.draft`;
    await startOnce(new Server({ ...PLAIN, DATA_DIR: draft }));
    await rename(draft, made);
  });
  const dataDir = await makeDataDir();
  // The files of the database may belong to another account.
  execFileSync('cp', ['-a', `${made}/.`, dataDir]);
  return dataDir;
}
