import { sql } from 'kysely';
import type { Db } from '../db/connection/connect.ts';
import { TODAY } from '../home/snapshots.ts';
import { FIGURES, partsByGaps } from '../pending/parts-by-gaps.ts';

/** Inserts snapshots of twelve invented weeks: the number of parts grows a little, that of complete parts a lot. */
export async function insertSnapshots(db: Db): Promise<void> {
  // Products have few parts of a brand. Rounding all of them down would make the figures jump in the last week.
  await sql`
    insert into gap_snapshots (day, part_brand_id, part_product_id, parts, complete, publishable)
    select ${TODAY} - 7 * week, part_brand_id, part_product_id, parts - floor(parts * 0.009 * week)::int,
      floor(complete * (1 - 0.048 * week) + rounding)::int, floor(publishable * (1 - 0.04 * week) + rounding)::int
    from (
      select part_brand_id, part_product_id, ${FIGURES} from (${partsByGaps(sql`true`)}) tallies group by 1, 2) now,
      generate_series(1, 12) week,
      lateral (select (part_brand_id * 7 + part_product_id * 13) % 10 / 10.0 as rounding) chance
    on conflict do nothing`.execute(db);
}

/** Before the newest parts of the demo, so that its users see them as news. */
const LAST_VISIT = '2025-03-10T12:00:00-03:00';

export async function insertVisits(db: Db): Promise<void> {
  await sql`update users set visited_at = ${LAST_VISIT} where role in ('client', 'user')`.execute(db);
}
