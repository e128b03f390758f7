import { type SqlBool, sql } from 'kysely';
import { type Person, reaches } from '../../access/scope.ts';
import type { Db } from '../../db/connection/connect.ts';

/** A stored mapping belongs to a brand, and is shared by all who may change its parts. */
export const isInScope = (person: Person) =>
  sql<SqlBool>`${reaches(person, { brand: sql.ref('workbook_mappings.part_brand_id') })}`;

export const mappingsInScope = (db: Db, person: Person) => db.selectFrom('workbook_mappings').where(isInScope(person));
