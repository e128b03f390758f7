import { type FileHandle, open } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';
import type { ZipLimits } from './limits.ts';
import { damaged, locked, tooLarge, UnreadableWorkbook } from './unreadable.ts';

/** A zip on disk, read under limits. Names of entries are case-insensitive, as in workbooks. */
export type Zip = {
  readonly entries: readonly ZipEntry[];
  has(name: string): boolean;
  /** The contents of an entry. Its size and checksum are checked while it is inflated. */
  read(name: string, maxBytes?: number): AsyncGenerator<Buffer>;
  close(): Promise<void>;
};

/** Entry in the directory of a zip. */
export type ZipEntry = {
  /** Key by which it is read. */
  readonly name: string;
  /** Its name, decoded for display. */
  readonly shownName: string;
  readonly bytes: number;
  readonly isLocked: boolean;
};

const STORED = 0;
const DEFLATED = 8;
const CHUNK_BYTES = 256 * 1024;
const LOCAL_HEADER_BYTES = 30;

export async function openZip(path: string, limits: ZipLimits): Promise<Zip> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const zip = await fromRandomAccessReaderPromise(new BoundedFile(file, size), size, { autoClose: false });
    const entries = await readDirectory(zip, limits);
    /** Each entry counts once, also when it is read again. */
    const inflated = new Map<Entry, number>();
    let total = 0;
    const count = (entry: Entry, bytes: number) => {
      const before = inflated.get(entry) ?? 0;
      if (bytes <= before) return;
      inflated.set(entry, bytes);
      total += bytes - before;
      if (total > limits.totalBytes) throw expandsTooMuch();
    };
    return {
      entries: [...entries.values()].map((entry) => ({
        name: entry.fileName,
        shownName: shownNameOf(entry),
        bytes: entry.uncompressedSize,
        isLocked: entry.isEncrypted(),
      })),
      has: (name) => entries.has(name.toLowerCase()),
      read: (name, maxBytes = limits.entryBytes) => {
        const entry = entries.get(name.toLowerCase());
        if (!entry) throw damaged(`there is no ${name}`);
        return inflate(entry, zip, file, { ...limits, entryBytes: Math.min(maxBytes, limits.entryBytes) }, count);
      },
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw asDamage(error);
  }
}

const tooManyParts = () => tooLarge('El archivo tiene demasiadas partes adentro');

const expandsTooMuch = () => tooLarge('El archivo se expande demasiado al descomprimirlo: dividilo en varios');

/** Errors of the libraries mean a broken zip, except for I/O errors and bugs of the program. */
function asDamage(error: unknown): unknown {
  const isElse = error instanceof TypeError || (error instanceof Error && 'syscall' in error);
  return isElse || error instanceof UnreadableWorkbook ? error : damaged(error);
}

/** Offsets come from the file. Node throws asynchronously on invalid ones, where the error cannot be caught. */
class BoundedFile extends RandomAccessReader {
  readonly #file: FileHandle;
  readonly #size: number;
  constructor(file: FileHandle, size: number) {
    super();
    this.#file = file;
    this.#size = size;
  }
  override read(buffer: Buffer, offset: number, length: number, position: number, done: (err: Error | null) => void) {
    if (!(position >= 0 && position + length <= this.#size)) return done(new Error('points outside of the file'));
    this.#file.read(buffer, offset, length, position).then(
      ({ bytesRead }) => done(bytesRead === length ? null : new Error('the file has shrunk')),
      (error) => done(error),
    );
  }
}

/** Some programs write UTF-8 without saying so. Text in the old code pages is hardly ever valid UTF-8. */
function shownNameOf({ fileName, fileNameRaw }: Entry): string {
  const utf8 = fileNameRaw.toString('utf8');
  return utf8.includes('\ufffd') ? fileName : utf8.replaceAll('\\', '/');
}

async function readDirectory(zip: ZipFile, limits: ZipLimits): Promise<Map<string, Entry>> {
  if (zip.entryCount > limits.entries) throw tooManyParts();
  const entries = new Map<string, Entry>();
  let bytes = 0;
  for await (const entry of zip.eachEntry()) {
    bytes += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
    if (bytes > limits.directoryBytes) throw tooManyParts();
    const name = entry.fileName.toLowerCase();
    if (entries.has(name)) throw damaged(`${entry.fileName} is there twice`);
    entries.set(name, entry);
  }
  refuseOverlaps([...entries.values()], zip.fileSize);
  return entries;
}

/** Overlapping entries would let a small file inflate to a huge one. */
function refuseOverlaps(entries: readonly Entry[], fileSize: number) {
  const start = ({ relativeOffsetOfLocalHeader }: Entry) => relativeOffsetOfLocalHeader;
  const inOrder = entries.toSorted((a, b) => start(a) - start(b));
  for (const [index, entry] of inOrder.entries()) {
    const end = start(entry) + LOCAL_HEADER_BYTES + entry.fileNameLength + entry.compressedSize;
    const next = inOrder[index + 1];
    if (end > (next ? start(next) : fileSize)) throw damaged(`${entry.fileName} overlaps what follows`);
  }
}

async function* inflate(
  entry: Entry,
  zip: ZipFile,
  file: FileHandle,
  limits: ZipLimits,
  count: (entry: Entry, bytes: number) => void,
): AsyncGenerator<Buffer> {
  if (entry.isEncrypted()) throw locked();
  refuseBomb(entry, entry.uncompressedSize, limits);
  let bytes = 0;
  let checksum = 0;
  try {
    for await (const chunk of await openEntry(entry, zip, file)) {
      bytes += chunk.length;
      if (bytes > entry.uncompressedSize) throw damaged(`${entry.fileName} is larger than it says`);
      refuseBomb(entry, bytes, limits);
      count(entry, bytes);
      checksum = crc32(chunk, checksum);
      yield chunk;
    }
  } catch (error) {
    throw asDamage(error);
  }
  if (bytes !== entry.uncompressedSize) throw damaged(`${entry.fileName} is shorter than it says`);
  if (checksum !== entry.crc32) throw damaged(`${entry.fileName} does not match its checksum`);
}

function refuseBomb(entry: Entry, bytes: number, limits: ZipLimits) {
  const isSwollen = bytes > limits.ratioFromBytes && bytes > entry.compressedSize * limits.ratio;
  if (bytes > limits.entryBytes || isSwollen) throw expandsTooMuch();
}

async function openEntry(entry: Entry, zip: ZipFile, file: FileHandle): Promise<AsyncIterable<Buffer>> {
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
  if (fileDataStart + entry.compressedSize > zip.fileSize) throw damaged(`${entry.fileName} is cut off`);
  const packed = Readable.from(readRange(file, fileDataStart, fileDataStart + entry.compressedSize), {
    objectMode: false,
  });
  if (entry.compressionMethod === STORED) return packed;
  if (entry.compressionMethod !== DEFLATED) throw damaged(`compression method ${entry.compressionMethod}`);
  return pipeline(packed, createInflateRaw({ chunkSize: CHUNK_BYTES }), () => {}); // the reader of the stream gets the error
}

/** The bytes from `start` to `end` of a file, in chunks. */
export async function* readRange(file: FileHandle, start: number, end: number): AsyncGenerator<Buffer> {
  for (let at = start; at < end; ) {
    const length = Math.min(CHUNK_BYTES, end - at);
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, at);
    if (bytesRead === 0) throw damaged('the file has shrunk');
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}
