import type { Point } from '@piezario/contract/home';
import { sql } from 'kysely';
import { type Person, partInScopeByBrand } from '../access/scope.ts';
import type { Db } from '../db/connection/connect.ts';
import { FIGURES, partsByGaps } from '../pending/parts-by-gaps.ts';
import { TODAY } from './snapshots.ts';

const WEEKS = 12;

/** A point a week, from the oldest to today. A week that has no snapshot has no point. */
export async function readProgress(db: Db, person: Person, brandId: number | undefined): Promise<Point[]> {
  const within = (table: string) => {
    const inScope = partInScopeByBrand(person, table);
    return brandId === undefined
      ? inScope
      : sql<boolean>`(${inScope} and ${sql.ref(`${table}.part_brand_id`)} = ${brandId})`;
  };
  const { rows } = await sql<Point>`
    select day::text, sum(parts)::int as parts, sum(complete)::int as complete, sum(publishable)::int as publishable
    from gap_snapshots
    where day = any (array(
        select (
          select day from gap_snapshots
          where day between ${TODAY} - 7 * week - 6 and ${TODAY} - 7 * week and ${within('gap_snapshots')}
          order by day desc limit 1)
        from generate_series(1, ${sql.lit(WEEKS)}) week))
      and ${within('gap_snapshots')}
    group by day
    union all
    select ${TODAY}::text, coalesce(parts, 0), complete, publishable
    from (select ${FIGURES} from (${partsByGaps(within('gap_tallies'))}) tallies) now
    order by 1`.execute(db);
  return rows;
}
