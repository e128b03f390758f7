import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../db/connection/connect.ts';

/** How many parts there are where the conditions on a brand and a product hold, from the tallies. */
export async function countParts(db: Db, conditions: readonly RawBuilder<SqlBool>[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(parts), 0)::int as count from part_tallies
    where ${sql.join([sql`true`, ...conditions], sql` and `)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The parts of the row of a list: those where the condition on the tallies holds. */
export const partsOf = (condition: RawBuilder<SqlBool>) =>
  sql<number>`(select coalesce(sum(part_tallies.parts), 0)::int from part_tallies where ${condition})`;
