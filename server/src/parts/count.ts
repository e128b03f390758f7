import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';

/** How many parts a brand or a product has, in all scopes. */
export async function countParts(db: Db, of: 'part_brand_id' | 'part_product_id', id: number): Promise<number> {
  const { count } = await db
    .selectFrom('parts')
    .where(of, '=', id)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
