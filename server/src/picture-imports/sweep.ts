import { UNDO_DAYS } from '@piezario/contract/history';
import { PICTURE_IMPORT_DAYS } from '@piezario/contract/picture-imports';
import { sql } from 'kysely';
import type { Db } from '../db/connection/connect.ts';
import type { Files } from '../files/files.ts';
import { HOUR, sweepFolder } from '../files/sweep.ts';
import { cancelOldReviews } from '../jobs/job.ts';
import { EXPIRED } from './messages.ts';

/**
 * Cancels imports that were not applied in time, deletes the uploads of ended imports, and deletes their lists of files
 * once they cannot be undone.
 */
export async function sweepPictureImports(db: Db, files: Files): Promise<void> {
  await cancelOldReviews(db, 'pictures', PICTURE_IMPORT_DAYS, EXPIRED);
  await forgetOld(db);
  await sweepFolder(files, 'uploads/', new Date(Date.now() - HOUR), (keys) => neededUploads(db, keys));
}

/** Deletes one import at a time, so that no statement takes long. The list of its files is deleted by cascade. */
async function forgetOld(db: Db): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from picture_import_uploads where picture_import_id = (
        select picture_import_id from picture_import_uploads join jobs on jobs.id = picture_import_id
        where state not in ('queued', 'running', 'review') and finished_at < now() - make_interval(days => ${UNDO_DAYS})
        limit 1)`.execute(db);
    if (numAffectedRows === 0n) return;
  }
}

async function neededUploads(db: Db, keys: readonly string[]): Promise<string[]> {
  const kept = await db
    .selectFrom('picture_import_uploads')
    .innerJoin('jobs', 'jobs.id', 'picture_import_uploads.picture_import_id')
    .where('file_key', 'in', keys)
    .where('state', 'in', ['queued', 'running', 'review'])
    .select('file_key')
    .execute();
  return kept.map(({ file_key }) => file_key);
}
