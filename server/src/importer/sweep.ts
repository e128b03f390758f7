import { REVIEW_DAYS } from '@piezario/contract/importer';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../db/connection/connect.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Files } from '../files/files.ts';
import { HOUR, sweepFolder } from '../files/sweep.ts';
import { cancelOldReviews } from '../jobs/job.ts';
import { discardCorrected } from './discard.ts';
import { EXPIRED } from './messages.ts';
import { forgetReview } from './review/review.ts';

/** Ends reviews that were not applied in time, and deletes the changes of imports that were canceled or failed. */
async function expireReviews(db: Db): Promise<void> {
  const applied = await db
    .selectFrom('jobs')
    .where('kind', '=', 'import')
    .where('state', '=', 'review')
    .where('operation_id', 'is not', null)
    .where(sql<SqlBool>`finished_at < now() - make_interval(days => ${REVIEW_DAYS})`)
    .select('id')
    .execute();
  for (const { id } of applied)
    await inTransaction(db, { user: null, what: 'import' }, (trx) => discardCorrected(trx, id));
  await cancelOldReviews(db, 'import', REVIEW_DAYS, EXPIRED);
  const ended = await db
    .selectFrom('jobs')
    .where('kind', '=', 'import')
    .where('state', 'in', ['cancelled', 'failed'])
    .where(sql<SqlBool>`finished_at < now() - make_interval(days => ${REVIEW_DAYS})`)
    .where(sql<SqlBool>`exists (select from import_changes where import_id = jobs.id)`)
    .select('id')
    .execute();
  for (const { id } of ended) await forgetReview(db, id);
}

/**
 * Ends old reviews, and removes files that no import needs: of imports that were removed or ended more than `days` ago,
 * and of uploads that a crash interrupted.
 */
export async function sweepImports(db: Db, files: Files, days: number): Promise<void> {
  await expireReviews(db);
  // A sample is only needed while a file waits to be mapped.
  await sql`update imports set sample = null from jobs
    where jobs.id = imports.id and sample is not null and (state <> 'mapping' or removed_at is not null)`.execute(db);
  await sweepFolder(files, 'imports/', new Date(Date.now() - HOUR), (keys) => neededFiles(db, keys, days));
}

async function neededFiles(db: Db, keys: readonly string[], days: number): Promise<string[]> {
  const kept = await db
    .selectFrom('imports')
    .innerJoin('jobs', 'jobs.id', 'imports.id')
    .where('file_key', 'in', keys)
    .where('removed_at', 'is', null)
    .where(
      sql<SqlBool>`(finished_at is null or state in ('mapping', 'review') or finished_at > now() - make_interval(days => ${days}))`,
    )
    .select('file_key')
    .execute();
  return kept.map(({ file_key }) => file_key);
}
