import { sql } from 'kysely';
import { given } from '../db/bulk.ts';
import type { Db } from '../db/connection/connect.ts';
import { removeRows } from '../part-rows/rows.ts';
import type { Keys } from './image-files.ts';

type NewPicture = Keys & {
  readonly name: string;
  readonly is_blueprint: boolean;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
};

/** The pictures that a part has, in their order. */
export const storedPictures = (db: Db, part_id: number) =>
  db
    .selectFrom('part_pictures')
    .where('part_id', '=', part_id)
    .select(['id', 'width', 'height', 'bytes', 'image_key'])
    .orderBy('position')
    .execute();
export type StoredPicture = Awaited<ReturnType<typeof storedPictures>>[number];

/** A picture that the part has already, or a new one. */
export type Arranged = { readonly id: number; readonly is_blueprint?: boolean } | NewPicture;

/** Sets the pictures of a locked part, in this order. Removes its other pictures. */
export async function arrangePictures(
  db: Db,
  part_id: number,
  before: readonly StoredPicture[],
  pictures: readonly Arranged[],
): Promise<void> {
  await sql`set constraints part_pictures_position_key deferred`.execute(db);
  const placed = pictures.map((picture, index) => ({ ...picture, place: index + 1 }));
  const kept = placed.flatMap((picture) => ('id' in picture ? [picture] : []));
  const added = placed.flatMap((picture) => ('id' in picture ? [] : [picture]));
  const gone = before.filter(({ id }) => !kept.some((picture) => picture.id === id));
  if (gone.length > 0) {
    await removeRows(
      db,
      'picture',
      gone.map(({ id }) => ({ entity: 'picture', part_id, row_id: id })),
    );
  }
  await sql`
    update part_pictures set position = place, is_blueprint = coalesce(given.is_blueprint, part_pictures.is_blueprint)
    from ${given(kept, { id: 'int', place: 'int', is_blueprint: 'boolean' })}
    where part_pictures.part_id = ${part_id} and part_pictures.id = given.id
      and (part_pictures.position <> place or part_pictures.is_blueprint <> given.is_blueprint)`.execute(db);
  if (added.length === 0) return;
  await sql`
    insert into part_pictures (part_id, position, name, is_blueprint, width, height, bytes, image_key, thumbnail_key)
    select ${part_id}::int, place, name, is_blueprint, width, height, bytes, image_key, thumbnail_key
    from ${given(added, { place: 'int', name: 'text', is_blueprint: 'boolean', width: 'int', height: 'int', bytes: 'int', image_key: 'text', thumbnail_key: 'text' })} order by place`.execute(
    db,
  );
}
