import type { TransformOptions } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw, type ZlibOptions } from 'node:zlib';

/** A file of the archive. Its content is generated on demand. */
export type Entry = { readonly name: string; readonly content: AsyncIterable<string> };

/** An entry after it has been written. */
type Written = { readonly name: Buffer; readonly offset: number; crc: number; bytes: number; deflated: number };

/** From this size or offset on, zip64 fields are needed. */
const ZIP64_FROM = 0xffff_ffff;

const COMPRESSION: ZlibOptions & TransformOptions = {
  level: 6,
  memLevel: 9,
  chunkSize: 64 * 1024,
  // Buffers a few chunks, so that the next one is generated while the last is compressed on another thread.
  writableHighWaterMark: 256 * 1024,
};

/**
 * Writes a zip archive as a stream. It contains no times, so that the same entries give the same bytes. When the reader
 * stops, the compressor and the generators of `content` are closed; yazl would keep its compressor.
 */
export async function* zip(
  entries: AsyncIterable<Entry>,
  { zip64From = ZIP64_FROM } = {},
): AsyncGenerator<Uint8Array, void, undefined> {
  const written: Written[] = [];
  let offset = 0;
  for await (const { name, content } of entries) {
    const entry: Written = { name: Buffer.from(name), offset, crc: 0, bytes: 0, deflated: 0 };
    const header = localHeader(entry);
    yield header;
    yield* deflate(content, entry);
    const descriptor = dataDescriptor(entry, isLarge(entry, zip64From));
    yield descriptor;
    offset += header.length + entry.deflated + descriptor.length;
    written.push(entry);
  }
  const directory = Buffer.concat(written.map((entry) => directoryRecord(entry, isLarge(entry, zip64From))));
  yield directory;
  yield endOfDirectory(written.length, directory.length, offset, offset >= zip64From);
}

async function* deflate(content: AsyncIterable<string>, entry: Written): AsyncGenerator<Uint8Array> {
  const compressor = createDeflateRaw(COMPRESSION);
  // When the content fails, reading the compressor fails too. This only waits until the content has ended.
  const feeding = pipeline(measured(content, entry), compressor).catch(() => {});
  try {
    for await (const chunk of compressor) {
      entry.deflated += chunk.length;
      yield chunk;
    }
  } finally {
    compressor.destroy();
    await feeding;
  }
}

async function* measured(content: AsyncIterable<string>, entry: Written): AsyncGenerator<Buffer> {
  for await (const text of content) {
    const bytes = Buffer.from(text);
    entry.crc = crc32(bytes, entry.crc);
    entry.bytes += bytes.length;
    yield bytes;
  }
}

const isLarge = ({ bytes, deflated, offset }: Written, from: number) => Math.max(bytes, deflated, offset) >= from;

/* The records of the format, from PKWARE's APPNOTE.TXT. */

type Field = readonly [size: 2 | 4 | 8, value: number];

function record(...fields: readonly Field[]): Buffer {
  const bytes = Buffer.alloc(fields.reduce((sum, [size]) => sum + size, 0));
  let at = 0;
  for (const [size, value] of fields) {
    if (size === 8) bytes.writeBigUInt64LE(BigInt(value), at);
    else bytes.writeUIntLE(value, at, size);
    at += size;
  }
  return bytes;
}

const PLAIN = 20;
const ZIP64 = 45;
/** Names are UTF-8, and sizes follow the data. */
const FLAGS = 0x0808;
const DEFLATED = 8;
/** 01/01/1980, the first day of the format. */
const DAY = 0x0021;
const IN_ZIP64 = 0xffff_ffff;

const localHeader = ({ name }: Written) =>
  Buffer.concat([
    record(
      [4, 0x0403_4b50],
      [2, PLAIN],
      [2, FLAGS],
      [2, DEFLATED],
      [2, 0],
      [2, DAY],
      [4, 0],
      [4, 0],
      [4, 0],
      [2, name.length],
      [2, 0],
    ),
    name,
  ]);

function dataDescriptor({ crc, bytes, deflated }: Written, large: boolean) {
  const size = large ? 8 : 4;
  return record([4, 0x0807_4b50], [4, crc], [size, deflated], [size, bytes]);
}

function directoryRecord({ name, crc, bytes, deflated, offset }: Written, large: boolean) {
  const extra = large ? record([2, 1], [2, 24], [8, bytes], [8, deflated], [8, offset]) : Buffer.alloc(0);
  const fixed = record(
    [4, 0x0201_4b50],
    [2, large ? ZIP64 : PLAIN],
    [2, large ? ZIP64 : PLAIN],
    [2, FLAGS],
    [2, DEFLATED],
    [2, 0],
    [2, DAY],
    [4, crc],
    [4, large ? IN_ZIP64 : deflated],
    [4, large ? IN_ZIP64 : bytes],
    [2, name.length],
    [2, extra.length],
    [2, 0],
    [2, 0],
    [2, 0],
    [4, 0],
    [4, large ? IN_ZIP64 : offset],
  );
  return Buffer.concat([fixed, name, extra]);
}

function endOfDirectory(entries: number, bytes: number, offset: number, large: boolean) {
  const end = (at: number) =>
    record([4, 0x0605_4b50], [2, 0], [2, 0], [2, entries], [2, entries], [4, bytes], [4, at], [2, 0]);
  if (!large) return end(offset);
  return Buffer.concat([
    record(
      [4, 0x0606_4b50],
      [8, 44],
      [2, ZIP64],
      [2, ZIP64],
      [4, 0],
      [4, 0],
      [8, entries],
      [8, entries],
      [8, bytes],
      [8, offset],
    ),
    record([4, 0x0706_4b50], [4, 0], [8, offset + bytes], [4, 1]),
    end(IN_ZIP64),
  ]);
}
