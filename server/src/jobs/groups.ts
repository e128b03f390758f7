import { preferIndexes } from '../db/bulk.ts';
import type { Db } from '../db/connection/connect.ts';
import type { JobKind } from '../db/schema.ts';
import { saveInHalves } from './in-halves.ts';
import { advance, type Describe, finishJob, inJobTransaction, type Progress, readJob, recordTotal } from './job.ts';
import type { Attempt } from './kind.ts';

type GroupedWork<Item> = {
  readonly kind: JobKind;
  /** The size of the job. Called once, before the first group. */
  readonly count: () => Promise<number>;
  /** The next items that are not settled. An empty list ends the job. */
  readonly next: () => Promise<readonly Item[]>;
  /**
   * Saves items in a transaction, and returns by how many the job advances. With a reason, there is a single item,
   * whose values were refused.
   */
  readonly save: (db: Db, items: readonly Item[], reason: string | null, before: Progress) => Promise<number>;
  readonly processing: Describe;
  readonly completed: () => Promise<string>;
};

/** Runs a job group by group, or continues it. Each transaction also saves the progress. */
export async function runGroups<Item>({ db, job, progress }: Attempt, work: GroupedWork<Item>): Promise<void> {
  const { kind, processing } = work;
  const { total } = await readJob(db, job);
  if (total === null) {
    const size = await work.count();
    await inJobTransaction(db, job, kind, (trx) => recordTotal(trx, job, size, processing));
  }
  const save = async (trx: Db, items: readonly Item[], reason: string | null) => {
    await preferIndexes(trx);
    const before = await readJob(trx, job);
    const settled = await work.save(trx, items, reason, before);
    await advance(trx, job, before, settled, processing);
  };
  for (;;) {
    const items = await work.next();
    progress();
    if (items.length === 0) break;
    await saveInHalves(db, job, kind, items, save, progress);
  }
  await finishJob(db, job, await work.completed());
}
