import { tidy } from '@piezario/contract/fields';
import { fold } from '@piezario/contract/words';
import {
  workbookMappings as contract,
  type SampleColumn,
  type StoredMapping,
  WorkbookMapping,
} from '@piezario/contract/workbook-mappings';
import { sql } from 'kysely';
import { brandsInScope, type Person } from '../../access/scope.ts';
import type { Db } from '../../db/connection/connect.ts';
import { page } from '../../db/list/page.ts';
import { storableJson } from '../../db/storable.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { WorkbookSample } from '../../db/workbook-sample.ts';
import type { Files } from '../../files/files.ts';
import { nameIn, personIn } from '../../history/operations.ts';
import { Failure, notFound } from '../../http/failure.ts';
import type { Handlers } from '../../http/implement.ts';
import { queueAgain } from '../../jobs/job.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import { readVehicleBase, readVehicleBrandNames } from '../../vehicles/bulk.ts';
import { readImport } from '../importer.ts';
import { VehicleTexts } from '../vehicles/vehicle-texts.ts';
import { meaningOf } from './convert.ts';
import { doubtOf } from './guess-column.ts';
import { findStored } from './open-source.ts';
import { openQuestions, previewMapping, readProductsByCode } from './preview.ts';
import { reasonNotToRead, withoutEnding } from './propose.ts';
import type { ReadSheet } from './sample.ts';
import { isInScope, mappingsInScope } from './stored-mappings.ts';
import { storedProducts } from './stored-products.ts';
import { plain } from './titles.ts';
import { readVocabulary } from './vocabulary.ts';

type Services = { readonly files: Files; readonly jobs: Pick<JobQueue, 'kick'> };

export const workbookMappingHandlers = ({ files, jobs }: Services): Handlers<typeof contract> => ({
  show: async ({ db, user, params: { udid } }) => {
    const file = await readImport(db, user, udid);
    const { sample, mapping } = await readWaiting(db, file.id);
    const found = await findStored(db, user, sample, await readVocabulary(db, user));
    // The proposal was made when the file was read, so that it cannot come from a mapping that was stored since.
    const stored = found && inOneOrder(found.mapping) === inOneOrder(mapping) ? found : undefined;
    return {
      file,
      text: sample.text,
      sheets: sample.sheets.map((sheet) => ({
        ...sheet,
        reason: reasonNotToRead(sheet, mapping, sample.sheets),
        columns: sheet.columns.map((column) => ({ ...column, note: noteOn(column, sheet, mapping, stored) })),
      })),
      mapping,
      stored: stored ? { id: stored.id, name: stored.name, updated_at: stored.updated_at } : null,
    };
  },

  preview: async ({ db, user, body: { udid, mapping } }) => {
    const { id } = await readImport(db, user, udid);
    const { sample } = await readWaiting(db, id);
    const { texts, base } = await readVehicles(db);
    return previewMapping(mapping, sample.sheets, {
      vocabulary: await readVocabulary(db, user),
      vehicles: texts,
      products: await readProductsByCode(mapping, sample.sheets, texts, storedProducts(db, user)),
      base,
    });
  },

  apply: async ({ db, user, act, body: { udid, mapping, name } }) => {
    await inTransaction(db, act, async (trx) => {
      const file = await readImport(trx, user, udid);
      const { id } = file;
      // Locked, so that a double click reads the file once.
      const { sample, file_key } = await readWaiting(trx, id, { lock: true });
      if (!(await files.stat(file_key)))
        throw new Failure(409, 'El archivo ya no está en el servidor: subilo de nuevo');
      const blocking = openQuestions(mapping, sample.sheets).find(({ blocks }) => blocks);
      if (blocking) throw new Failure(422, blocking.message, { mapping: blocking.message });
      // Files of other formats are always reviewed by a person.
      await trx
        .updateTable('imports')
        .set({ mapping: storableJson(mapping), is_mapped: true, auto_apply: false, sample: null })
        .where('id', '=', id)
        .execute();
      await keep(trx, user, { name, fileName: file.name }, mapping, sample);
      await queueAgain(trx, id);
    });
    jobs.kick();
    return readImport(db, user, udid);
  },

  list: ({ db, user, query }) =>
    page(db, query, {
      list: contract.list,
      table: 'workbook_mappings',
      where: isInScope(user),
      columns: {
        id: 'id',
        name: sql`fold(name)`,
        brand: nameIn('part_brands', 'workbook_mappings.part_brand_id'),
        user: personIn('workbook_mappings.user_id'),
        updated_at: 'updated_at',
        used_at: 'used_at',
      },
      show: (id) => selectMapping(id),
    }),

  store: async ({ db, user, body: { id, part_brand_id, name, mapping } }) => {
    await brandsInScope(db, user).where('id', '=', part_brand_id).executeTakeFirstOrThrow(notFound);
    const values = { part_brand_id, name, mapping: storableJson(mapping), user_id: user.id };
    if (id !== undefined) {
      await mappingsInScope(db, user).where('id', '=', id).select('id').forUpdate().executeTakeFirstOrThrow(notFound);
      await db
        .updateTable('workbook_mappings')
        .set({ ...values, updated_at: sql<Date>`now()` })
        .where('id', '=', id)
        .execute();
      return readStored(db, id);
    }
    if (await hasTooMany(db, part_brand_id)) throw tooMany();
    const added = await db.insertInto('workbook_mappings').values(values).returning('id').executeTakeFirstOrThrow();
    return readStored(db, added.id);
  },

  remove: async ({ db, user, body: { id } }) => {
    await db
      .deleteFrom('workbook_mappings')
      .where('id', '=', id)
      .where(isInScope(user))
      .returning('id')
      .executeTakeFirstOrThrow(notFound);
    return null;
  },
});

