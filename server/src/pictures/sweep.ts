import { UNDO_DAYS } from '@piezario/contract/history';
import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import type { Files } from '../files/files.ts';

const DAY = 24 * 60 * 60_000;
const AT_ONCE = 500;

/**
 * Deletes the files that no row has named for as long as a removal can be undone, and those of a day ago that no row ever
 * named. A younger one may belong to a row that is not yet committed. Several processes may do this at once.
 */
export async function sweepPictures(db: Db, files: Files, now = new Date()): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY);
  // Before the files: this waits for a picture that is being restored at the moment, and whose files are in use again.
  await db.deleteFrom('released_files').where('released_at', '<', daysAgo(UNDO_DAYS)).execute();
  let old: string[] = [];
  for await (const { key, modified } of files.list('media/')) {
    if (modified < daysAgo(1)) old.push(key);
    if (old.length < AT_ONCE) continue;
    await removeUnnamed(db, files, old);
    old = [];
  }
  await removeUnnamed(db, files, old);
}

async function removeUnnamed(db: Db, files: Files, keys: readonly string[]) {
  // One statement, so that a key that moves from one table to another at this moment is found. The keys of removed
  // pictures are in `released_files`.
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${keys}::text[]) keys (key)
    where not exists (select from part_pictures where image_key = key)
      and not exists (select from part_pictures where thumbnail_key = key)
      and not exists (select from vehicle_images where image_key = key)
      and not exists (select from released_files where released_files.key = keys.key)`.execute(db);
  for (const { key } of rows) await files.remove(key);
}
