import { pictures as contract, MAX_PICTURES } from '@piezario/contract/pictures';
import { sql } from 'kysely';
import { findPart, lockPart } from '../access/parts.ts';
import type { Db } from '../db/connection/connect.ts';
import { page } from '../db/list/page.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Files } from '../files/files.ts';
import { readRemoval } from '../history/read.ts';
import { Failure, notFound } from '../http/failure.ts';
import type { Handlers } from '../http/implement.ts';
import { describe, putFiles, readPicture, removeFiles } from './image-files.ts';

const COLUMNS = ['id', 'name', 'width', 'height', 'bytes', 'position as order'] as const;
const COMPUTED = [
  sql<string>`'/' || image_key`.as('imageUrl'),
  sql<string>`'/' || thumbnail_key`.as('thumbnailUrl'),
  sql<0 | 1>`is_blueprint::int`.as('is_blueprint'),
];

const selectPictures = (db: Db) => db.selectFrom('part_pictures').select([...COLUMNS, ...COMPUTED]);

/** The pictures of a part, to be read with it. */
export const picturesOf = (db: Db, partId: number) =>
  selectPictures(db).where('part_id', '=', partId).orderBy('position');

/** Copies pictures to another part. Both parts use the same files, which are kept while one of them uses them. */
export const copyPictures = (db: Db, from: number, to: number) =>
  sql`insert into part_pictures
      (part_id, position, name, is_blueprint, width, height, bytes, image_key, thumbnail_key)
    select ${to}::int, position, name, is_blueprint, width, height, bytes, image_key, thumbnail_key
    from part_pictures where part_id = ${from} order by position`.execute(db);

export const pictureHandlers = (files: Files): Handlers<typeof contract> => ({
  list: async ({ db, user, query, params: { partId } }) => {
    await findPart(db, user, partId);
    return page(db, query, {
      list: contract.list,
      table: 'part_pictures',
      where: sql`part_id = ${partId}`,
      columns: {
        id: 'id',
        name: 'name',
        order: 'position',
        is_blueprint: 'is_blueprint',
        width: 'width',
        height: 'height',
        bytes: 'bytes',
      },
      show: (id) =>
        db
          .selectFrom('part_pictures')
          .where('id', '=', id)
          .select([...COLUMNS, ...COMPUTED]),
    });
  },

  store: async ({ db, user, act, body: { part_id, is_blueprint, attachment } }) => {
    refuseIfFull(await findPart(db, user, part_id));
    const image = await readPicture(attachment.path);
    // The files first, so that a row never names a missing file.
    const keys = await putFiles(files, image);
    const insert = inTransaction(db, act, async (transaction) => {
      const part = await lockPart(transaction, user, part_id);
      refuseIfFull(part);
      return transaction
        .insertInto('part_pictures')
        .values({
          part_id,
          position: part.pictures_count + 1,
          name: attachment.name || 'Foto',
          is_blueprint: is_blueprint === 1,
          ...describe(image),
          ...keys,
        })
        .returning([...COLUMNS, ...COMPUTED])
        .executeTakeFirstOrThrow();
    });
    return insert.catch(async (error: unknown) => {
      // After a refusal there is surely no row. After a broken connection there may be one; the sweep finds out.
      if (error instanceof Failure) await removeFiles(files, keys);
      throw error;
    });
  },

  remove: async ({ db, user, body: { part_id, picture_id } }) => {
    await lockPart(db, user, part_id);
    const removed = await db
      .deleteFrom('part_pictures')
      .where('id', '=', picture_id)
      .where('part_id', '=', part_id)
      .returning('position')
      .executeTakeFirstOrThrow(notFound);
    // The pictures after it move up.
    await db
      .updateTable('part_pictures')
      .set({ position: sql`position - 1` })
      .where('part_id', '=', part_id)
      .where('position', '>', removed.position)
      .execute();
    return readRemoval(db, { entity: 'picture', part_id, row_id: picture_id });
  },

  changeOrder: async ({ db, user, body: { part_id, picture_id, order } }) => {
    const { pictures_count } = await lockPart(db, user, part_id);
    const { position: from } = await db
      .selectFrom('part_pictures')
      .where('id', '=', picture_id)
      .where('part_id', '=', part_id)
      .select('position')
      .executeTakeFirstOrThrow(notFound);
    const to = Math.min(order, pictures_count);
    // The pictures in between move by one, towards the position that becomes free.
    await db
      .updateTable('part_pictures')
      .set({
        position: sql`case when id = ${picture_id} then ${to}::int else position + ${Math.sign(from - to)}::int end`,
      })
      .where('part_id', '=', part_id)
      .where('position', '>=', Math.min(from, to))
      .where('position', '<=', Math.max(from, to))
      .execute();
    return picturesOf(db, part_id).execute();
  },

  markBlueprint: async ({ db, user, body: { part_id, picture_id, is_blueprint } }) => {
    await lockPart(db, user, part_id);
    return db
      .updateTable('part_pictures')
      .set({ is_blueprint: is_blueprint === 1 })
      .where('id', '=', picture_id)
      .where('part_id', '=', part_id)
      .returning([...COLUMNS, ...COMPUTED])
      .executeTakeFirstOrThrow(notFound);
  },
});

function refuseIfFull({ pictures_count }: { pictures_count: number }) {
  if (pictures_count >= MAX_PICTURES) throw new Failure(409, `Una pieza puede tener hasta ${MAX_PICTURES} fotos`);
}
