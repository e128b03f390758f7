import { sql } from 'kysely';
import type { Db } from '../db/connection/connect.ts';
import { backToDone } from '../jobs/job.ts';
import { completed } from './messages.ts';
import { uncountReview } from './review/review.ts';
import { readCounts } from './saving/record.ts';

/**
 * Discards the review of corrected rows of a file that was applied before, in the transaction of the caller. Leaves out
 * its changes and sets the job back to done, so that other errors of the file can still be corrected. Returns false for
 * any other import.
 */
export async function discardCorrected(db: Db, id: number): Promise<boolean> {
  const job = await db
    .selectFrom('jobs')
    .innerJoin('imports', 'imports.id', 'jobs.id')
    .where('jobs.id', '=', id)
    .where('jobs.state', 'in', ['queued', 'running', 'review'])
    .where('jobs.operation_id', 'is not', null)
    .where('imports.phase', '=', 'review')
    .select('jobs.id')
    .forUpdate('jobs')
    .executeTakeFirst();
  if (!job) return false;
  await uncountReview(db, id);
  await sql`
    with outside as (
      update import_changes set accepted = false where import_id = ${id} returning coalesce(position, -id) as place)
    update imports set phase = 'apply', only_refused = false,
      rows_left_out = rows_left_out + (select count(distinct place) from outside)
    where id = ${id}`.execute(db);
  await db.deleteFrom('import_named_rows').where('import_id', '=', id).execute();
  await backToDone(db, id, completed(await readCounts(db, id)));
  return true;
}
