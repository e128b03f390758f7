import { UNDO_DAYS } from '@piezario/contract/history';
import { sql } from 'kysely';
import type { Db } from '../db/connection/connect.ts';
import type { Files } from '../files/files.ts';
import { HOUR, sweepFolder } from '../files/sweep.ts';

const DAY = 24 * HOUR;

/**
 * Deletes files that no row has named for as long as a removal can be undone, and files older than a day that no row
 * ever named. A newer file may belong to a row that is not yet committed. Several processes may do this at once.
 */
export async function sweepPictures(db: Db, files: Files, now = new Date()): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY);
  // Before the files: the statement waits for pictures that are being restored, whose files are then in use again.
  await db.deleteFrom('released_files').where('released_at', '<', daysAgo(UNDO_DAYS)).execute();
  await sweepFolder(files, 'media/', daysAgo(1), (keys) => namedKeys(db, keys));
}

async function namedKeys(db: Db, keys: readonly string[]): Promise<string[]> {
  // One statement, so that a key that moves from one table to another at this moment is found. The keys of removed
  // pictures are in `released_files`.
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${keys}::text[]) keys (key)
    where exists (select from part_pictures where image_key = key)
      or exists (select from part_pictures where thumbnail_key = key)
      or exists (select from vehicle_images where image_key = key)
      or exists (select from released_files where released_files.key = keys.key)`.execute(db);
  return rows.map(({ key }) => key);
}
