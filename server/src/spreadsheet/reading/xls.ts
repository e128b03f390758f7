import { readFile } from 'node:fs/promises';
import type { CellObject } from '@e965/xlsx';
import type { Cell } from './cells.ts';
import { type CompoundFile, openCompoundFile } from './compound.ts';
import { notAWorkbook, unknownKind } from './detect-kind.ts';
import { type Format, parseFormat } from './formats.ts';
import type { Limits } from './limits.ts';
import { MergedRanges } from './merged.ts';
import { RowBatches, tooWide } from './row-batches.ts';
import { damaged, locked } from './unreadable.ts';

/** Streams that identify other old Office documents. */
const NOT_A_WORKBOOK: readonly (readonly [stream: string, sentence: string])[] = [
  ['WordDocument', 'Es un documento de Word, no una planilla'],
  ['PowerPoint Document', 'Es una presentación, no una planilla'],
];

const ERRORS: Readonly<Record<number, string>> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
};

/** Record types of the format that affect cells. */
const BEGIN = 0x0809;
const END = 0x000a;
const SHEET = 0x0085;
const CONTINUED = 0x003c;
const MERGED = 0x00e5;
const ROW = 0x0208;
const STRUCTURE = [BEGIN, END, SHEET, 0x0022 /* 1904 */, 0x002f /* key */, 0x0042 /* codepage */];
const FORMATS = [0x041e, 0x00e0 /* styles */];
const STRINGS = [0x00fc /* shared */, 0x00fd, 0x0204, 0x00d6];
const VALUES = [0x0006 /* formulas */, 0x0207 /* their texts */, 0x0203, 0x027e, 0x00bd, 0x0205];
const KEPT = new Set([...STRUCTURE, ...FORMATS, ...STRINGS, ...VALUES]);
/** A record type that the library ignores. */
const PASSED_OVER = 0x0060;
const HEADER = 4; // of a record: type and length
const ROW_FLAGS = 12; // their position in the record of a row
const IS_HIDDEN = 0x20;
const RANGE_BYTES = 8; // the first and last row, and the first and last column

/** Reads an .xls into memory: the format cannot be streamed. */
export async function readXls(path: string, limits: Limits) {
  const file = openCompoundFile(await readFile(path));
  refuseOthers(file);
  const stream = file.read(file.has('Workbook') ? 'Workbook' : 'Book');
  const prepared = prepare(stream, limits);
  // Loaded on demand: these modules are large and rarely needed.
  const [xlsx, codepages] = await Promise.all([import('@e965/xlsx'), import('@e965/xlsx/dist/cpexcel.full.mjs')]);
  xlsx.set_cptable(codepages);
  const options = { dense: true, cellNF: true, cellText: false, cellHTML: false, cellFormula: false };
  const book = orDamaged(() => xlsx.read(stream, options));
  const date1904 = book.Workbook?.WBProps?.date1904 === true;
  const formats = new Map<string, Format | null>();
  const formatOf = (code: string) => {
    const known = formats.get(code);
    const format = known === undefined ? parseFormat(code, date1904) : known;
    formats.set(code, format);
    return format;
  };
  if (book.SheetNames.length === 0) throw damaged('there are no sheets');
  if (new Set(book.SheetNames).size < book.SheetNames.length) throw damaged('two sheets of one name');
  return book.SheetNames.flatMap((name, index) => {
    const sheet = book.Sheets[name];
    if (!sheet || sheet['!type']) return []; // a chart or a macro
    const { merged, hidden } = prepared[index] ?? emptySheet(limits);
    const read = () => batchesOf(sheet['!data'] ?? [], hidden, (cell) => readCell(cell, formatOf), limits);
    return {
      name,
      hidden: Boolean(book.Workbook?.Sheets?.[index]?.Hidden),
      async *rows() {
        yield* read().takeAll();
      },
      merged: async () => merged.all,
      remarks: async () => read().remarks,
    };
  });
}

/** Facts of a sheet that the library does not return. */
type Prepared = {
  readonly merged: MergedRanges;
  /** Numbers of the hidden rows. */
  readonly hidden: Set<number>;
};

