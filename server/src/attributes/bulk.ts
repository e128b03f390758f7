import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';

/** The value of an attribute that is to be removed: without a value there is none. */
export const REMOVED = Symbol('removed');

/** What is null stays as it is stored. `folded` is the name as names are compared. */
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
  /** The places of new attributes without a value. */
  readonly refused: readonly number[];
};

/** Saves attributes of parts that are held, no two of them the same. Removing one is changing it. */
export async function saveAttributes(db: Db, rows: readonly AttributeRow[]): Promise<Saved> {
  const ids = await findAttributes(db, rows);
  const added: AttributeRow<string>[] = [];
  const changed: Stored<string | null>[] = [];
  const removed: number[] = [];
  const refused: number[] = [];
  for (const [place, { value, ...row }] of rows.entries()) {
    const id = ids[place];
    if (id) {
      if (value === REMOVED) removed.push(id);
      else changed.push({ ...row, id, value });
    } else if (typeof value === 'string') added.push({ ...row, value });
    else if (value === null) refused.push(place);
  }
  await insertAttributes(db, added);
  const updated = (await updateAttributes(db, changed)) + (await deleteAttributes(db, removed));
  return { created: added.length, updated, refused };
}

async function findAttributes(db: Db, given: readonly AttributeRow[]): Promise<(number | null)[]> {
  const { rows } = await sql<{ place: number; id: number }>`
    select given.place::int as place, a.id
    from unnest(${given.map(({ part }) => part)}::int[], ${given.map(({ folded }) => folded)}::text[])
      with ordinality as given (part, folded, place)
    join part_attributes a on a.part_id = given.part and fold(a.name) = given.folded`.execute(db);
  const ids = given.map((): number | null => null);
  for (const { place, id } of rows) ids[place - 1] = id;
  return ids;
}

async function insertAttributes(db: Db, rows: readonly AttributeRow<string>[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into part_attributes (part_id, name, value, unit)
    select part, name, value, coalesce(unit, '')
    from unnest(${rows.map(({ part }) => part)}::int[], ${rows.map(({ name }) => name)}::text[],
      ${rows.map(({ value }) => value)}::text[], ${rows.map(({ unit }) => unit)}::text[])
      with ordinality as given (part, name, value, unit, place)
    order by place`.execute(db);
}

async function updateAttributes(db: Db, rows: readonly Stored<string | null>[]): Promise<number> {
  if (rows.length === 0) return 0;
  const { numAffectedRows } = await sql`
    update part_attributes set
      name = given.name,
      value = coalesce(given.value, part_attributes.value),
      unit = coalesce(given.unit, part_attributes.unit)
    from unnest(${rows.map(({ id }) => id)}::int[], ${rows.map(({ name }) => name)}::text[],
      ${rows.map(({ value }) => value)}::text[], ${rows.map(({ unit }) => unit)}::text[]) as given (id, name, value, unit)
    where part_attributes.id = given.id and (part_attributes.name <> given.name
      or part_attributes.value <> given.value or part_attributes.unit <> given.unit)`.execute(db);
  return Number(numAffectedRows);
}

async function deleteAttributes(db: Db, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const { numDeletedRows } = await db.deleteFrom('part_attributes').where('id', 'in', ids).executeTakeFirst();
  return Number(numDeletedRows);
}
