import { describeZip, detectKind, justAZip } from './detect-kind.ts';
import { LIMITS, type Limits } from './limits.ts';
import { type MergedRows, readMerged } from './merged.ts';
import type { Row } from './row-batches.ts';
import { readSheet } from './sheet.ts';
import { readSharedStrings, SharedStrings } from './strings.ts';
import { UnreadableWorkbook } from './unreadable.ts';
import { readWorkbook } from './workbook.ts';
import { readXls } from './xls.ts';
import { openZip } from './zip.ts';

export { type Cell, type CellError, cellText, isErrorText, isImprecise, UNCALCULATED } from './cells.ts';
export { LIMITS, type Limits, type MergedRows, type Row, UnreadableWorkbook };

export type SheetReader = {
  readonly name: string;
  readonly hidden: boolean;
  /** Batches of up to 1,000 rows. Each call starts from the first row. */
  rows(): AsyncIterable<readonly Row[]>;
  /** Merged cells of several rows; null when there are too many. Read once. */
  merged(): Promise<readonly MergedRows[] | null>;
};

export type WorkbookReader = {
  readonly kind: 'xlsx' | 'xls';
  readonly sheets: readonly SheetReader[];
  close(): Promise<void>;
};

/**
 * Opens a workbook. A fault of the file throws UnreadableWorkbook, here or while its rows are read: whether a sheet is
 * complete is only known at its end.
 */
export async function openWorkbook(path: string, limits: Partial<Limits> = {}): Promise<WorkbookReader> {
  const all = { ...LIMITS, ...limits };
  const kind = await detectKind(path, all);
  if (kind === 'xls') return { kind, sheets: await readXls(path, all), close: async () => {} };
  return openXlsx(path, all);
}

async function openXlsx(path: string, limits: Limits): Promise<WorkbookReader> {
  const zip = await openZip(path, limits);
  try {
    const other = await describeZip(zip);
    if (other) throw other;
    const workbook = await readWorkbook(zip, limits);
    if (!workbook) throw justAZip();
    const { sharedStrings: stringsPart, formats } = workbook;
    const loadStrings = async () =>
      stringsPart && zip.has(stringsPart)
        ? readSharedStrings(zip.read(stringsPart), limits)
        : new SharedStrings(limits);
    let strings: Promise<SharedStrings> | undefined;

    async function* rows(part: string) {
      strings ??= loadStrings();
      yield* readSheet(zip.read(part), { sharedStrings: await strings, formats }, limits);
    }
    const sheets = workbook.sheets.map(({ name, hidden, part }): SheetReader => {
      let merged: ReturnType<SheetReader['merged']> | undefined;
      return {
        name,
        hidden,
        rows: () => rows(part),
        merged() {
          merged ??= readMerged(zip.read(part), limits);
          return merged;
        },
      };
    });
    return { kind: 'xlsx', sheets, close: () => zip.close() };
  } catch (error) {
    await zip.close();
    throw error;
  }
}