const emptySheet = (limits: Limits): Prepared => ({ merged: new MergedRanges(limits), hidden: new Set() });

/** Turns any error of the library into a refusal. */
function orDamaged<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof Error && /password/i.test(error.message) ? locked() : damaged(error);
  }
}

function refuseOthers(file: CompoundFile) {
  if (file.has('EncryptedPackage')) throw locked();
  const other = NOT_A_WORKBOOK.find(([stream]) => file.has(stream));
  if (other) throw notAWorkbook(other[1]);
  if (!file.has('Workbook') && !file.has('Book')) throw unknownKind();
}

/**
 * Checks the records before the library reads them, because it accepts broken files and loops forever on some records.
 * Every substream must be closed and every sheet must start where the list of sheets says. Records that do not affect
 * cells are overwritten with a type that the library ignores. Returns the sheets in the order of the library, which
 * is that of their starts.
 */
function prepare(stream: Buffer, limits: Limits): Prepared[] {
  const starts = new Map<number, Prepared>();
  const sheets: number[] = [];
  let depth = 0;
  let isKept = false;
  let sheet = emptySheet(limits);
  for (let at = 0; at + HEADER <= stream.length; ) {
    const kind = stream.readUInt16LE(at);
    if (depth === 0 && kind !== BEGIN) break; // padding
    const record = stream.subarray(at + HEADER, at + HEADER + stream.readUInt16LE(at + 2));
    if (kind === BEGIN && depth++ === 0) {
      sheet = emptySheet(limits);
      starts.set(at, sheet);
    }
    if (kind === MERGED) addMerged(record, sheet.merged);
    if (kind === ROW && ((record[ROW_FLAGS] ?? 0) & IS_HIDDEN) !== 0) sheet.hidden.add(record.readUInt16LE() + 1);
    if (kind === END) depth--;
    if (kind === SHEET) sheets.push(record.length < 4 ? -1 : record.readUInt32LE());
    if (kind !== CONTINUED) isKept = KEPT.has(kind);
    if (!isKept) stream.writeUInt16LE(PASSED_OVER, at);
    at += HEADER + record.length;
  }
  const isWhole = starts.size > 0 && depth === 0;
  if (!isWhole || !sheets.every((sheet) => starts.has(sheet))) throw damaged('records that do not fit together');
  const listed = new Set(sheets);
  return [...starts].filter(([start]) => listed.has(start)).map(([, prepared]) => prepared);
}

/** The record starts with the number of its ranges. */
function addMerged(record: Buffer, merged: MergedRanges) {
  for (let at = 2; at + RANGE_BYTES <= record.length; at += RANGE_BYTES) {
    const [first, last] = [record.readUInt16LE(at) + 1, record.readUInt16LE(at + 2) + 1];
    merged.add({ column: record.readUInt16LE(at + 4), first, last });
  }
}

type SparseRows = readonly (readonly (CellObject | undefined)[] | undefined)[];

function batchesOf(
  data: SparseRows,
  hidden: ReadonlySet<number>,
  read: (cell: CellObject) => Cell,
  limits: Limits,
): RowBatches {
  const rows = new RowBatches(limits);
  for (const [index, row = []] of data.entries()) {
    const cells: Cell[] = [];
    let filled = 0;
    row.forEach((cell, column) => {
      const value = cell ? read(cell) : null;
      if (value === null) return;
      if (column >= limits.columns) throw tooWide(index + 1, limits);
      while (cells.length < column) cells.push(null);
      cells.push(value);
      filled++;
    });
    rows.add(index + 1, cells, filled, hidden.has(index + 1));
  }
  return rows;
}

function readCell({ t, v, z }: CellObject, formatOf: (code: string) => Format | null): Cell {
  if (typeof v === 'string') return v || null;
  if (t === 'e') return { error: ERRORS[Number(v)] ?? '#N/A' };
  if (typeof v === 'number') return (typeof z === 'string' ? formatOf(z)?.(v) : undefined) ?? v;
  return v ?? null;
}
