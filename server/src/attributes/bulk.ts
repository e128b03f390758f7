import { sql } from 'kysely';
import { findByKeys, given } from '../db/bulk.ts';
import type { Db } from '../db/connect.ts';

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

type NewAttribute = { readonly part: number; readonly name: string; readonly value: string; readonly unit: string };

export const insertAttributes = (db: Db, rows: readonly NewAttribute[]) =>
  sql`insert into part_attributes (part_id, name, value, unit)
    select part, name, value, unit
    from ${given(rows, { part: 'int', name: 'text', value: 'text', unit: 'text' })}
    order by position`.execute(db);
