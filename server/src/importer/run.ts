import type { Db } from '../db/connect.ts';
import { openWorkbook, type WorkbookReader } from '../spreadsheet/reading/read.ts';
import { type Entry, readEntries } from './entries.ts';
import { Fits } from './fits.ts';
import { Folds } from './folds.ts';
import { finishJob, type Job, readJob, recordTotal } from './job.ts';
import { findTables, readTable, type Table, UnusableFile } from './layout.ts';
import type { Limits } from './limits.ts';
import { SeenKeys } from './seen.ts';
import { settle } from './settle.ts';
import { type SheetRules, sheetRules } from './sheets.ts';

type Run = {
  readonly db: Db;
  readonly job: Job;
  readonly path: string;
  readonly limits: Limits;
  /** Called whenever something has been read or settled. */
  readonly progress: () => void;
};

/**
 * The whole import, or what is left of it. The file is read through once before anything changes, so that one that is
 * damaged or too large changes nothing.
 */
export async function run({ db, job, path, limits, progress }: Run): Promise<void> {
  const workbook = await openWorkbook(path);
  progress();
  try {
    const { rows_total, rows_done } = await readJob(db, job);
    if (rows_total === null) await survey(db, job, workbook, limits, progress);
    await work(db, job, workbook, rows_done, limits, progress);
    await finishJob(db, job);
  } finally {
    await workbook.close();
  }
}

async function survey(db: Db, job: Job, workbook: WorkbookReader, limits: Limits, progress: () => void): Promise<void> {
  const { tables, warnings } = findTables(workbook);
  let rows = 0;
  for (const table of tables) {
    for await (const group of readTable(table, limits, (warning) => warnings.push(warning))) {
      rows += group.length;
      progress();
    }
  }
  if (rows === 0) throw new UnusableFile('el archivo no tiene filas debajo de los títulos');
  await recordTotal(db, job, rows, warnings);
}

/** Saves the rows after the first `done`, which are only read again to know what they were. */
async function work(
  db: Db,
  job: Job,
  workbook: WorkbookReader,
  done: number,
  limits: Limits,
  progress: () => void,
): Promise<void> {
  const folds = await Folds.open(db);
  const rules = sheetRules(await Fits.open(db));
  let position = 0;
  for (const [format, itsRules] of rules) {
    const tables = findTables(workbook).tables.filter((table) => table.format === format);
    for await (const entries of ahead(readAll(itsRules, tables, folds, limits))) {
      const left = entries.slice(Math.max(done - position, 0));
      position += entries.length;
      if (left.length > 0) await settle(db, job, itsRules, left, progress);
      progress();
    }
  }
}

async function* readAll(
  rules: SheetRules,
  tables: readonly Table[],
  folds: Folds,
  limits: Limits,
): AsyncGenerator<Entry[]> {
  const seen = new SeenKeys();
  for (const table of tables) {
    for await (const rows of readTable(table, limits, () => {})) yield readEntries(rules, rows, folds, seen);
  }
}

/** Reads the next rows while these are saved. */
async function* ahead<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    for (let next = source.next(); ; ) {
      const { value, done } = await next;
      if (done) return;
      next = source.next();
      // Whoever gets to it hears of it.
      next.catch(() => {});
      yield value;
    }
  } finally {
    await source.return(undefined);
  }
}
