import { sql } from 'kysely';
import type { Db } from '../db/connection/connect.ts';
import { isPurged } from '../history/purged-parts.ts';

const AT_ONCE = 10_000;

/** Deletes rejections of parts that are deleted for good, at most `AT_ONCE` a sweep. */
export async function sweepRejected(db: Db): Promise<void> {
  await sql`delete from rejected_suggestions where (part_id, vehicle_id) in (
    select r.part_id, r.vehicle_id from rejected_suggestions r where ${isPurged('r.part_id')}
    limit ${sql.lit(AT_ONCE)})`.execute(db);
}
