import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pictureImports as contract, type PictureImportFile } from '@piezario/contract/picture-imports';
import { type SqlBool, sql } from 'kysely';
import { findPart } from '../access/parts.ts';
import { type Person, partInScope, productsInScope, reaches } from '../access/scope.ts';
import type { Db } from '../db/connection/connect.ts';
import { page } from '../db/list/page.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Files } from '../files/files.ts';
import { nameIn } from '../history/operations.ts';
import { Failure, notFound } from '../http/failure.ts';
import type { Handlers } from '../http/implement.ts';
import { canceller } from '../jobs/cancel.ts';
import { addWaitingJob, isVisibleJob, queueAgain, setSmall } from '../jobs/job.ts';
import type { Kind } from '../jobs/kind.ts';
import type { JobQueue } from '../jobs/queue.ts';
import { countsOf } from './counts.ts';
import { cancelled, WAITING } from './messages.ts';
import { readOwned } from './owner.ts';
import { readState, receive, refuseUnlessWaiting } from './receive.ts';
import { openUploads, type Place } from './uploads.ts';

/** Imports of pictures as jobs. */
export const pictureImportJob: Kind = {
  started: 'Guardando las fotos',
  resumes: 'Se retoma solo.',
  givenUp: 'una foto no se pudo leer, puede estar dañada; las que se guardaron quedan',
  tooLong: 'tardó demasiado y se detuvo; las fotos que se guardaron quedan: subí el resto en otra tanda',
};

const pictureImportsOf = (db: Db, person: Person) =>
  db
    .selectFrom('picture_imports')
    .innerJoin('jobs', 'jobs.id', 'picture_imports.id')
    .innerJoin('users', 'users.id', 'jobs.user_id')
    .leftJoin('part_brands', 'part_brands.id', 'picture_imports.part_brand_id')
    .leftJoin('part_products', 'part_products.id', 'picture_imports.part_product_id')
    .innerJoinLateral(countsOf(person, sql.ref('picture_imports.id')).as('counts'), (join) => join.onTrue())
    .where(isVisibleJob(person))
    .selectAll('counts')
    .select(['picture_imports.id', 'operation_id', 'users.name as user', 'jobs.created_at', 'finished_at', 'state'])
    .select(['status_message', 'total', 'done', 'mode'])
    .select([
      sql<string>`coalesce(part_brands.name, '')`.as('brand'),
      sql<string>`coalesce(part_products.name, '')`.as('product'),
    ]);

const readPictureImport = (db: Db, person: Person, id: number) =>
  pictureImportsOf(db, person).where('picture_imports.id', '=', id).executeTakeFirstOrThrow(notFound);

/** Limit of waiting and running imports of a person, because all are listed and their uploads are kept. */
const MAX_UNFINISHED = 10;
/** Limit of pictures of a small job, which takes seconds. */
const MAX_SMALL = 50;
const UNFINISHED = ['review', 'queued', 'running'] as const;

type Services = {
  readonly files: Files;
  readonly jobs: Pick<JobQueue, 'kick'>;
  /** Folder for copies that are being read. */
  readonly uploads: string;
};

