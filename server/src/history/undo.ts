import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Person, partInScope } from '../access/scope.ts';
import type { Db } from '../db/connection/connect.ts';
import type { Change } from './effects.ts';
import { selectChanges } from './read.ts';

/** An operation that a person undoes. */
export type Undone = { readonly id: number; readonly isOwn: boolean };

export async function undoneBy(db: Db, person: Person, id: number): Promise<Undone> {
  const operation = await db.selectFrom('operations').where('id', '=', id).select('user_id').executeTakeFirst();
  return { id, isOwn: operation?.user_id === person.id };
}

/**
 * Condition: the person may undo the change. Another person's operation is undone only within the own scope. Only
 * changes to rows of parts have a part.
 */
const isUndoable = (person: Person, { id, isOwn }: Undone): RawBuilder<SqlBool> =>
  sql`operation_id = ${id} and part_id is not null and ${isOwn ? sql`true` : partInScope(person, 'changes')}`;

/** How many parts the operation has changed. */
export async function countParts(db: Db, person: Person, undone: Undone): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int from (
    select distinct part_id from changes where ${isUndoable(person, undone)}) parts`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The next parts of the operation by id, with at most this many changes together, but at least one part. */
export async function nextParts(db: Db, person: Person, undone: Undone, after: number, changes: number) {
  const { rows } = await sql<{ part_id: number; count: number }>`
    select part_id, count(*)::int from (
      select part_id from changes where ${isUndoable(person, undone)} and part_id > ${after}
      order by part_id limit ${changes}) next
    group by part_id order by part_id`.execute(db);
  const parts = rows.map(({ part_id }) => part_id);
  const isCut = rows.reduce((total, { count }) => total + count, 0) === changes;
  return isCut && parts.length > 1 ? parts.slice(0, -1) : parts;
}

export const changesOf = (db: Db, person: Person, undone: Undone, parts: readonly number[]): Promise<Change[]> =>
  selectChanges(db)
    .where(isUndoable(person, undone))
    .where(sql<SqlBool>`part_id = any (${parts}::int[])`)
    .orderBy('id')
    .execute();
