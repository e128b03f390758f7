import { IMPORT_SHEETS, type ImportSheet } from '@piezario/contract/importer';
import type { Db } from '../db/connection/connect.ts';
import type { ImportPhase } from '../db/schema.ts';
import { type Job, JobFailure, readJob } from '../jobs/job.ts';
import type { Work } from '../jobs/kind.ts';
import type { Limits } from '../jobs/limits.ts';
import { openWorkbook, UnreadableWorkbook, type WorkbookReader } from '../spreadsheet/reading/read.ts';
import { AttributeTemplates } from './attributes/attribute-templates.ts';
import { openSource } from './mapping/open-source.ts';
import type { RowSource } from './mapping/source.ts';
import { Corrections } from './reading/corrections.ts';
import { DuplicateKeys } from './reading/duplicate-keys.ts';
import { Mappings } from './reading/mappings.ts';
import { parseRows, removesPart } from './reading/parse-rows.ts';
import type { ParsedRow } from './reading/parsed-row.ts';
import { TextFolding } from './reading/text-folding.ts';
import { applyPhase } from './saving/apply-phase.ts';
import { importPhase } from './saving/import-phase.ts';
import type { Pass, Phase } from './saving/phase.ts';
import { recordFile } from './saving/record.ts';
import { reviewPhase } from './saving/review-phase.ts';
import { saveGroup } from './saving/save-group.ts';
import type { SheetRules } from './sheets/rules.ts';
import { sheetRules } from './sheets/sheets.ts';
import { VehicleMatcher } from './vehicles/vehicle-matcher.ts';

/**
 * Runs an import, or continues it. The whole file is read once before anything is saved, so that a damaged or too large
 * file changes nothing.
 */
export const runImport: Work = async ({ db, job, scratch, limits, progress }) => {
  let workbook: WorkbookReader | undefined;
  let source: RowSource | null = null;
  try {
    workbook = await openWorkbook(scratch);
    progress();
    source = await openSource(db, job, workbook, scratch, progress);
    if (!source) return;
    const { total } = await readJob(db, job);
    if (total === null) await countRows(db, job, source, limits, progress);
    // A review that applies itself is a second pass over the rows.
    while (await runPass(db, job, source, limits, progress)) progress();
  } catch (error) {
    throw error instanceof UnreadableWorkbook ? new JobFailure(error.message, { cause: error }) : error;
  } finally {
    await source?.close();
    await workbook?.close();
  }
};

const FORMATS = Object.keys(IMPORT_SHEETS) as ImportSheet[];

const PHASES: Readonly<Record<ImportPhase, Phase>> = { import: importPhase, review: reviewPhase, apply: applyPhase };

/** Returns true when another pass follows. */
async function runPass(db: Db, job: Job, source: RowSource, limits: Limits, progress: () => void): Promise<boolean> {
  const { done, user_id } = await readJob(db, job);
  const { pass, mappings } = await readPass(db, job, user_id, source);
  const corrections = await Corrections.read(db, job.id);
  await saveRows({ db, job, source, done, limits, progress, pass, mappings, corrections });
  return pass.phase.finish(db, job, pass, limits, progress);
}

/** Reads what the pass does with the file, and the mappings for it. */
async function readPass(
  db: Db,
  { id }: Job,
  userId: number,
  source: RowSource,
): Promise<{ pass: Pass; mappings: Mappings }> {
  const { phase, only_refused, replaces } = await db
    .selectFrom('imports')
    .where('id', '=', id)
    .select(['phase', 'only_refused', 'replaces'])
    .executeTakeFirstOrThrow();
  // A sheet that is not in the file replaces nothing.
  const present = replaces.filter((sheet) => source.has(sheet));
  const pass = {
    phase: PHASES[phase],
    onlyRefused: only_refused,
    replaces: present,
    ...{ partRows: new DuplicateKeys(), removedParts: new DuplicateKeys() },
  };
  return { pass, mappings: await Mappings.read(db, id, userId) };
}

async function countRows(db: Db, job: Job, source: RowSource, limits: Limits, progress: () => void): Promise<void> {
  const warnings = [...source.warnings];
  let rows = 0;
  let removesParts = false;
  for (const format of FORMATS) {
    for await (const group of source.rows(format, limits, (warning) => warnings.push(warning))) {
      rows += group.length;
      removesParts ||= format === 'Piezas' && group.some(removesPart);
      progress();
    }
  }
  if (rows === 0) throw new JobFailure('el archivo no tiene filas debajo de los títulos');
  await recordFile(db, job, { rows, removesParts, warnings });
}

type Saving = {
  readonly db: Db;
  readonly job: Job;
  readonly source: RowSource;
  /** Number of rows that are already processed. They are read again only to find duplicates of them. */
  readonly done: number;
  readonly limits: Limits;
  readonly progress: () => void;
  readonly pass: Pass;
  readonly mappings: Mappings;
  readonly corrections: Corrections;
};

async function saveRows(saving: Saving): Promise<void> {
  const { db, job, source, done, limits, progress, pass, mappings, corrections } = saving;
  const folding = await TextFolding.open(db);
  const sheets = sheetRules(await VehicleMatcher.open(db), await AttributeTemplates.open(db));
  let position = 0;
  async function* parseSheet(rules: SheetRules): AsyncGenerator<ParsedRow[]> {
    const duplicates = rules.entity === 'part' ? pass.partRows : new DuplicateKeys();
    for await (const read of source.rows(rules.format, limits, () => {})) {
      const first = position;
      const rows = corrections.apply(rules.format, read, first);
      position += rows.length;
      const parsed = await parseRows(rules, rows, first, folding, duplicates, mappings);
      if (rules.entity === 'part') noteRemoved(pass, parsed);
      yield parsed;
    }
  }
  for (const rules of sheets.values()) {
    for await (const rows of readAhead(parseSheet(rules))) {
      const unsaved = rows.filter((row) => row.position >= done);
      for (const group of byItems(unsaved, limits.groupRows)) await saveGroup(db, job, rules, group, pass, progress);
      progress();
    }
  }
}

/** Notes the parts that the file removes, whose rows in other sheets change nothing. */
function noteRemoved({ removedParts }: Pass, rows: readonly ParsedRow[]): void {
  for (const { removes, partKey, reader } of rows) {
    if (removes && reader.problems.length === 0) removedParts.add(partKey, '', reader.row);
  }
}

/** Splits rows into groups with at most `most` items. A row with more items is a group of its own. */
function* byItems(rows: readonly ParsedRow[], most: number): Generator<readonly ParsedRow[]> {
  let [start, items] = [0, 0];
  for (const [index, row] of rows.entries()) {
    items += Math.max(1, row.items.length);
    if (items <= most || index === start) continue;
    yield rows.slice(start, index);
    [start, items] = [index, Math.max(1, row.items.length)];
  }
  if (start < rows.length) yield rows.slice(start);
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
