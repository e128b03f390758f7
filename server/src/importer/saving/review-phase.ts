import type { Replaceable } from '@piezario/contract/importer';
import { sql } from 'kysely';
import type { Db } from '../../db/connection/connect.ts';
import { storable } from '../../db/storable.ts';
import { restoreTrashed } from '../../history/trashed.ts';
import { finishJob, inJobTransaction, type Job, startOver, waitForPerson } from '../../jobs/job.ts';
import { completed, processing, toReview } from '../messages.ts';
import { findAlarms } from '../review/alarms.ts';
import { type NamedRow, noteNamedRows, planReplacements } from '../review/replace.ts';
import { beginApplying, findPlannedParts, storeReview } from '../review/review.ts';
import type { LocatedItem, StoredRows } from '../sheets/rules.ts';
import { chooseRows } from './choose-rows.ts';
import { refuseExcess } from './excess-rows.ts';
import { findNamedParts } from './locate.ts';
import type { Group, Phase } from './phase.ts';
import { readCounts } from './record.ts';

/** Stores what the rows would change, for a person to review. */
export const reviewPhase: Phase = {
  openGroup: async (group, all) => {
    const { db, job, rules, pass, owner, results } = group;
    const rows = await chooseRows(group, all);
    const replaced = rules.entity === 'part' ? pass.replaces : pass.replaces.filter((sheet) => sheet === rules.format);
    const returning = new Set<number>();
    const namedRows: NamedRow[] = [];
    return {
      rows,
      locks: false,
      recordsNotices: true,
      findUnstoredParts: async (keys) =>
        (await findPlannedParts(db, job.id, keys)).map((planned) => {
          if (typeof planned?.id === 'number') returning.add(planned.id);
          return planned && (planned.id ?? 'new');
        }),
      findStored: async (items) => {
        const stored = await findAsReturned(group, [...returning], items);
        namedRows.push(...items.flatMap((item, index) => namedRowsOf(group, item, stored[index] ?? [])));
        return stored;
      },
      settle: async (plans) => {
        namedRows.push(
          ...plans.flatMap(({ returns }) => (returns ? { part: returns.id, row: null, refused: null } : [])),
        );
        await storeReview(group, await refuseExcess(group, plans));
        return [];
      },
      finish: async () => {
        if (replaced.length === 0) return;
        const refused = rows.filter((row) => results.isRefused(row) && row.bare);
        const doubtful = (await findNamedParts(db, owner, refused)).flatMap((part, index): NamedRow[] =>
          part === null ? [] : [{ part, row: null, refused: refused[index]?.position ?? null }],
        );
        await noteNamedRows(db, job.id, replaced, [...namedRows, ...doubtful]);
      },
    };
  },
  finish: finishReview,
};

/** Stored rows, and those that parts in the trash would have if they were restored. */
async function findAsReturned({ db, rules, owner }: Group, ids: readonly number[], items: readonly LocatedItem[]) {
  const parts =
    ids.length > 0
      ? await db.selectFrom('removed_parts').where('id', 'in', ids).select(['id', 'operation_id']).execute()
      : [];
  if (parts.length === 0) return rules.findStored(db, items, false);
  await sql`savepoint returning_parts`.execute(db);
  await restoreTrashed(db, owner, parts);
  const stored = await rules.findStored(db, items, false);
  await sql`rollback to savepoint returning_parts`.execute(db);
  return stored;
}

/** Rows that a replacing file keeps. A part is noted without a row, because the file may have none for it. */
function namedRowsOf({ rules }: Group, { part, parsed }: LocatedItem, stored: StoredRows): NamedRow[] {
  if (rules.entity === 'part')
    return parsed.removes ? [] : stored.map(({ id }) => ({ part: id, row: null, refused: null }));
  if (part === null) return [];
  const ids = stored.length > 0 ? stored.map(({ id }) => id) : [null];
  return ids.map((row) => ({ part, row, refused: null }));
}

/**
 * Waits for a person, unless nothing would change. An import that was asked to apply itself does so when nothing in it
 * needs a person: a second pass follows.
 */
function finishReview(db: Db, job: Job, { replaces }: { readonly replaces: readonly Replaceable[] }): Promise<boolean> {
  return inJobTransaction(db, job, 'import', async (trx) => {
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
}
