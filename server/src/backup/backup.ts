import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type pg from 'pg';
import { connect } from '../db/connection/connect.ts';
import { readDatabase, type Snapshot } from '../db/copy.ts';
import type { Files } from '../files/files.ts';
import { findMark } from '../files/mark.ts';
import { numbered, writeArchive } from './archive.ts';
import { MANIFEST, makeManifest } from './manifest.ts';
import { createProgress, createRowProgress, type Say, thousands } from './progress.ts';
import type { Entry } from './tar.ts';

const PIECE_BYTES = 4 * 1024 ** 2;
const NEWLINE = 0x0a;

/** Number of files that are read at once. A spreadsheet may have 64 MB; a picture has one or two. */
const STORE = [
  { prefix: 'imports/', atOnce: 1 },
  { prefix: 'media/', atOnce: 16 },
];

type Source = { readonly connection: pg.PoolConfig; readonly files: Files };

/** Writes a backup to a new file, while the system is in use. */
export const createBackup = (source: Source, path: string, say: Say): Promise<void> =>
  writeArchive(path, entriesOf(source, say));

/**
 * Reads the files after the snapshot. All files of its rows exist, because a file is stored before its row, and stays
 * for 30 days after its last row. The exception is the spreadsheet of an import that a user removes in between: the
 * restored import reports that its file is missing. Newer files belong to no row, and are swept from a restored system
 * after a day. Uploads of picture imports are large and short-lived, and are left out.
 */
async function* entriesOf({ connection, files }: Source, say: Say): AsyncGenerator<Entry> {
  yield* readDatabase(connection, (snapshot) => readTables(snapshot, say));
  await refuseOtherStore({ connection, files });
  yield* readFiles(files, say);
}

/** Throws when the settings differ from those of the server: the backup would have no pictures, or foreign ones. */
async function refuseOtherStore({ connection, files }: Source): Promise<void> {
  const db = connect(connection, () => {});
  await findMark(db, files).finally(() => db.destroy());
}

async function* readTables({ migrations, tables, rowsOf }: Snapshot, say: Say): AsyncGenerator<Entry> {
  const manifest = makeManifest({ migrations, tables });
  yield { name: MANIFEST, bytes: Buffer.from(JSON.stringify(manifest, null, 2)) };
  for (const table of tables) {
    const progress = createRowProgress(say, table);
    let pieces = 0;
    for await (const piece of inPieces(rowsOf(table))) {
      yield { name: `tables/${table.name}/${numbered(++pieces)}.copy.gz`, bytes: await promisify(gzip)(piece) };
      progress.add(countRows(piece));
    }
  }
}

/** Whole rows, some megabytes at a time. A newline inside a value is escaped, so that every newline ends a row. */
async function* inPieces(rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of rows) {
    chunks.push(chunk);
    bytes += chunk.length;
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    if (bytes < PIECE_BYTES || end === 0) continue;
    const rest = chunk.subarray(end);
    yield Buffer.concat(chunks).subarray(0, bytes - rest.length);
    chunks = [rest];
    bytes = rest.length;
  }
  if (bytes > 0) yield Buffer.concat(chunks);
}

function countRows(piece: Buffer): number {
  let rows = 0;
  for (let at = piece.indexOf(NEWLINE); at !== -1; at = piece.indexOf(NEWLINE, at + 1)) rows++;
  return rows;
}

async function* readFiles(files: Files, say: Say): AsyncGenerator<Entry> {
  const progress = createProgress(say, (done) => `files: ${thousands(done)}`);
  for (const { prefix, atOnce } of STORE) {
    for await (const keys of inGroups(files.list(prefix), atOnce)) {
      const found = await Promise.all(keys.map(({ key }) => readFile(files, key)));
      const entries = found.filter((entry) => entry !== null);
      yield* entries;
      progress.add(entries.length);
    }
  }
  progress.end();
}

/** Returns null when the file was removed after it was listed. */
async function readFile(files: Files, name: string): Promise<Entry | null> {
  const found = await files.get(name);
  return found && { name, bytes: await buffer(found.content) };
}

async function* inGroups<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let group: T[] = [];
  for await (const item of items) {
    group.push(item);
    if (group.length < size) continue;
    yield group;
    group = [];
  }
  yield group;
}
