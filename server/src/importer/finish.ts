import type { Replaceable } from '@piezario/contract/importer';
import { sql } from 'kysely';
import type { Db } from '../db/connection/connect.ts';
import { storable } from '../db/storable.ts';
import { finishJob, inJobTransaction, type Job, startOver, waitForPerson } from '../jobs/job.ts';
import { completed, processing, toReview } from './messages.ts';
import { findAlarms } from './review/alarms.ts';
import { planReplacements } from './review/replace.ts';
import { beginApplying } from './review/review.ts';
import { readCounts } from './saving/record.ts';

/** All rows are saved, or what was accepted of them. What was left out stays to be seen. */
export async function finishImport(db: Db, job: Job): Promise<void> {
  await db.deleteFrom('import_named_rows').where('import_id', '=', job.id).execute();
  await finishJob(db, job, completed(await readCounts(db, job.id)));
}

/**
 * All that the rows would change is stored, and waits for a person. A file that would change nothing is done. Returns true
 * when the job goes on to apply it: it was asked to, and nothing in it needs a person.
 */
export const finishReview = (db: Db, job: Job, replaces: readonly Replaceable[]): Promise<boolean> =>
  inJobTransaction(db, job, 'import', async (trx) => {
    const replaced = await planReplacements(trx, job.id, replaces);
    const alarms = await findAlarms(trx, job.id);
    const { auto_apply } = await trx
      .updateTable('imports')
      .set((eb) => ({ alarms: alarms.map(storable), rows_removed: eb('rows_removed', '+', replaced) }))
      .where('id', '=', job.id)
      .returning('auto_apply')
      .executeTakeFirstOrThrow();
    const counts = await readCounts(trx, job.id);
    const { rows } = await sql<{ needsPerson: boolean | null }>`
      select bool_or(action = 'removed' or suspicion is not null) as "needsPerson"
      from import_changes where import_id = ${job.id}`.execute(trx);
    const needsPerson = rows[0]?.needsPerson ?? null;
    if (needsPerson === null) {
      await finishJob(trx, job, completed(counts));
      return false;
    }
    if (auto_apply && !needsPerson && alarms.length === 0) {
      await beginApplying(trx, job.id);
      await startOver(trx, job, processing);
      return true;
    }
    await trx.updateTable('imports').set({ auto_apply: false }).where('id', '=', job.id).execute();
    await waitForPerson(trx, job, 'review', toReview(counts));
    return false;
  });
