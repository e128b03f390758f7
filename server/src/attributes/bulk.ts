import type { Misfit } from '@piezario/contract/attributes';
import { sql } from 'kysely';
import { findByKeys, given } from '../db/bulk.ts';
import type { Db } from '../db/connection/connect.ts';

/** `folded` is the name as names are compared. */
type AttributeKey = { readonly part: number; readonly folded: string };

/** The attributes in the order of their keys, null for those that do not exist. */
export const findAttributes = (db: Db, keys: readonly AttributeKey[]) =>
  findByKeys(
    db,
    keys,
    { part: 'int', folded: 'text' },
    (given) => sql<{ position: number; id: number; name: string; value: string; unit: string }>`
      select given.position, a.id, a.name, a.value, a.unit
      from ${given} join part_attributes a on a.part_id = given.part and fold(a.name) = given.folded`,
  );

type Placed = { readonly product: number; readonly name: string; readonly value: string; readonly unit: string };

/** Why each attribute does not fit the template of its product, and whether it is refused; null for those that fit. */
export const findMisfits = (db: Db, rows: readonly Placed[]) =>
  findByKeys(
    db,
    rows,
    { product: 'int', name: 'text', value: 'text', unit: 'text' },
    (given) => sql<{ position: number; misfit: Misfit; is_strict: boolean }>`
      select given.position, fit.misfit, fit.is_strict
      from ${given} cross join lateral fit_of(given.product, given.name, given.value, given.unit) fit
      where fit.misfit is not null`,
  );

type NewAttribute = { readonly part: number; readonly name: string; readonly value: string; readonly unit: string };

const insertion = (rows: readonly NewAttribute[]) =>
  sql`insert into part_attributes (part_id, name, value, unit)
    select part, name, value, unit
    from ${given(rows, { part: 'int', name: 'text', value: 'text', unit: 'text' })}
    order by position`;

export const insertAttributes = (db: Db, rows: readonly NewAttribute[]) => insertion(rows).execute(db);

/** Adds the attributes whose names their parts do not have yet. Returns the number of added ones. */
export async function addAttributes(db: Db, rows: readonly NewAttribute[]): Promise<number> {
  const { rows: added } = await sql`${insertion(rows)} on conflict do nothing returning id`.execute(db);
  return added.length;
}

export const copyAttributes = (db: Db, from: number, to: number) =>
  sql`insert into part_attributes (part_id, name, value, unit)
    select ${to}::int, name, value, unit from part_attributes where part_id = ${from} order by id`.execute(db);

/** Sets an attribute of parts. Parts that have it keep the spelling of its name, and its unit when none is given. */
export const setAttribute = (
  db: Db,
  parts: readonly number[],
  { name, value, unit = null }: { name: string; value: string; unit?: string | null },
) =>
  sql`insert into part_attributes (part_id, name, value, unit)
    select id, ${name}, ${value}, coalesce(${unit}::text, '') from unnest(${parts}::int[]) as chosen (id)
    on conflict (part_id, fold(name)) do update
      set value = excluded.value, unit = coalesce(${unit}::text, part_attributes.unit)`.execute(db);

export const renameAttribute = (db: Db, parts: readonly number[], name: string, to: string) =>
  sql`update part_attributes set name = ${to}
    where part_id = any (${parts}::int[]) and fold(name) = fold(${name})`.execute(db);

export const removeAttribute = (db: Db, parts: readonly number[], name: string) =>
  sql`delete from part_attributes where part_id = any (${parts}::int[]) and fold(name) = fold(${name})`.execute(db);
