import type { Db } from '../db/connect.ts';
import { type Job, JobFailure, readJob } from '../jobs/job.ts';
import type { Work } from '../jobs/kind.ts';
import type { Limits } from '../jobs/limits.ts';
import { openWorkbook, UnreadableWorkbook, type WorkbookReader } from '../spreadsheet/reading/read.ts';
import { DuplicateKeys } from './duplicate-keys.ts';
import { findTables, readTable, type Table } from './layout.ts';
import { Mappings } from './mappings.ts';
import { type ParsedRow, parseRows } from './parse-rows.ts';
import { finishImport, recordFile } from './record.ts';
import { saveGroup } from './save-group.ts';
import { type SheetRules, sheetRules } from './sheets.ts';
import { TextFolding } from './text-folding.ts';
import { VehicleMatcher } from './vehicle-matcher.ts';

/**
 * Runs an import, or continues it. The whole file is read once before anything is saved, so that a damaged or too large
 * file changes nothing.
 */
export const runImport: Work = async ({ db, job, scratch, limits, progress }) => {
  let workbook: WorkbookReader | undefined;
  try {
    workbook = await openWorkbook(scratch);
    progress();
    const { total, done } = await readJob(db, job);
    if (total === null) await countRows(db, job, workbook, limits, progress);
    await saveRows(db, job, workbook, done, limits, progress);
    await finishImport(db, job);
  } catch (error) {
    throw error instanceof UnreadableWorkbook ? new JobFailure(error.message, { cause: error }) : error;
  } finally {
    await workbook?.close();
  }
};

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
  if (rows === 0) throw new JobFailure('el archivo no tiene filas debajo de los títulos');
  await recordFile(db, job, rows, warnings);
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
    for await (const rows of readTable(table, limits, () => {})) {
      yield parseRows(rules, rows, folding, duplicates, new Mappings([]));
    }
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
