import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, existsSync, rmSync } from 'node:fs';
import { type FileHandle, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { BrokenTar, type Entry, readTar, writeTar } from './tar.ts';

/**
 * A backup is a tar archive of
 *
 *     manifest.json               format, date, migrations and tables
 *     tables/<name>/<n>.copy.gz   rows of a table in the text form of PostgreSQL's COPY, some megabytes an entry
 *     imports/…, media/…          the files of the store, under their keys
 *     sums/<n>.sha256             after every thousand entries their checksums, as `sha256sum` writes them
 *     end.json                    the number of entries, and the checksum of all lines of the sums
 *
 * so that it can be written and read in one pass and in little memory, and opened without Piezario.
 */
const SUMS = 'sums/';
const END = 'end.json';
const ENTRIES_A_SUM = 1000;

const READ_AHEAD = 1024 ** 2;

/** The message names the entry at which the backup is damaged. */
export class DamagedBackup extends Error {
  override name = 'DamagedBackup';
}

const End = z.object({ entries: z.int(), sha256: z.string() });

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

/** Writes the archive next to `path`, and renames it once it is complete and on disk. Only its owner may read it. */
export async function writeArchive(path: string, entries: AsyncIterable<Entry>): Promise<void> {
  if (existsSync(path)) throw new Error(`${path} exists already. Choose another name, or remove it.`);
  const unfinished = `${path}.${randomBytes(4).toString('hex')}.partial`;
  const remove = () => rmSync(unfinished, { force: true });
  // A process that ends early leaves no partial file.
  process.once('exit', remove);
  try {
    await withFile(unfinished, 'wx', async (file) => {
      await writeFile(file, writeTar(withSums(entries)));
      await file.sync();
    });
    await rename(unfinished, path);
    await withFile(dirname(path), 'r', (folder) => folder.sync());
  } catch (error) {
    await rm(unfinished, { force: true });
    if (!isSystemError(error, 'ENOSPC')) throw error;
    throw new Error(`There is not enough room on the disk for ${path}.`, { cause: error });
  } finally {
    process.off('exit', remove);
  }
}

async function* withSums(entries: AsyncIterable<Entry>): AsyncGenerator<Entry> {
  const sums = createSums();
  for await (const entry of entries) {
    yield entry;
    sums.add(entry);
    if (sums.open.length === ENTRIES_A_SUM) yield sums.close();
  }
  yield sums.close();
  yield { name: END, bytes: Buffer.from(JSON.stringify(sums.end())) };
}

/** Yields the entries of an archive except its sums, which are compared. Throws unless it is complete and undamaged. */
export async function* readArchive(path: string): AsyncGenerator<Entry> {
  const sums = createSums();
  let last = 'its beginning';
  try {
    for await (const entry of readTar(createReadStream(path, { highWaterMark: READ_AHEAD }))) {
      last = entry.name;
      if (entry.name === END) {
        const end = End.safeParse(parseJson(entry.bytes)).data;
        const { entries, sha256: sum } = sums.end();
        if (end?.entries !== entries || end.sha256 !== sum) throw new BrokenTar('entries are missing or changed');
        return;
      }
      if (entry.name.startsWith(SUMS)) sums.compare(entry);
      else {
        sums.add(entry);
        yield entry;
      }
    }
    throw new BrokenTar('it ends too early');
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) throw new Error(`There is no file ${path}.`);
    if (!(error instanceof BrokenTar)) throw error;
    throw new DamagedBackup(`The backup ${path} is damaged or cut off at ${last}: ${error.message}.`);
  }
}

/** The sums since the last entry of sums, and those of the whole archive. */
function createSums() {
  const all = createHash('sha256');
  let entries = 0;
  let closed = 0;
  const open: { name: string; line: string }[] = [];
  const close = (): Entry => {
    const text = open.map(({ line }) => line).join('');
    all.update(text);
    open.length = 0;
    return { name: `${SUMS}${numbered(++closed)}.sha256`, bytes: Buffer.from(text) };
  };
  return {
    open: open as readonly unknown[],
    add({ name, bytes }: Entry) {
      entries++;
      open.push({ name, line: `${sha256(bytes)}  ${name}\n` });
    },
    close,
    compare(found: Entry) {
      const lines = new Set(found.bytes.toString().split(/(?<=\n)/));
      const damaged = open.find(({ line }) => !lines.has(line));
      if (damaged) throw new BrokenTar(`the checksum of ${damaged.name} is another one`);
      if (!close().bytes.equals(found.bytes)) throw new BrokenTar('the checksums are not those of its entries');
    },
    end: () => ({ entries, sha256: all.copy().digest('hex') }),
  };
}

/** Six digits, so that a listing by name is in order. */
export const numbered = (n: number) => String(n).padStart(6, '0');

export function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

async function withFile(path: string, flags: string, work: (file: FileHandle) => Promise<void>): Promise<void> {
  const file = await open(path, flags, 0o600);
  await work(file).finally(() => file.close());
}

const isSystemError = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code;
