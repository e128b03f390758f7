import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import { isGoneForGood } from '../history/gone.ts';

const AT_ONCE = 10_000;

/** Forgets the alternatives of which a part is gone for good. What is left over goes the next time. */
export async function sweepAlternatives(db: Db): Promise<void> {
  await sql`delete from alternatives where (part_id, other_id) in (
    select a.part_id, a.other_id from alternatives a
    where ${isGoneForGood('a.part_id')} or ${isGoneForGood('a.other_id')}
    limit ${sql.lit(AT_ONCE)})`.execute(db);
}