/** Note for the user on a column: the stored mapping does not have it, or why the proposal ignores it. */
function noteOn(
  column: SampleColumn,
  { name }: ReadSheet,
  { sheets }: WorkbookMapping,
  stored: { readonly name: string; readonly newTitles: readonly string[] } | undefined,
): string {
  const own = sheets.find(({ names }) => names.includes(name))?.columns.find((one) => one.position === column.position);
  if (!own) return '';
  if (stored?.newTitles.includes(own.title)) return `Columna nueva: «${stored.name}» no la tiene`;
  const doubt = own.target.is === 'ignored' ? doubtOf(own.title, column) : '';
  return doubt === '' ? '' : `${doubt}: no parece un atributo`;
}

/** PostgreSQL stores the members of JSON in another order. */
const inOneOrder = (mapping: WorkbookMapping) => JSON.stringify(WorkbookMapping.parse(mapping));

/** Cached, because indexing names takes longer than a preview, and the vehicle base rarely changes. */
const VEHICLES_FOR_MS = 60_000;
const indexes = new WeakMap<Db, Promise<Awaited<ReturnType<typeof openVehicles>>>>();

function readVehicles(db: Db) {
  const before = indexes.get(db);
  if (before !== undefined) return before;
  const opened = openVehicles(db);
  indexes.set(db, opened);
  const forget = () => indexes.delete(db);
  opened.catch(forget);
  setTimeout(forget, VEHICLES_FOR_MS).unref();
  return opened;
}

async function openVehicles(db: Db) {
  const base = await readVehicleBase(db);
  const texts = new VehicleTexts(base, await readVehicleBrandNames(db));
  return { texts, base: new Map(base.map((vehicle) => [vehicle.id, vehicle])) };
}

/** Mappings of a brand. Every file of another format is compared with all of them. */
const MAX_STORED = 50;

async function hasTooMany(db: Db, part_brand_id: number): Promise<boolean> {
  const { count } = await db
    .selectFrom('workbook_mappings')
    .where('part_brand_id', '=', part_brand_id)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count >= MAX_STORED;
}

const tooMany = () => new Failure(409, `La marca ya tiene ${MAX_STORED} mapeos: olvidá alguno`);

/** The sample and the mapping of a file that waits for one. */
async function readWaiting(db: Db, id: number, { lock } = { lock: false }) {
  const found = await db
    .selectFrom('imports')
    .innerJoin('jobs', 'jobs.id', 'imports.id')
    .where('imports.id', '=', id)
    .where('state', '=', 'mapping')
    .select(['sample', 'mapping', 'file_key'])
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!found?.sample || !found.mapping) throw new Failure(409, 'Este archivo no espera que se diga cómo leerlo');
  return { sample: found.sample, mapping: found.mapping, file_key: found.file_key };
}

const selectMapping = (id: Parameters<typeof sql>[1]) => sql<StoredMapping>`
  select m.id, m.name, b.name as brand, m.part_brand_id, u.name as user, m.updated_at, m.used_at, m.mapping
  from workbook_mappings m join part_brands b on b.id = m.part_brand_id left join users u on u.id = m.user_id
  where m.id = ${id}`;

