import type { Db } from '../../db/connection/connect.ts';
import type { Files } from '../../files/files.ts';
import { Failure } from '../../http/failure.ts';
import { queueAgain } from '../../jobs/job.ts';
import { forgetReview, uncountReview } from './review.ts';

/**
 * Locks an import that waits for a review or is done, and whose file is still there. Returns the operation of what it has
 * applied. Throws Failure for any other.
 */
export async function lockEnded(db: Db, files: Files, id: number): Promise<{ operation_id: number | null }> {
  const { state, operation_id } = await db
    .selectFrom('jobs')
    .where('id', '=', id)
    .select(['state', 'operation_id'])
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (state === 'cancelled' || state === 'failed')
    throw new Failure(409, 'La importación se canceló o falló, y ya no se corrige: subí el archivo de nuevo');
  if (state !== 'review' && state !== 'done') throw new Failure(409, 'Esperá a que termine de procesarse');
  const { file_key } = await db.selectFrom('imports').where('id', '=', id).select('file_key').executeTakeFirstOrThrow();
  if (!(await files.stat(file_key))) throw new Failure(409, 'El archivo ya no está en el servidor: subilo de nuevo');
  return { operation_id };
}

/** Queues the refused rows to be read again. Deletes what an applied review left out, and replaces nothing again. */
export async function readRefusedAgain(db: Db, id: number): Promise<void> {
  const { phase } = await db.selectFrom('imports').where('id', '=', id).select('phase').executeTakeFirstOrThrow();
  if (phase === 'apply') {
    await forgetReview(db, id);
    await db.updateTable('imports').set({ phase: 'review', replaces: [] }).where('id', '=', id).execute();
  }
  await db.updateTable('imports').set({ only_refused: true }).where('id', '=', id).execute();
  await queueAgain(db, id);
}

const NOTHING_READ = {
  rows_unchanged: 0,
  rows_suspicious: 0,
  rows_left_out: 0,
  errors_count: 0,
  rows_stored: '{}',
  notices: '{}',
  alarms: [],
};
const NOTHING_APPLIED = { rows_created: 0, rows_updated: 0, rows_removed: 0 };

/** Deletes errors and review, so that the whole file is reviewed again. The counts of applied rows stay. */
export async function forgetRows(db: Db, id: number): Promise<void> {
  const { operation_id } = await db
    .selectFrom('jobs')
    .where('id', '=', id)
    .select('operation_id')
    .executeTakeFirstOrThrow();
  await uncountReview(db, id);
  await forgetReview(db, id);
  await db.deleteFrom('import_errors').where('import_id', '=', id).execute();
  await db
    .updateTable('imports')
    .set({
      ...NOTHING_READ,
      ...(operation_id === null && NOTHING_APPLIED),
      ...{ phase: 'review', only_refused: false },
    })
    .where('id', '=', id)
    .execute();
}
