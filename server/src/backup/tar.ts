/**
 * The tar format (POSIX ustar) as far as a backup needs it: plain files, each of them small enough for memory. No
 * library is used, because connecting its streams so that none hangs when another fails takes more lines.
 */

export type Entry = { readonly name: string; readonly bytes: Buffer };

/** The file is not a tar archive, or is damaged or cut off at this place. */
export class BrokenTar extends Error {
  override name = 'BrokenTar';
}

const BLOCK = 512;
const END = Buffer.alloc(2 * BLOCK);
const MAX_NAME = 100;
/** Far more than any entry has. A header with a larger size is damaged. */
const MAX_BYTES = 1024 ** 3;

/** Where the fields of a header are, as [offset, length]. */
const FIELD = { name: [0, MAX_NAME], mode: [100, 8], size: [124, 12], time: [136, 12], sum: [148, 8] } as const;

export async function* writeTar(entries: AsyncIterable<Entry>): AsyncGenerator<Buffer> {
  for await (const { name, bytes } of entries) {
    yield Buffer.concat([headerOf(name, bytes.length), bytes, Buffer.alloc(paddingOf(bytes.length))]);
  }
  yield END;
}

const paddingOf = (bytes: number) => (BLOCK - (bytes % BLOCK)) % BLOCK;

function headerOf(name: string, bytes: number): Buffer {
  if (Buffer.byteLength(name) > MAX_NAME) throw new Error(`The name ${name} is too long for a backup.`);
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, [offset, length]: readonly [number, number]) =>
    header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, offset);
  header.write(name);
  octal(0o600, FIELD.mode);
  octal(bytes, FIELD.size);
  octal(Math.floor(Date.now() / 1000), FIELD.time);
  header.write('0ustar\x0000', 156);
  header.write(`${sumOf(header)}\0`, FIELD.sum[0]);
  return header;
}

/** Checksum of all bytes of the header, with blanks in the field of the checksum, as octal digits. */
function sumOf(header: Buffer): string {
  const [offset, length] = FIELD.sum;
  const isSum = (at: number) => at >= offset && at < offset + length;
  const sum = header.reduce((total, byte, at) => total + (isSum(at) ? 0x20 : byte), 0);
  return sum.toString(8).padStart(length - 1, '0');
}

/** Yields the entries up to the end of the archive. Throws BrokenTar when the stream ends before it. */
export async function* readTar(stream: AsyncIterable<Buffer>): AsyncGenerator<Entry> {
  const chunks = stream[Symbol.asyncIterator]();
  try {
    for (const take = takeFrom(chunks); ; ) {
      const header = await take(BLOCK);
      if (header.every((byte) => byte === 0)) return;
      const text = ([offset, length]: readonly [number, number]) =>
        header.toString('utf8', offset, offset + length).replace(/\0.*$/s, '');
      const bytes = Number.parseInt(text(FIELD.size), 8);
      const isWhole = text(FIELD.sum) === sumOf(header) && bytes <= MAX_BYTES;
      if (!isWhole) throw new BrokenTar('the header that follows is damaged');
      const content = await take(bytes + paddingOf(bytes));
      yield { name: text(FIELD.name), bytes: content.subarray(0, bytes) };
    }
  } finally {
    await chunks.return?.();
  }
}

/** Takes exact numbers of bytes from the chunks of a stream. */
function takeFrom(chunks: AsyncIterator<Buffer>): (bytes: number) => Promise<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  return async (bytes) => {
    const taken = [rest];
    for (let have = rest.length; have < bytes; ) {
      const { value, done } = await chunks.next();
      if (done) throw new BrokenTar('it ends too early');
      taken.push(value);
      have += value.length;
    }
    const all = taken.length === 1 ? rest : Buffer.concat(taken);
    rest = all.subarray(bytes);
    return all.subarray(0, bytes);
  };
}
