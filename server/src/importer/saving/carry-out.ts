import type { Person } from '../../access/scope.ts';
import type { Db } from '../../db/connection/connect.ts';
import { restoreTrashed } from '../../history/trashed.ts';
import type { Fields } from '../../part-rows/entities.ts';
import { changeRows, removeParts, removeRows } from '../../part-rows/rows.ts';
import type { SheetRules } from '../sheets/rules.ts';
import type { Planned } from './plan.ts';

/** Carries out plans for locked parts. Returns those whose rows were created by another transaction meanwhile. */
export async function carryOut(
  db: Db,
  owner: Person,
  rules: SheetRules,
  plans: readonly Planned[],
): Promise<readonly Planned[]> {
  const { entity } = rules;
  const rowsOf = (some: readonly Planned[]) =>
    some.flatMap(({ named, row, after }) =>
      row === null ? [] : [{ entity, part_id: named.part ?? row, row_id: row, fields: after ?? {} }],
    );
  const gone = rowsOf(plans.filter(({ after }) => !after));
  if (gone.length > 0) {
    if (entity === 'part')
      await removeParts(
        db,
        gone.map(({ row_id }) => row_id),
      );
    else await removeRows(db, entity, gone);
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
  const overtaken = await rules.insert(
    db,
    added.map(({ named, after }) => ({ named, fields: after })),
  );
  return overtaken.flatMap((index) => added[index] ?? []);
}

const isCreating = (planned: Planned): planned is Planned & { readonly after: Fields } =>
  planned.before === null && planned.after !== null && !planned.returns;
