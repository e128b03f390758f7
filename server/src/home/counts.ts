import type { Counts } from '@piezario/contract/home';
import { sql } from 'kysely';
import { type Person, partInScopeByBrand } from '../access/scope.ts';
import { countConflicts } from '../conflicts/conflicts.ts';
import type { Db } from '../db/connection/connect.ts';
import { FIGURES, partsByGaps } from '../pending/parts-by-gaps.ts';
import { waitingImports } from './today.ts';

export async function readCounts(db: Db, person: Person): Promise<Counts> {
  const tallies = partsByGaps(partInScopeByBrand(person, 'gap_tallies'));
  const figures = sql`(select ${FIGURES} from (${tallies}) tallies) figures`;
  const [counts, conflicts] = await Promise.all([
    db
      .selectNoFrom([
        sql<number>`(select coalesce(parts - complete, 0) from ${figures})`.as('pending'),
        sql<number>`(select count(*)::int from ${waitingImports(person)})`.as('review'),
      ])
      .executeTakeFirstOrThrow(),
    countConflicts(db, person),
  ]);
  return { ...counts, conflicts };
}
