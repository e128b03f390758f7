import { sql } from 'kysely';
import type { ParsedRow } from '../reading/parsed-row.ts';
import { Review } from '../review/decide.ts';
import { applyReplacements } from '../review/replace.ts';
import { findPlannedParts } from '../review/review.ts';
import { carryOut } from './carry-out.ts';
import { finishImport } from './import-phase.ts';
import type { Group, Phase } from './phase.ts';

/** Carries out what a person has accepted of a review. */
export const applyPhase: Phase = {
  openGroup: async (group, all) => {
    const { db, job, rules } = group;
    const review = await Review.read(db, job.id, all);
    // Other rows would change nothing.
    const rows = all.filter(({ position }) => review.has(position));
    return {
      rows,
      locks: true,
      recordsNotices: false,
      // A part that was accepted is stored by now.
      findUnstoredParts: async (keys) =>
        (await findPlannedParts(db, job.id, keys)).map((planned) => planned && 'left out'),
      findStored: (items) => rules.findStored(db, items, true),
      settle: (plans) => carryOut(group, plans, (planned) => review.decide(rules, planned)),
      finish: () => forgetApplied(group, rows),
    };
  },
  finish: async (db, job, _pass, limits, progress) => {
    await applyReplacements(db, job, limits.groupRows, progress);
    return finishImport(db, job);
  },
};

/** Deletes the accepted changes, which the history has by now. What was left out stays visible. */
async function forgetApplied({ db, job, results }: Group, rows: readonly ParsedRow[]): Promise<void> {
  const positionsOf = (some: readonly ParsedRow[]) => some.map(({ position }) => position);
  await sql`update import_changes set accepted = false where import_id = ${job.id} and accepted
    and position = any (${positionsOf(rows.filter(results.isLeftOut))}::int[])`.execute(db);
  await sql`delete from import_changes where import_id = ${job.id} and accepted
    and position = any (${positionsOf(rows)}::int[])`.execute(db);
}
