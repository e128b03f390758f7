import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';

/** `folded` and `bare` are its brand and code as they are compared. */
export type CrossRow = {
  readonly part: number;
  readonly brand: string;
  readonly folded: string;
  readonly code: string;
  readonly bare: string;
};

/** Saves cross references of parts that are held, no two of them the same: the new ones, and those spelled otherwise. */
export async function saveCrosses(db: Db, rows: readonly CrossRow[]): Promise<{ created: number; updated: number }> {
  const ids = await findCrosses(db, rows);
  const stored = rows.flatMap((row, place) => (ids[place] ? [{ ...row, id: ids[place] }] : []));
  const added = rows.filter((_, place) => !ids[place]);
  await insertCrosses(db, added);
  return { created: added.length, updated: await updateCrosses(db, stored) };
}

async function findCrosses(db: Db, given: readonly CrossRow[]): Promise<(number | null)[]> {
  const { rows } = await sql<{ place: number; id: number }>`
    select given.place::int as place, c.id
    from unnest(${given.map(({ part }) => part)}::int[], ${given.map(({ folded }) => folded)}::text[],
      ${given.map(({ bare }) => bare)}::text[]) with ordinality as given (part, folded, bare, place)
    join part_crosses c on c.part_id = given.part and fold(c.brand) = given.folded and bare(c.code) = given.bare
    `.execute(db);
  const ids = given.map((): number | null => null);
  for (const { place, id } of rows) ids[place - 1] = id;
  return ids;
}

async function insertCrosses(db: Db, rows: readonly CrossRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into part_crosses (part_id, brand, code)
    select part, brand, code
    from unnest(${rows.map(({ part }) => part)}::int[], ${rows.map(({ brand }) => brand)}::text[],
      ${rows.map(({ code }) => code)}::text[]) with ordinality as given (part, brand, code, place)
    order by place`.execute(db);
}

async function updateCrosses(db: Db, rows: readonly (CrossRow & { id: number })[]): Promise<number> {
  if (rows.length === 0) return 0;
  const { numAffectedRows } = await sql`
    update part_crosses set brand = given.brand, code = given.code
    from unnest(${rows.map(({ id }) => id)}::int[], ${rows.map(({ brand }) => brand)}::text[],
      ${rows.map(({ code }) => code)}::text[]) as given (id, brand, code)
    where part_crosses.id = given.id and (part_crosses.brand <> given.brand or part_crosses.code <> given.code)
    `.execute(db);
  return Number(numAffectedRows);
}
