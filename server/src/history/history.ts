import { history as contract, type HistoryEntry, MAX_SHOWN_CHANGES } from '@piezario/contract/history';
import { sql } from 'kysely';
import { findPart } from '../access/parts.ts';
import { page } from '../db/list/page.ts';
import { Failure, notFound } from '../http/failure.ts';
import type { Handlers } from '../http/implement.ts';
import { isVisibleChange } from './activity.ts';
import type { Change } from './effects.ts';
import { personIn, selectOperation } from './operations.ts';
import { describeChanges, type RecordedChange, recorded, selectChanges } from './read.ts';
import { restore } from './restore.ts';

type Recorded = Omit<HistoryEntry, 'changes' | 'at'> & { at: string; changes: RecordedChange[] };

export const history: Handlers<typeof contract> = {
  list: async ({ db, user, query, params: { partId } }) => {
    await findPart(db, user, partId);
    // The part is sorted before its rows, because its creation or removal decides what can be restored.
    const changes = sql`changes c
      where c.part_id = ${partId} and c.operation_id = operations.id and ${isVisibleChange(user, 'c')}`;
    const saves = await page(db, query, {
      list: contract.list,
      table: 'operations',
      where: sql`operations.id in (
        select operation_id from changes where part_id = ${partId} and ${isVisibleChange(user, 'changes')})`,
      columns: {
        id: 'operations.id',
        at: 'operations.at',
        user: personIn('operations.user_id'),
        kind: 'operations.kind',
      },
      show: (id) =>
        selectOperation<Recorded>(
          id,
          sql`, (select count(*)::int from ${changes}) as changes_count,
            (select json_agg(told order by told.entity <> 'part', told.id) from (
              select ${recorded(user)} from ${changes} order by c.entity <> 'part', c.id limit ${MAX_SHOWN_CHANGES}) told) as changes`,
        ),
    });
    const described = await describeChanges(
      db,
      user,
      saves.data.flatMap(({ changes }) => changes),
    );
    let first = 0;
    const data = saves.data.map(({ changes, ...save }) => {
      first += changes.length;
      return { ...save, changes: described.slice(first - changes.length, first) };
    });
    return { ...saves, data };
  },

  restore: async ({ db, user, body: { part_id, operation_id, change_id, field } }) => {
    await findPart(db, user, part_id);
    const found = await selectChanges(db)
      .where('part_id', '=', part_id)
      .where('operation_id', '=', operation_id)
      .where(isVisibleChange(user, 'changes'))
      .$if(change_id !== undefined, (changes) => changes.where('id', '=', String(change_id)))
      .orderBy('id')
      .execute();
    if (found.length === 0) throw notFound();
    if (found.some(({ entity, before }) => entity === 'part' && !before)) {
      throw new Failure(409, 'Ese guardado creó la pieza: si no va más, eliminala');
    }
    await restore(db, user, field === undefined ? found : found.map((change) => onlyField(change, field)));
    return null;
  },
};

/** Reduces a change to one field. Throws 404 unless the row was changed in this field. */
function onlyField({ before, after, ...change }: Change, field: string): Change {
  if (!before || !after || !Object.hasOwn(before, field)) throw notFound();
  return { ...change, before: { [field]: before[field] }, after: { [field]: after[field] } };
}
