import {
  workbookMappings as contract,
  type StoredMapping,
  type WorkbookMapping,
} from '@piezario/contract/workbook-mappings';
import { sql } from 'kysely';
import { brandsInScope, type Person } from '../../access/scope.ts';
import type { Db } from '../../db/connect.ts';
import { page } from '../../db/page.ts';
import { storable } from '../../db/storable.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Files } from '../../files/files.ts';
import { nameIn, personIn } from '../../history/operations.ts';
import { Failure, notFound } from '../../http/failure.ts';
import type { Handlers } from '../../http/implement.ts';
import { queueAgain } from '../../jobs/job.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import { readVehicleBase } from '../../vehicles/bulk.ts';
import { readImport } from '../importer.ts';
import { VehicleTexts } from '../vehicles/vehicle-texts.ts';
import { findStored } from './open-source.ts';
import { previewMapping } from './preview.ts';
import { isInReach, mappingsInScope } from './stored-mappings.ts';
import { plain } from './titles.ts';
import { readVocabulary } from './vocabulary.ts';

type Services = { readonly files: Files; readonly jobs: Pick<JobQueue, 'kick'> };

export const workbookMappingHandlers = ({ files, jobs }: Services): Handlers<typeof contract> => ({
  show: async ({ db, user, params: { udid } }) => {
    const file = await readImport(db, user, udid);
    const { sample, mapping } = await readWaiting(db, file.id);
    const stored = await findStored(db, user, sample, await readVocabulary(db, user));
    return {
      file,
      text: sample.text,
      sheets: [...sample.sheets],
      mapping,
      stored: stored ? { id: stored.id, name: stored.name, updated_at: stored.updated_at } : null,
    };
  },

  preview: async ({ db, user, body: { udid, mapping } }) => {
    const { id } = await readImport(db, user, udid);
    const { sample } = await readWaiting(db, id);
    const base = await readVehicleBase(db);
    return previewMapping(mapping, sample.sheets, {
      vocabulary: await readVocabulary(db, user),
      vehicles: await VehicleTexts.open(db),
      base: new Map(base.map((vehicle) => [vehicle.id, vehicle])),
    });
  },

  apply: async ({ db, user, act, body: { udid, mapping, name } }) => {
    await inTransaction(db, act, async (trx) => {
      const { id } = await readImport(trx, user, udid);
      // Locked, so that a double click reads the file once.
      const { sample, file_key } = await readWaiting(trx, id, { lock: true });
      if (!(await files.stat(file_key)))
        throw new Failure(409, 'El archivo ya no está en el servidor: subilo de nuevo');
      const vocabulary = await readVocabulary(trx, user);
      const { questions } = previewMapping(mapping, sample.sheets, {
        vocabulary,
        vehicles: NO_VEHICLES,
        base: new Map(),
      });
      const blocking = questions.find(({ blocks }) => blocks);
      if (blocking) throw new Failure(422, blocking.message, { mapping: blocking.message });
      // The first file of a mapping is always reviewed by a person.
      await trx
        .updateTable('imports')
        .set({ mapping: storable(JSON.stringify(mapping)), is_mapped: true, auto_apply: false })
        .where('id', '=', id)
        .execute();
      if (name !== '') await keep(trx, user, name, mapping);
      await queueAgain(trx, id);
    });
    jobs.kick();
    return readImport(db, user, udid);
  },

  list: ({ db, user, query }) =>
    page(db, query, {
      list: contract.list,
      table: 'workbook_mappings',
      where: isInReach(user),
      columns: {
        id: 'id',
        name: sql`fold(name)`,
        brand: nameIn('part_brands', 'workbook_mappings.part_brand_id'),
        user: personIn('workbook_mappings.user_id'),
        updated_at: 'updated_at',
        used_at: 'used_at',
      },
      show: (id) => shown(id),
    }),

  store: async ({ db, user, body: { id, part_brand_id, name, mapping } }) => {
    await brandsInScope(db, user).where('id', '=', part_brand_id).executeTakeFirstOrThrow(notFound);
    const values = { part_brand_id, name, mapping: storable(JSON.stringify(mapping)), user_id: user.id };
    if (id !== undefined) {
      await mappingsInScope(db, user).where('id', '=', id).select('id').forUpdate().executeTakeFirstOrThrow(notFound);
      await db
        .updateTable('workbook_mappings')
        .set({ ...values, updated_at: sql<Date>`now()` })
        .where('id', '=', id)
        .execute();
      return readStored(db, id);
    }
    const added = await db.insertInto('workbook_mappings').values(values).returning('id').executeTakeFirstOrThrow();
    return readStored(db, added.id);
  },

  remove: async ({ db, user, body: { id } }) => {
    await db
      .deleteFrom('workbook_mappings')
      .where('id', '=', id)
      .where(isInReach(user))
      .returning('id')
      .executeTakeFirstOrThrow(notFound);
    return null;
  },
});

/** Questions about columns need no vehicles. */
const NO_VEHICLES = { read: () => ({ applications: [], unclear: [] }) };

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

const shown = (id: Parameters<typeof sql>[1]) => sql<StoredMapping>`
  select m.id, m.name, b.name as brand, m.part_brand_id, u.name as user, m.updated_at, m.used_at, m.mapping
  from workbook_mappings m join part_brands b on b.id = m.part_brand_id left join users u on u.id = m.user_id
  where m.id = ${id}`;

async function readStored(db: Db, id: number): Promise<StoredMapping> {
  const { rows } = await shown(id).execute(db);
  return rows[0] ?? notFoundRow();
}

function notFoundRow(): never {
  throw notFound();
}

/** Keeps a mapping for the brand that it names most often, in the place of one of that name. */
async function keep(db: Db, person: Person, name: string, mapping: WorkbookMapping): Promise<void> {
  const named = mapping.sheets.flatMap(({ constants, columns, groups, group_values }) => [
    constants.brand,
    ...columns.filter(({ target }) => target.is === 'brand').flatMap(({ values }) => values.map(({ means }) => means)),
    ...(groups === 'brand' ? group_values.map(({ means }) => means) : []),
  ]);
  const brands = await brandsInScope(db, person).orderBy('id').execute();
  const brand = brands.find((one) => named.some((text) => plain(text) === plain(one.name))) ?? brands[0];
  if (!brand) throw notFound();
  await sql`insert into workbook_mappings (part_brand_id, name, mapping, user_id)
    values (${brand.id}, ${name}, ${storable(JSON.stringify(mapping))}::jsonb, ${person.id})
    on conflict (part_brand_id, fold(name)) do update
    set mapping = excluded.mapping, user_id = excluded.user_id, updated_at = now()`.execute(db);
}
