import type { Db } from '../../db/connection/connect.ts';
import { finishJob, type Job } from '../../jobs/job.ts';
import { completed } from '../messages.ts';
import { decideAtOnce } from '../review/decide.ts';
import { carryOut } from './carry-out.ts';
import { chooseRows } from './choose-rows.ts';
import type { Phase } from './phase.ts';
import { readCounts } from './record.ts';

/** Saves the rows of a file without a review. */
export const importPhase: Phase = {
  openGroup: async (group, rows) => ({
    rows: await chooseRows(group, rows),
    locks: true,
    recordsNotices: true,
    findUnstoredParts: async () => [],
    findStored: (items) => group.rules.findStored(group.db, items, true),
    settle: (plans) => carryOut(group, plans, decideAtOnce),
    finish: async () => {},
  }),
  finish: finishImport,
};

/** Changes that were left out of a review stay visible. */
export async function finishImport(db: Db, job: Job): Promise<false> {
  await db.deleteFrom('import_named_rows').where('import_id', '=', job.id).execute();
  await finishJob(db, job, completed(await readCounts(db, job.id)));
  return false;
}
