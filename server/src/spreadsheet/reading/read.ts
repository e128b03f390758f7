import { openCsv } from './csv.ts';
import type { TextFormat } from './csv-dialect.ts';
import { detectKind, justAZip, type Kind, kindOfZip } from './detect-kind.ts';
import { LIMITS, type Limits } from './limits.ts';
import { type MergedRows, readMerged } from './merged.ts';
import { readOds } from './ods.ts';
import type { Remarks, Row, RowMarks } from './row-batches.ts';
import { readSheet } from './sheet.ts';
import { readSharedStrings, SharedStrings } from './strings.ts';
import { UnreadableWorkbook } from './unreadable.ts';
import { readWorkbook } from './workbook.ts';
import { readXls } from './xls.ts';
import { openZip, type Zip } from './zip.ts';

export { type Cell, type CellError, cellText, isErrorText, isImprecise, UNCALCULATED } from './cells.ts';
export {
  LIMITS,
  type Limits,
  type MergedRows,
  type Remarks,
  type Row,
  type RowMarks,
  type TextFormat,
  UnreadableWorkbook,
};

export type SheetReader = {
  readonly name: string;
  readonly hidden: boolean;
  /** Batches of up to 1,000 rows. Each call starts from the first row. */
  rows(): AsyncIterable<readonly Row[]>;
  /** Merged cells of several rows; null when there are too many. Read once. */
  merged(): Promise<readonly MergedRows[] | null>;
  /** Known without reading once the rows have been read to the end. An .xls does not count struck rows. */
  remarks(): Promise<Remarks>;
};

export type WorkbookReader = {
  readonly kind: Kind;
  /** Encoding and separator of a CSV; null for other kinds. */
  readonly text: TextFormat | null;
  /** Notices about the file as a whole, in Spanish. */
  readonly notices: readonly string[];
  readonly sheets: readonly SheetReader[];
  close(): Promise<void>;
};

/** Name of the sheet of a CSV, which has none itself. */
const CSV_SHEET = 'Hoja 1';

/**
 * Opens a workbook. A fault of the file throws UnreadableWorkbook, here or while its rows are read: whether a sheet is
 * complete is only known at its end. `text` has the known part of the format of a CSV; the rest is detected.
 */
export async function openWorkbook(
  path: string,
  limits: Partial<Limits> = {},
  text: Partial<TextFormat> = {},
): Promise<WorkbookReader> {
  const all = { ...LIMITS, ...limits };
  const kind = await detectKind(path, all, text.encoding);
  if (kind === 'csv') return openText(path, all, text);
  if (kind !== 'xls') return openZipped(path, all);
  return { kind, text: null, notices: [], sheets: await readXls(path, all), close: async () => {} };
}

async function openText(path: string, limits: Limits, known: Partial<TextFormat>): Promise<WorkbookReader> {
  const { text, notices, rows, close } = await openCsv(path, limits, known);
  const remarks = async () => ({ hiddenRows: 0, struckRows: 0 });
  return {
    kind: 'csv',
    text,
    notices,
    sheets: [{ name: CSV_SHEET, hidden: false, rows, merged: async () => [], remarks }],
    close,
  };
}

async function openZipped(path: string, limits: Limits): Promise<WorkbookReader> {
  const zip = await openZip(path, limits);
  try {
    const kind = await kindOfZip(zip);
    const contents = await (kind === 'ods' ? openOds(zip, limits) : openXlsx(zip, limits));
    return { kind, text: null, ...contents, close: () => zip.close() };
  } catch (error) {
    await zip.close();
    throw error;
  }
}

type Contents = Pick<WorkbookReader, 'sheets' | 'notices'>;

async function openOds(zip: Zip, limits: Limits): Promise<Contents> {
  return { sheets: (await readOds(zip, limits)).map(sheetReader), notices: [] };
}

async function openXlsx(zip: Zip, limits: Limits): Promise<Contents> {
  const workbook = await readWorkbook(zip, limits);
  if (!workbook) throw justAZip();
  const { sharedStrings: stringsPart, formats, strikes } = workbook;
  const loadStrings = async () =>
    stringsPart && zip.has(stringsPart) ? readSharedStrings(zip.read(stringsPart), limits) : new SharedStrings(limits);
  let strings: Promise<SharedStrings> | undefined;

  async function* readRows(part: string) {
    strings ??= loadStrings();
    return yield* readSheet(zip.read(part), { sharedStrings: await strings, formats, strikes }, limits);
  }
  const sheets = workbook.sheets.map(({ name, hidden, part }) =>
    sheetReader({
      name,
      hidden,
      readRows: () => readRows(part),
      readMerged: () => readMerged(zip.read(part), limits),
    }),
  );
  return { sheets, notices: workbook.hasMacros ? ['El archivo tiene macros: no se leen'] : [] };
}

type Source = Pick<SheetReader, 'name' | 'hidden'> & {
  readonly readRows: () => AsyncGenerator<readonly Row[], Remarks>;
  readonly readMerged: SheetReader['merged'];
};

/** Keeps the merged cells and the remarks of a sheet, so that they are read once. */
function sheetReader({ name, hidden, readRows, readMerged }: Source): SheetReader {
  let merged: ReturnType<SheetReader['merged']> | undefined;
  let remarks: Remarks | undefined;
  return {
    name,
    hidden,
    async *rows() {
      remarks = yield* readRows();
    },
    merged() {
      merged ??= readMerged();
      return merged;
    },
    async remarks() {
      remarks ??= await readToEnd(readRows());
      return remarks;
    },
  };
}

async function readToEnd<T>(source: AsyncGenerator<unknown, T>): Promise<T> {
  for (;;) {
    const { done, value } = await source.next();
    if (done) return value;
  }
}
