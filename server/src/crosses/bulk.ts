import { sql } from 'kysely';
import { findByKeys, given } from '../db/bulk.ts';
import type { Db } from '../db/connect.ts';

/** `folded` and `bare` are its brand and code as they are compared. */
export type CrossRow = {
  readonly part: number;
  readonly brand: string;
  readonly folded: string;
  readonly code: string;
  readonly bare: string;
};

/** Saves cross references of locked parts, no two of them the same: the new ones, and those spelled differently. */
export async function saveCrosses(db: Db, rows: readonly CrossRow[]): Promise<{ created: number; updated: number }> {
  const found = await findCrosses(db, rows);
  const stored = rows.flatMap((row, index) => (found[index] ? [{ ...row, id: found[index].id }] : []));
  const added = rows.filter((_, index) => !found[index]);
  await insertCrosses(db, added);
  return { created: added.length, updated: await updateCrosses(db, stored) };
}

const findCrosses = (db: Db, rows: readonly CrossRow[]) =>
  findByKeys(
    db,
    rows,
    { part: 'int', folded: 'text', bare: 'text' },
    (given) => sql<{ position: number; id: number }>`
      select given.position, c.id
      from ${given}
      join part_crosses c on c.part_id = given.part and fold(c.brand) = given.folded and bare(c.code) = given.bare`,
  );

async function insertCrosses(db: Db, rows: readonly CrossRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into part_crosses (part_id, brand, code)
    select part, brand, code
    from ${given(rows, { part: 'int', brand: 'text', code: 'text' })}
    order by position`.execute(db);
}

async function updateCrosses(db: Db, rows: readonly (CrossRow & { id: number })[]): Promise<number> {
  if (rows.length === 0) return 0;
  const { numAffectedRows } = await sql`
    update part_crosses set brand = given.brand, code = given.code
    from ${given(rows, { id: 'int', brand: 'text', code: 'text' })}
    where part_crosses.id = given.id and (part_crosses.brand <> given.brand or part_crosses.code <> given.code)
    `.execute(db);
  return Number(numAffectedRows);
}
