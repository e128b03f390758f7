import { sql } from 'kysely';
import type { Db } from '../db/connection/connect.ts';
import { TIME_ZONE } from '../db/day.ts';
import { FIGURES, partsByGaps } from '../pending/parts-by-gaps.ts';

/** Today's date in the time zone of the users. */
export const TODAY = sql<string>`(now() at time zone ${sql.lit(TIME_ZONE)})::date`;

/** Days for which every snapshot is kept. Snapshots of Mondays are kept for two years. */
const DAYS = 90;

/**
 * Writes the snapshot of today, and deletes old ones: all after two years, and all but Mondays after 90 days. Several
 * processes may run it at once.
 */
export async function sweepSnapshots(db: Db): Promise<void> {
  await sql`
    with current_figures as materialized (
      select part_brand_id, part_product_id, ${FIGURES} from (${partsByGaps(sql`true`)}) tallies
      group by 1, 2 having sum(parts) > 0
    ), deleted as (
      delete from gap_snapshots s where day = ${TODAY} and not exists (
        select from current_figures c where (c.part_brand_id, c.part_product_id) = (s.part_brand_id, s.part_product_id)))
    insert into gap_snapshots as s (day, part_brand_id, part_product_id, parts, complete, publishable)
      select ${TODAY}, part_brand_id, part_product_id, parts, complete, publishable from current_figures order by 2, 3
      on conflict on constraint gap_snapshots_pkey do update
        set parts = excluded.parts, complete = excluded.complete, publishable = excluded.publishable
        where (s.parts, s.complete, s.publishable) <> (excluded.parts, excluded.complete, excluded.publishable)`.execute(
    db,
  );
  await sql`
    delete from gap_snapshots where day < ${TODAY} - interval '2 years'
      or day < ${TODAY} - ${sql.lit(DAYS)} and extract(isodow from day) <> 1`.execute(db);
}
