import { createHash } from 'node:crypto';
import { tidy } from '@piezario/contract/fields';
import { MappedColumn, SAMPLE_ROWS, WorkbookMapping } from '@piezario/contract/workbook-mappings';
import type { Person } from '../../access/scope.ts';
import type { Db } from '../../db/connection/connect.ts';
import { storableJson } from '../../db/storable.ts';
import type { WorkbookSample } from '../../db/workbook-sample.ts';
import { inJobTransaction, type Job, JobFailure, readJob, updateOwnJob, waitForPerson } from '../../jobs/job.ts';
import { cellText, type WorkbookReader } from '../../spreadsheet/reading/read.ts';
import { readVehicleBase, readVehicleBrandNames } from '../../vehicles/bulk.ts';
import { TO_MAP } from '../messages.ts';
import { formatOf, plainTitle } from '../reading/layout.ts';
import { forgetRows } from '../review/read-again.ts';
import { readOwner } from '../saving/owner.ts';
import { VehicleTexts } from '../vehicles/vehicle-texts.ts';
import { adaptMapping } from './adapt.ts';
import { proposeMapping } from './propose.ts';
import { type ReadSheet, readSample } from './sample.ts';
import { type MappedFile, mappedSource, nativeSource, type RowSource } from './source.ts';
import { mappingsInScope } from './stored-mappings.ts';
import { storedProducts } from './stored-products.ts';
import { readVocabulary, type Vocabulary } from './vocabulary.ts';

/**
 * Opens the rows of a workbook. Returns null when it is of another format and waits for a person to map it. A stored
 * mapping of the same titles is used without a person.
 */
export async function openSource(
  db: Db,
  job: Job,
  workbook: WorkbookReader,
  scratch: string,
  progress: () => void,
): Promise<RowSource | null> {
  if (await isOfFormat(workbook)) return nativeSource(workbook);
  const { is_mapped, mapping, name } = await db
    .selectFrom('imports')
    .where('id', '=', job.id)
    .select(['is_mapped', 'mapping', 'name'])
    .executeTakeFirstOrThrow();
  const { user_id } = await readJob(db, job);
  const person = await readOwner(db, user_id);
  const findProducts = storedProducts(db, person);
  // A mapping that an earlier version has stored lacks newer fields, which have defaults.
  const open = (how: WorkbookMapping) =>
    openMapped(
      db,
      job,
      { workbook, mapping: WorkbookMapping.parse(how), findProducts, path: `${scratch}.rows` },
      progress,
    );
  if (is_mapped && mapping) return open(mapping);
  const vocabulary = await readVocabulary(db, person);
  const sheets = await readSample(workbook, vocabulary, progress);
  // Without a table, the message about the import format helps more. It names the sheets, which a text does not have.
  if (!sheets.some(isTable)) {
    if (workbook.text) throw new JobFailure('el archivo no tiene filas debajo de los títulos');
    return nativeSource(workbook);
  }
  const sample: WorkbookSample = { text: workbook.text, sheets };
  const stored = await findStored(db, person, sample, vocabulary);
  if (stored && stored.newTitles.length === 0) {
    await inJobTransaction(db, job, 'import', async (trx) => {
      await trx
        .updateTable('imports')
        .set({ mapping: storableJson(stored.mapping), is_mapped: true, phase: 'review', auto_apply: false })
        .where('id', '=', job.id)
        .execute();
      await trx.updateTable('workbook_mappings').set({ used_at: new Date() }).where('id', '=', stored.id).execute();
    });
    return open(stored.mapping);
  }
  const proposal = stored?.mapping ?? acceptable(proposeMapping(sheets, vocabulary, name));
  await inJobTransaction(db, job, 'import', async (trx) => {
    await trx
      .updateTable('imports')
      .set({ sample: storableJson(sample), mapping: storableJson(proposal), phase: 'review' })
      .where('id', '=', job.id)
      .execute();
    await waitForPerson(trx, job, 'mapping', TO_MAP);
  });
  return null;
}

const BASE_CHANGED =
  'Los vehículos cambiaron después de la revisión: el archivo se revisó de nuevo, sin las celdas corregidas ni lo que quedó afuera';

/**
 * A text about vehicles becomes a row for each of them, so that a change of the vehicle base moves the rows after it.
 * Errors, changes and corrections, stored by position, are then deleted, and the file is reviewed again.
 */
