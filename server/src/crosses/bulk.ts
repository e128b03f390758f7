import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { findByKeys, given } from '../db/bulk.ts';
import type { Db } from '../db/connection/connect.ts';
import { prepared } from '../db/prepared.ts';

/** `folded` and `bare` are its brand and code as they are compared. */
type CrossKey = { readonly part: number; readonly folded: string; readonly bare: string };

/** The cross references in the order of their keys, null for those that do not exist. */
export const findCrosses = (db: Db, keys: readonly CrossKey[]) =>
  findByKeys(
    db,
    keys,
    { part: 'int', folded: 'text', bare: 'text' },
    (given) => sql<{ position: number; id: number; brand: string; code: string }>`
      select given.position, c.id, c.brand, c.code
      from ${given}
      join part_crosses c on c.part_id = given.part and fold(c.brand) = given.folded and bare(c.code) = given.bare`,
  );

export const SELF = 'Es la misma pieza: una pieza no es equivalente de sí misma';

/** Condition: a cross reference of the row of `parts` names the part itself. */
export const isSelf = (brand: RawBuilder<unknown>, code: RawBuilder<unknown>) => sql<SqlBool>`(
  parts.code_bare = bare(${code})
  and exists (select from part_brands own where own.id = parts.part_brand_id and fold(own.name) = fold(${brand})))`;

/** Returns the indexes of the cross references that name the part itself. */
export async function findSelves(db: Db, rows: readonly NewCross[]): Promise<number[]> {
  const { rows: found } = await sql<{ position: string }>`
    select given.position from ${given(rows, { part: 'int', brand: 'text', code: 'text' })}
    join parts on parts.id = given.part where ${isSelf(sql`given.brand`, sql`given.code`)}`.execute(prepared(db));
  return found.map(({ position }) => Number(position) - 1);
}

type NewCross = { readonly part: number; readonly brand: string; readonly code: string };

const insertion = (rows: readonly NewCross[]) =>
  sql`insert into part_crosses (part_id, brand, code)
    select part, brand, code
    from ${given(rows, { part: 'int', brand: 'text', code: 'text' })}
    order by position`;

export const insertCrosses = (db: Db, rows: readonly NewCross[]) => insertion(rows).execute(db);

/** Adds the cross references that their parts do not have yet. Returns the number of added ones. */
export async function addCrosses(db: Db, rows: readonly NewCross[]): Promise<number> {
  const { rows: added } = await sql`${insertion(rows)} on conflict do nothing returning id`.execute(db);
  return added.length;
}

/** Copies cross references, except one that names the target part. */
export const copyCrosses = (db: Db, from: number, to: number) =>
  sql`insert into part_crosses (part_id, brand, code)
    select parts.id, c.brand, c.code from part_crosses c join parts on parts.id = ${to}
    where c.part_id = ${from} and not ${isSelf(sql`c.brand`, sql`c.code`)} order by c.id`.execute(db);

/** Removes a cross reference of parts; without a brand, the code of every brand. */
export const removeCross = (db: Db, parts: readonly number[], code: string, brand: string | null) =>
  sql`delete from part_crosses where part_id = any (${parts}::int[]) and bare(code) = bare(${code})
    and (${brand}::text is null or fold(brand) = fold(${brand}))`.execute(db);
