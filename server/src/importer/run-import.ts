import type { Db } from '../db/connect.ts';
import { openWorkbook, type WorkbookReader } from '../spreadsheet/reading/read.ts';
import { DuplicateKeys } from './duplicate-keys.ts';
import { finishJob, type Job, readJob, recordTotal } from './job.ts';
import { findTables, readTable, type Table, UnusableFile } from './layout.ts';
import type { Limits } from './limits.ts';
import { type ParsedRow, parseRows } from './parse-rows.ts';
import { saveGroup } from './save-group.ts';
import { type SheetRules, sheetRules } from './sheets.ts';
import { TextFolding } from './text-folding.ts';
import { VehicleMatcher } from './vehicle-matcher.ts';

type Run = {
  readonly db: Db;
  readonly job: Job;
  readonly path: string;
  readonly limits: Limits;
  /** Called after each group that was read or saved. */
  readonly progress: () => void;
};

/**
 * Runs an import, or continues it. The whole file is read once before anything is saved, so that a damaged or too large
 * file changes nothing.
 */
export async function runImport({ db, job, path, limits, progress }: Run): Promise<void> {
  const workbook = await openWorkbook(path);
  progress();
  try {
    const { rows_total, rows_done } = await readJob(db, job);
    if (rows_total === null) await countRows(db, job, workbook, limits, progress);
    await saveRows(db, job, workbook, rows_done, limits, progress);
    await finishJob(db, job);
  } finally {
    await workbook.close();
  }
}

async function countRows(
  db: Db,
  job: Job,
  workbook: WorkbookReader,
  limits: Limits,
  progress: () => void,
): Promise<void> {
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

/** Saves the rows after the first `done`. Those are read again only to find duplicates of them. */
async function saveRows(
  db: Db,
  job: Job,
  workbook: WorkbookReader,
  done: number,
  limits: Limits,
  progress: () => void,
): Promise<void> {
  const folding = await TextFolding.open(db);
  const sheets = sheetRules(await VehicleMatcher.open(db));
  let position = 0;
  for (const [format, rules] of sheets) {
    const tables = findTables(workbook).tables.filter((table) => table.format === format);
    for await (const rows of readAhead(parseTables(rules, tables, folding, limits))) {
      const unsaved = rows.slice(Math.max(done - position, 0));
      position += rows.length;
      if (unsaved.length > 0) await saveGroup(db, job, rules, unsaved, progress);
      progress();
    }
  }
}

async function* parseTables(
  rules: SheetRules,
  tables: readonly Table[],
  folding: TextFolding,
  limits: Limits,
): AsyncGenerator<ParsedRow[]> {
  const duplicates = new DuplicateKeys();
  for (const table of tables) {
    for await (const rows of readTable(table, limits, () => {})) yield parseRows(rules, rows, folding, duplicates);
  }
}

/** Reads the next group while the last one is saved. */
async function* readAhead<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    for (let next = source.next(); ; ) {
      const { value, done } = await next;
      if (done) return;
      next = source.next();
      // Avoids an unhandled rejection; it is awaited in the next turn.
      next.catch(() => {});
      yield value;
    }
  } finally {
    await source.return(undefined);
  }
}
