import { sql } from 'kysely';
import type { Db } from '../db/connection/connect.ts';

export async function countProducts(db: Db, categoryId: number): Promise<number> {
  const { count } = await db
    .selectFrom('part_products')
    .where('part_category_id', '=', categoryId)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