async function openMapped(db: Db, job: Job, file: MappedFile, progress: () => void): Promise<RowSource> {
  // Indexing the vehicle base takes as long as some thousand rows.
  const base = readsVehicles(file.mapping) ? await readVehicleBase(db) : [];
  const names = await readVehicleBrandNames(db);
  const source = await mappedSource(file, new VehicleTexts(base, names), progress);
  if (!source.has('Aplicaciones')) return source;
  const sorted = names.map(({ bare, brand }) => `${bare} ${brand}`).sort();
  const vehicle_base = createHash('sha256')
    .update(JSON.stringify([base, sorted]))
    .digest('hex');
  const isOther = await inJobTransaction(db, job, 'import', async (trx) => {
    const imported = () => trx.updateTable('imports').where('id', '=', job.id);
    const before = await trx
      .selectFrom('imports')
      .where('id', '=', job.id)
      .select('vehicle_base')
      .executeTakeFirstOrThrow();
    if (before.vehicle_base === vehicle_base) return false;
    await imported().set({ vehicle_base }).execute();
    if (before.vehicle_base === null) return false;
    await forgetRows(trx, job.id);
    await trx.deleteFrom('import_corrections').where('import_id', '=', job.id).execute();
    await updateOwnJob(trx, job).set({ done: 0, total: null }).execute();
    return true;
  });
  return isOther ? { ...source, warnings: [...source.warnings, BASE_CHANGED] } : source;
}

const readsVehicles = ({ sheets }: WorkbookMapping) =>
  sheets.some(({ columns }) => columns.some(({ target: { is } }) => is === 'application' || is === 'vehicle'));

/** Columns that every sheet of the import format has. */
const KEYS = ['Marca', 'Producto', 'Código'].map(plainTitle);
/** A sheet of parts with this many of them is in the format. Its import reports the missing one. */
const ENOUGH_OF_PARTS = 2;

/**
 * Whether a workbook is in the import format: other files have sheets called «Piezas» or «Aplicaciones» too, with columns
 * of their own.
 */
async function isOfFormat(workbook: WorkbookReader): Promise<boolean> {
  for (const sheet of workbook.sheets) {
    const format = formatOf(sheet.name);
    if (!format) continue;
    const enough = format === 'Piezas' ? ENOUGH_OF_PARTS : KEYS.length;
    for await (const rows of sheet.rows()) {
      const titles = rows.slice(0, SAMPLE_ROWS).map(({ cells }) => cells.map((cell) => plainTitle(cellText(cell))));
      if (titles.some((row) => KEYS.filter((key) => row.includes(key)).length >= enough)) return true;
      break;
    }
  }
  return false;
}

/** Makes a proposal valid for the contract. A column with an invalid title is ignored or dropped. */
function acceptable(proposal: WorkbookMapping): WorkbookMapping {
  const sheets = proposal.sheets.map((sheet) => ({
    ...sheet,
    columns: sheet.columns.flatMap((column): MappedColumn[] => {
      if (MappedColumn.safeParse(column).success) return [column];
      const ignored = {
        ...column,
        title: tidy(column.title.replace(/\p{C}/gu, ' ')).slice(0, 100),
        target: { is: 'ignored' as const },
      };
      return MappedColumn.safeParse(ignored).success ? [ignored] : [];
    }),
  }));
  return WorkbookMapping.parse({ ...proposal, sheets });
}

const isTable = ({ titles, first, header }: ReadSheet) =>
  titles.filter((title) => title !== '').length > 1 && first.some(({ row }) => row > (header.at(-1) ?? 0));

/** The stored mapping that reads the file with the fewest new columns. */
export async function findStored(db: Db, person: Person, { sheets }: WorkbookSample, vocabulary: Vocabulary) {
  const stored = await mappingsInScope(db, person)
    .select(['workbook_mappings.id', 'mapping', 'name', 'updated_at'])
    .execute();
  const fitting = stored.flatMap(({ mapping, ...one }) => {
    const adapted = adaptMapping(mapping, sheets, vocabulary);
    return adapted ? [{ ...one, ...adapted }] : [];
  });
  return fitting.sort(
    (a, b) => a.newTitles.length - b.newTitles.length || b.updated_at.getTime() - a.updated_at.getTime(),
  )[0];
}
