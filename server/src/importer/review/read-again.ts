import type { Db } from '../../db/connection/connect.ts';
import type { Files } from '../../files/files.ts';
import { Failure } from '../../http/failure.ts';
import { queueAgain } from '../../jobs/job.ts';
import { forgetReview } from './review.ts';

/** Locks an import that waits for a review or is done, and whose file is still there. */
export async function lockEnded(db: Db, files: Files, id: number): Promise<void> {
  const ended = await db
    .selectFrom('jobs')
    .where('id', '=', id)
    .where('state', 'in', ['review', 'done'])
    .select('id')
    .forUpdate()
    .executeTakeFirst();
  if (!ended) throw new Failure(409, 'Esperá a que termine de procesarse');
  const { file_key } = await db.selectFrom('imports').where('id', '=', id).select('file_key').executeTakeFirstOrThrow();
  if (!(await files.stat(file_key))) throw new Failure(409, 'El archivo ya no está en el servidor: subilo de nuevo');
}

/** What was reviewed before is reviewed again. After a review was applied, nothing of it is left out or replaced again. */
export async function readRefusedAgain(db: Db, id: number): Promise<void> {
  const { phase } = await db.selectFrom('imports').where('id', '=', id).select('phase').executeTakeFirstOrThrow();
  if (phase === 'apply') {
    await forgetReview(db, id);
    await db.updateTable('imports').set({ phase: 'review', replaces: [] }).where('id', '=', id).execute();
  }
  await db.updateTable('imports').set({ only_refused: true }).where('id', '=', id).execute();
  await queueAgain(db, id);
}

const NO_ROWS = {
  rows_created: 0,
  rows_updated: 0,
  rows_removed: 0,
  rows_unchanged: 0,
  rows_suspicious: 0,
  rows_left_out: 0,
  errors_count: 0,
  rows_stored: '{}',
  notices: '{}',
  alarms: [],
};

/** Forgets what was read of the rows and what was chosen, so that the whole file is reviewed again. */
export async function forgetRows(db: Db, id: number): Promise<void> {
  await forgetReview(db, id);
  await db.deleteFrom('import_errors').where('import_id', '=', id).execute();
  await db
    .updateTable('imports')
    .set({ ...NO_ROWS, phase: 'review', only_refused: false })
    .where('id', '=', id)
    .execute();
}
