import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type pg from 'pg';
import { fillDatabase, refuseFilledDatabase, type Table } from '../db/copy.ts';
import type { Files } from '../files/files.ts';
import { readArchive } from './archive.ts';
import { MANIFEST, type Manifest, readManifest } from './manifest.ts';
import { createProgress, createRowProgress, type Say, thousands } from './progress.ts';
import type { Entry } from './tar.ts';

type Target = { readonly connection: pg.ClientConfig; readonly files: Files };

/** A backup that was read to its end and found complete and undamaged. */
export type Checked = { readonly path: string; readonly manifest: Manifest };

const MEGABYTE = 1024 ** 2;
/** Limits of files that are stored at once. */
const GROUP = { files: 16, bytes: 32 * MEGABYTE };

/** Reads the whole file before anything is written anywhere. */
export async function checkBackup(path: string, say: Say): Promise<Checked> {
  const manifest = await readManifest(path);
  say(`Checking ${path}, begun on ${manifest.moment}…`);
  let bytes = 0;
  const progress = createProgress(say, (done) => `${thousands(done)} entries, ${Math.ceil(bytes / MEGABYTE)} MB`);
  for await (const entry of readArchive(path)) {
    bytes += entry.bytes.length;
    progress.add(1);
  }
  progress.end();
  return { path, manifest };
}

/**
 * Restores into an empty database. The files come first: without rows they do no harm, and another attempt stores the
 * same again. The rows follow in one transaction. So an attempt that is interrupted leaves an empty database, and no row
 * ever names a file that is still to come.
 */
export async function restoreBackup(backup: Checked, { connection, files }: Target, say: Say): Promise<void> {
  await refuseFilledDatabase(connection);
  say('Storing the files…');
  await storeFiles(backup, files, say);
  say('Loading the tables…');
  const { migrations, tables } = backup.manifest;
  await fillDatabase(connection, { migrations, tables, load: (add) => loadTables(backup, add, say) });
}

async function storeFiles({ path, manifest }: Checked, files: Files, say: Say): Promise<void> {
  const progress = createProgress(say, (done) => `files: ${thousands(done)}`);
  let group: Entry[] = [];
  const store = async () => {
    await Promise.all(group.map(({ name, bytes }) => files.put(name, bytes)));
    progress.add(group.length);
    group = [];
  };
  for await (const entry of readArchive(path)) {
    if (entry.name === MANIFEST || tableOf(entry, manifest)) continue;
    group.push(entry);
    const bytes = group.reduce((sum, file) => sum + file.bytes.length, 0);
    if (group.length === GROUP.files || bytes > GROUP.bytes) await store();
  }
  await store();
  progress.end();
}

const tableOf = ({ name }: Entry, { tables }: Manifest) =>
  tables.find((table) => name.startsWith(`tables/${table.name}/`));

type Add = (table: Table, rows: Buffer) => Promise<number>;

async function loadTables({ path, manifest }: Checked, add: Add, say: Say): Promise<void> {
  const progress = new Map(manifest.tables.map((table) => [table, createRowProgress(say, table)]));
  for await (const entry of readArchive(path)) {
    if (entry.name === MANIFEST) continue;
    const table = tableOf(entry, manifest);
    if (!table) return; // the files begin
    progress.get(table)?.add(await add(table, await promisify(gunzip)(entry.bytes)));
  }
}
