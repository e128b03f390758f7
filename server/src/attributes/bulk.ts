import { sql } from 'kysely';
import { findByKeys, given } from '../db/bulk.ts';
import type { Db } from '../db/connect.ts';

/** The value of an attribute that is to be removed. */
export const REMOVED = Symbol('removed');

/** A null leaves the stored value. `folded` is the name as names are compared. */
export type AttributeRow<Value = string | typeof REMOVED | null> = {
  readonly part: number;
  readonly name: string;
  readonly folded: string;
  readonly value: Value;
  readonly unit: string | null;
};
type Stored<Value> = AttributeRow<Value> & { readonly id: number };

type Saved = {
  readonly created: number;
  readonly updated: number;
  /** The indexes of new attributes without a value. */
  readonly refused: readonly number[];
};

/** Saves attributes of locked parts, no two of the same part and name. A removed one counts as updated. */
export async function saveAttributes(db: Db, rows: readonly AttributeRow[]): Promise<Saved> {
  const found = await findAttributes(db, rows);
  const added: AttributeRow<string>[] = [];
  const changed: Stored<string | null>[] = [];
  const removed: number[] = [];
  const refused: number[] = [];
  for (const [index, { value, ...row }] of rows.entries()) {
    const id = found[index]?.id;
    if (id) {
      if (value === REMOVED) removed.push(id);
      else changed.push({ ...row, id, value });
    } else if (typeof value === 'string') added.push({ ...row, value });
    else if (value === null) refused.push(index);
  }
  await insertAttributes(db, added);
  const updated = (await updateAttributes(db, changed)) + (await deleteAttributes(db, removed));
  return { created: added.length, updated, refused };
}

const findAttributes = (db: Db, rows: readonly AttributeRow[]) =>
  findByKeys(
    db,
    rows,
    { part: 'int', folded: 'text' },
    (given) => sql<{ position: number; id: number }>`
      select given.position, a.id
      from ${given} join part_attributes a on a.part_id = given.part and fold(a.name) = given.folded`,
  );

async function insertAttributes(db: Db, rows: readonly AttributeRow<string>[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into part_attributes (part_id, name, value, unit)
    select part, name, value, coalesce(unit, '')
    from ${given(rows, { part: 'int', name: 'text', value: 'text', unit: 'text' })}
    order by position`.execute(db);
}

async function updateAttributes(db: Db, rows: readonly Stored<string | null>[]): Promise<number> {
  if (rows.length === 0) return 0;
  const { numAffectedRows } = await sql`
    update part_attributes set
      name = given.name,
      value = coalesce(given.value, part_attributes.value),
      unit = coalesce(given.unit, part_attributes.unit)
    from ${given(rows, { id: 'int', name: 'text', value: 'text', unit: 'text' })}
    where part_attributes.id = given.id and (part_attributes.name <> given.name
      or part_attributes.value <> given.value or part_attributes.unit <> given.unit)`.execute(db);
  return Number(numAffectedRows);
}

async function deleteAttributes(db: Db, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const { numDeletedRows } = await db.deleteFrom('part_attributes').where('id', 'in', ids).executeTakeFirst();
  return Number(numDeletedRows);
}