async function readStored(db: Db, id: number): Promise<StoredMapping> {
  const { rows } = await selectMapping(id).execute(db);
  return rows[0] ?? notFoundRow();
}

function notFoundRow(): never {
  throw notFound();
}

/** Characters of a file name in the name of a mapping, where a number may follow them. */
const MAX_NAME = 95;

/**
 * Stores a mapping for the brand that the file names most often, and replaces one with the same name. Without a chosen
 * name it gets the name of the file, and is skipped when it cannot be stored.
 */
async function keep(
  db: Db,
  person: Person,
  { name: chosen, fileName }: { readonly name: string; readonly fileName: string },
  mapping: WorkbookMapping,
  sample: WorkbookSample,
): Promise<void> {
  const brands = await brandsInScope(db, person).orderBy('id').execute();
  const rows = new Map<number, number>();
  for (const { text, count } of brandTexts(mapping, sample)) {
    const brand = brands.find((one) => plain(one.name) === plain(text));
    if (brand) rows.set(brand.id, (rows.get(brand.id) ?? 0) + count);
  }
  const [most] = [...rows].sort(([, a], [, b]) => b - a);
  if (!most) {
    if (chosen === '') return;
    throw new Failure(422, 'Para guardar el mapeo, la marca tiene que ser una de las tuyas', {
      name: 'Falta la marca',
    });
  }
  const [part_brand_id] = most;
  const stored = await db
    .selectFrom('workbook_mappings')
    .where('part_brand_id', '=', part_brand_id)
    .select(['name', 'mapping'])
    .execute();
  const name = chosen || nameOfFile(fileName, mapping, stored);
  if (name === '') return;
  if (stored.length >= MAX_STORED && !stored.some((one) => fold(one.name) === fold(name))) {
    if (chosen === '') return;
    throw tooMany();
  }
  await sql`insert into workbook_mappings (part_brand_id, name, mapping, user_id)
    values (${part_brand_id}, ${name}, ${storableJson(mapping)}::jsonb, ${person.id})
    on conflict (part_brand_id, fold(name)) do update
    set mapping = excluded.mapping, user_id = excluded.user_id, updated_at = now()`.execute(db);
}

/** The name of a file, with a number where a mapping of other columns has it: many files are called «lista.xlsx». */
function nameOfFile(
  fileName: string,
  mapping: WorkbookMapping,
  stored: readonly { readonly name: string; readonly mapping: WorkbookMapping }[],
): string {
  const bare = tidy(tidy(withoutEnding(fileName)).slice(0, MAX_NAME));
  if (bare === '') return '';
  const names = [bare, ...stored.map((_, index) => `${bare} (${index + 2})`)];
  const isFree = (name: string) =>
    stored.every((one) => fold(one.name) !== fold(name) || titlesIn(one.mapping) === titlesIn(mapping));
  return names.find(isFree) ?? '';
}

const titlesIn = ({ sheets }: WorkbookMapping) =>
  sheets
    .flatMap(({ columns }) => columns.map(({ title }) => plain(title)))
    .sort()
    .join('|');

/** The brands that a mapping reads in a file, with the rows of each. */
function brandTexts(mapping: WorkbookMapping, { sheets }: WorkbookSample): { text: string; count: number }[] {
  return mapping.sheets
    .filter(({ use }) => use === 'rows')
    .flatMap((table) => {
      const samples = sheets.filter(({ name }) => table.names.includes(name));
      const rows = samples.reduce((sum, one) => sum + one.rows, 0);
      const inColumns = table.columns
        .filter(({ target }) => target.is === 'brand')
        .flatMap(({ position, values }) =>
          samples
            .flatMap(({ columns }) => columns.find((one) => one.position === position)?.values ?? [])
            .map(({ value, rows: count }) => ({ text: meaningOf(values, value) ?? value, count })),
        );
      const inGroups =
        table.groups === 'brand'
          ? samples.flatMap(({ groups }) =>
              groups.map(({ value, rows: count }) => ({ text: meaningOf(table.group_values, value) ?? value, count })),
            )
          : [];
      const { brand } = table.constants;
      return [...inColumns, ...inGroups, ...(brand === '' ? [] : [{ text: brand, count: rows }])];
    });
}
