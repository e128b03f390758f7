import { restoreTrashed } from '../../history/trashed.ts';
import type { Fields } from '../../part-rows/entities.ts';
import { changeRows, removeParts, removeRows } from '../../part-rows/rows.ts';
import type { Decision } from '../review/decide.ts';
import { refuseExcess } from './excess-rows.ts';
import type { Group } from './phase.ts';
import type { RowPlan } from './plan.ts';

/** Decides on plans for locked parts and carries them out. Returns plans whose rows another transaction has created. */
export async function carryOut(
  group: Group,
  planned: readonly RowPlan[],
  decide: (planned: RowPlan) => Decision,
): Promise<readonly RowPlan[]> {
  const { db, owner, rules } = group;
  const { entity } = rules;
  const decided = planned.flatMap((one) => recordDecision(group, one, decide(one)));
  const plans = await refuseExcess(group, decided);
  const rowsOf = (some: readonly RowPlan[]) =>
    some.flatMap(({ located, row, after }) =>
      row === null ? [] : [{ entity, part_id: located.part ?? row, row_id: row, fields: after ?? {} }],
    );
  const removed = rowsOf(plans.filter(({ after }) => !after));
  if (removed.length > 0) {
    if (entity === 'part')
      await removeParts(
        db,
        removed.map(({ row_id }) => row_id),
      );
    else await removeRows(db, entity, removed);
  }
  const changed = rowsOf(plans.filter(({ before, after }) => before && after));
  if (changed.length > 0) await changeRows(db, entity, changed);
  const returning = plans.flatMap(({ returns }) => returns ?? []);
  if (returning.length > 0) {
    await restoreTrashed(db, owner, returning);
    const filled = returning.filter((part) => Object.keys(part.changed).length > 0);
    const rows = filled.map(({ id, changed }) => ({ entity, part_id: id, row_id: id, fields: changed }));
    if (rows.length > 0) await changeRows(db, entity, rows);
  }
  const added = plans.filter(isCreating);
  if (added.length === 0) return [];
  const overtaken = await rules.insertRows(
    db,
    added.map(({ located, after }) => ({ located, fields: after })),
  );
  return overtaken.flatMap((index) => added[index] ?? []);
}

/** Records a decision. Returns the plan to carry out, if there is one. */
function recordDecision({ results }: Group, { located }: RowPlan, { plan, leftOut, conflict }: Decision): RowPlan[] {
  if (conflict) results.refuse(located.parsed, conflict);
  if (plan) results.addPlan(plan);
  else if (leftOut) results.leaveOut(located.parsed);
  return plan ? [plan] : [];
}

const isCreating = (planned: RowPlan): planned is RowPlan & { readonly after: Fields } =>
  planned.before === null && planned.after !== null && !planned.returns;
