import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../db/connection/connect.ts';

/** Counts the parts whose brand and product meet the conditions, from the tallies. */
export async function countParts(db: Db, conditions: readonly RawBuilder<SqlBool>[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(parts), 0)::int as count from part_tallies
    where ${sql.join([sql`true`, ...conditions], sql` and `)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Selects the number of parts for a row of a list, from the tallies that meet the condition. */
export const partsOf = (condition: RawBuilder<SqlBool>) =>
  sql<number>`(select coalesce(sum(part_tallies.parts), 0)::int from part_tallies where ${condition})`;
