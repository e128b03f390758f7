import type { Replaceable } from '@piezario/contract/importer';
import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import { storable } from '../db/storable.ts';
import { finishJob, inJobTransaction, type Job, waitForReview } from '../jobs/job.ts';
import { completed, toReview } from './messages.ts';
import { findAlarms } from './review/alarms.ts';
import { planReplacements } from './review/replace.ts';
import { readCounts } from './saving/record.ts';

/** All rows are saved, or what was accepted of them. What was left out stays to be seen. */
export async function finishImport(db: Db, job: Job): Promise<void> {
  await db.deleteFrom('import_named_rows').where('import_id', '=', job.id).execute();
  await finishJob(db, job, completed(await readCounts(db, job.id)));
}

/** All that the rows would change is stored, and waits for a person. A file that would change nothing is done. */
export const finishReview = (db: Db, job: Job, replaces: readonly Replaceable[]) =>
  inJobTransaction(db, job, 'import', async (trx) => {
    const replaced = await planReplacements(trx, job.id, replaces);
    const alarms = await findAlarms(trx, job.id);
    await trx
      .updateTable('imports')
      .set((eb) => ({ alarms: alarms.map(storable), rows_removed: eb('rows_removed', '+', replaced) }))
      .where('id', '=', job.id)
      .execute();
    const counts = await readCounts(trx, job.id);
    const { rows } = await sql`select from import_changes where import_id = ${job.id} limit 1`.execute(trx);
    if (rows.length > 0) await waitForReview(trx, job, toReview(counts));
    else await finishJob(trx, job, completed(counts));
  });