export const pictureImportHandlers = ({ files, jobs, uploads }: Services): Handlers<typeof contract> => ({
  unfinished: ({ db, user }) =>
    pictureImportsOf(db, user)
      .where('jobs.user_id', '=', user.id)
      .where('state', 'in', UNFINISHED)
      .orderBy('picture_imports.id', 'desc')
      .execute(),

  store: async ({ db, user, body: { part_brand_id, part_product_id } }) => {
    const product = part_product_id === 'all' ? null : part_product_id;
    await refuseOutOfReach(db, user, part_brand_id, product);
    await refuseMore(db, user);
    const id = await addWaitingJob(db, { kind: 'pictures', user_id: user.id, same_as: randomUUID() }, WAITING);
    await db.insertInto('picture_imports').values({ id, part_brand_id, part_product_id: product }).execute();
    return readPictureImport(db, user, id);
  },

  addFile: async ({ db, user, act, body: { id, attachment } }) => {
    await readPictureImport(db, user, id);
    await receive(db, files, act, await readOwned(db, id), attachment);
    return readPictureImport(db, user, id);
  },

  show: ({ db, user, params: { pictureImportId } }) => readPictureImport(db, user, pictureImportId),

  files: async ({ db, user, query, params: { pictureImportId } }) => {
    await readPictureImport(db, user, pictureImportId);
    return page(db, query, {
      list: contract.files,
      table: 'picture_import_files',
      where: sql<SqlBool>`picture_import_files.picture_import_id = ${pictureImportId}
        and (picture_import_files.part_id is null or ${partInScope(user, 'picture_import_files')})`,
      columns: {
        id: 'picture_import_files.id',
        name: 'picture_import_files.name',
        brand: nameIn('part_brands', 'picture_import_files.part_brand_id'),
        product: nameIn('part_products', 'picture_import_files.part_product_id'),
        code: 'picture_import_files.code_bare',
        is_blueprint: 'picture_import_files.is_blueprint',
        rank: 'picture_import_files.rank',
        outcome: 'picture_import_files.outcome',
        reason: 'picture_import_files.reason',
      },
      show: (id) => sql<PictureImportFile>`
        select f.id, f.name, coalesce(b.name, '') as brand, coalesce(p.name, '') as product, f.code, f.part_id,
          f.is_blueprint::int, f.rank, f.outcome, f.reason
        from picture_import_files f left join part_brands b on b.id = f.part_brand_id
          left join part_products p on p.id = f.part_product_id
        where f.id = ${id}`,
    });
  },

  thumbnail: async ({ db, user, params: { pictureImportId, fileId } }) => {
    await readPictureImport(db, user, pictureImportId);
    const place = await waitingFile(db, user, pictureImportId, fileId)
      .innerJoin('picture_import_uploads', 'picture_import_uploads.id', 'upload_id')
      .select(['picture_import_files.id', 'upload_id', 'file_key', 'entry'])
      .executeTakeFirstOrThrow(notFound);
    return { thumbnailUrl: await readThumbnail(files, uploads, place) };
  },

  assign: async ({ db, user, body: { id, file_id, part_id } }) => {
    await readPictureImport(db, user, id);
    const { id: file } = await waitingFile(db, user, id, file_id)
      .select('picture_import_files.id')
      .executeTakeFirstOrThrow(notFound);
    await findPart(db, user, part_id);
    await findPart(db, (await readOwned(db, id)).owner, part_id);
    await refuseUnlessWaiting(readState(db, id).forUpdate());
    // Ranks the picture after the others of the import for the part, so that the main picture stays the first.
    await sql`
      update picture_import_files f set part_id = p.id, part_brand_id = p.part_brand_id,
        part_product_id = p.part_product_id, code = p.code, outcome = 'found', reason = '', rank = 1 + coalesce(
          (select max(rank) from picture_import_files o
            where o.picture_import_id = ${id} and o.outcome = 'found' and o.part_id = p.id and o.id <> ${file}), 0)
      from parts p where p.id = ${part_id} and f.id = ${file}`.execute(db);
    return readPictureImport(db, user, id);
  },

  apply: async ({ db, user, act, body: { id, mode } }) => {
    await inTransaction(db, act, async (trx) => {
      await readPictureImport(trx, user, id);
      const { state } = await readState(trx, id).forUpdate().executeTakeFirstOrThrow();
      const { found, ...before } = await readPictureImport(trx, user, id);
      // A repeated call, as after a lost answer.
      if (['queued', 'running', 'done'].includes(state) && before.mode === mode) return;
      if (state !== 'review') throw new Failure(409, 'Esta tanda ya se guardó o se descartó: abrí otra');
      if (found === 0) throw new Failure(409, 'Ninguna foto encontró su pieza');
      await trx.updateTable('picture_imports').set({ mode }).where('id', '=', id).execute();
      await setSmall(trx, id, found <= MAX_SMALL);
      await queueAgain(trx, id);
    });
    jobs.kick();
    return readPictureImport(db, user, id);
  },

  cancel: canceller({ read: readPictureImport, cancelled }),
});

/** A file of an import that may still get a part, unless its part is out of the person's scope. */
const waitingFile = (db: Db, person: Person, pictureImport: number, file: number) =>
  db
    .selectFrom('picture_import_files')
    .where('picture_import_files.id', '=', file)
    .where('picture_import_files.picture_import_id', '=', pictureImport)
    .where('outcome', 'in', ['found', 'unknown', 'ambiguous'])
    .where(sql<SqlBool>`(part_id is null or ${partInScope(person, 'picture_import_files')})`);

/** Returns null for an entry of a zip, because the whole zip would be copied to read it. */
async function readThumbnail(files: Files, folder: string, place: Place): Promise<string | null> {
  if (place.entry !== null) return null;
  const copy = join(folder, randomUUID());
  try {
    const image = await (await openUploads(files, copy, () => {})).read(place);
    return 'refused' in image ? null : `data:image/webp;base64,${Buffer.from(image.thumbnail).toString('base64')}`;
  } finally {
    await rm(copy, { force: true, recursive: true });
  }
}

async function refuseMore(db: Db, { id }: Person): Promise<void> {
  const { count } = await db
    .selectFrom('jobs')
    .where('kind', '=', 'pictures')
    .where('user_id', '=', id)
    .where('state', 'in', UNFINISHED)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  if (count >= MAX_UNFINISHED)
    throw new Failure(409, `Tenés ${count} tandas de fotos sin terminar: guardá o descartá alguna antes de abrir otra`);
}

/** Throws the same 404 for a brand or product out of scope as for a missing one. */
async function refuseOutOfReach(db: Db, person: Person, brand: number, product: number | null): Promise<void> {
  await db
    .selectFrom('part_brands')
    .where('id', '=', brand)
    .where(reaches(person, { brand }))
    .select('id')
    .executeTakeFirstOrThrow(notFound);
  if (product === null) return;
  await productsInScope(db, person, { brandId: brand, categoryId: 'all' })
    .where('part_products.id', '=', product)
    .executeTakeFirstOrThrow(notFound);
}
