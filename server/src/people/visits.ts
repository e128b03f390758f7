import { sql } from 'kysely';
import type { Db } from '../db/connection/connect.ts';

/** Longest pause inside of one visit. */
const SAME_VISIT = sql`interval '4 hours'`;

/** Notes a visit. When a new visit begins, the news are what came after the end of the previous one. */
export async function noteVisit(db: Db, userId: number): Promise<void> {
  await sql`update users set visited_at = now(),
      news_since = case when visited_at < now() - ${SAME_VISIT} then visited_at else news_since end
    where id = ${userId}`.execute(db);
}
