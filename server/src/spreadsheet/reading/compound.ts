import { damaged } from './unreadable.ts';

/** A compound file: the small file system that contains old Office documents. */
export type CompoundFile = {
  /** Whether the root has this stream. Embedded documents are below the root. */
  has(name: string): boolean;
  read(name: string): Buffer;
};

type Entry = {
  readonly name: string;
  readonly siblings: readonly number[];
  readonly child: number;
  readonly start: number;
  readonly size: number;
};

const HEADER_BYTES = 512;
const ENTRY_BYTES = 128;
const MINI_SECTOR_BYTES = 64;
/** Sector numbers from here on mean that there is no sector. */
const LAST_SECTOR = 0xfffffffa;
/** Sectors of the allocation table that the header lists. */
const LISTED = 109;

export function openCompoundFile(file: Buffer): CompoundFile {
  if (file.length < HEADER_BYTES) throw damaged('a compound file without a header');
  const sectorBytes = 1 << file.readUInt16LE(0x1e);
  if (sectorBytes !== 512 && sectorBytes !== 4096) throw damaged(`sectors of ${sectorBytes} bytes`);

  const sector = (index: number) => {
    const start = (index + 1) * sectorBytes;
    if (start >= file.length) throw damaged(`there is no sector ${index}`);
    return file.subarray(start, start + sectorBytes); // the last sector may be short
  };
  const table = uint32s(Buffer.concat(tableSectors(file, sector).map(sector)));
  const maxSectors = Math.ceil(file.length / sectorBytes);
  const readChain = (start: number) => Buffer.concat(followChain(start, table, maxSectors).map(sector));

  const entries = readEntries(readChain(file.readUInt32LE(0x30)));
  const root = entries[0] ?? { child: LAST_SECTOR, start: LAST_SECTOR, size: 0 };
  const streams = new Map(siblingsOf(entries, root.child).map((entry) => [entry.name.toLowerCase(), entry]));

  const readSmall = (start: number) => {
    const small = readChain(root.start);
    const smallTable = uint32s(readChain(file.readUInt32LE(0x3c)));
    const chain = followChain(start, smallTable, Math.ceil(small.length / MINI_SECTOR_BYTES));
    return Buffer.concat(
      chain.map((index) => small.subarray(index * MINI_SECTOR_BYTES, (index + 1) * MINI_SECTOR_BYTES)),
    );
  };
  return {
    has: (name) => streams.has(name.toLowerCase()),
    read: (name) => {
      const { start, size } = streams.get(name.toLowerCase()) ?? { start: LAST_SECTOR, size: 0 };
      const bytes = size < file.readUInt32LE(0x38) ? readSmall(start) : readChain(start);
      if (bytes.length < size) throw damaged(`${name} is cut off`);
      return bytes.subarray(0, size);
    },
  };
}

/**
 * Returns the sectors of the allocation table, which links each sector to the next. The header lists the first ones; a
 * chain lists the others.
 */
function tableSectors(file: Buffer, sector: (index: number) => Buffer): number[] {
  const isUsed = (index: number) => index < LAST_SECTOR;
  const listed = [...uint32s(file.subarray(0x4c, 0x4c + 4 * LISTED))].filter(isUsed);
  const seen = new Set<number>();
  for (let next = file.readUInt32LE(0x44); isUsed(next); ) {
    if (seen.has(next)) throw damaged('a list of sectors that runs in a circle');
    seen.add(next);
    const more = [...uint32s(sector(next))];
    next = more.pop() ?? LAST_SECTOR;
    listed.push(...more.filter(isUsed));
  }
  if (new Set(listed).size < listed.length) throw damaged('a sector listed twice');
  return listed;
}

function followChain(start: number, table: Uint32Array, max: number): number[] {
  const chain: number[] = [];
  for (let index = start; index < LAST_SECTOR; index = table[index] ?? LAST_SECTOR) {
    if (chain.push(index) > max) throw damaged('sectors that run in a circle');
  }
  return chain;
}

function readEntries(directory: Buffer): Entry[] {
  return Array.from({ length: Math.floor(directory.length / ENTRY_BYTES) }, (_, index) => {
    const entry = directory.subarray(index * ENTRY_BYTES, (index + 1) * ENTRY_BYTES);
    const nameBytes = Math.min(entry.readUInt16LE(0x40), 0x40);
    return {
      name: entry.toString('utf16le', 0, Math.max(nameBytes - 2, 0)),
      siblings: [entry.readUInt32LE(0x44), entry.readUInt32LE(0x48)],
      child: entry.readUInt32LE(0x4c),
      start: entry.readUInt32LE(0x74),
      size: entry.readUInt32LE(0x78),
    };
  });
}

/** An entry and its siblings, which form a tree. */
function siblingsOf(entries: readonly Entry[], first: number): Entry[] {
  const found = new Set<Entry>();
  const open = [first];
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    const entry = entries[index];
    if (!entry || found.has(entry)) continue;
    found.add(entry);
    open.push(...entry.siblings);
  }
  return [...found];
}

/** Ignores the bytes after the last whole number. */
function uint32s(bytes: Buffer): Uint32Array {
  return Uint32Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) => bytes.readUInt32LE(index * 4));
}
