import type { BrandFigures, home as contract } from '@piezario/contract/home';
import { sql } from 'kysely';
import { brandsInScope, partInScopeByBrand } from '../access/scope.ts';
import type { Handlers } from '../http/implement.ts';
import { FIGURES, partsByGaps } from '../pending/parts-by-gaps.ts';
import { noteVisit } from '../people/visits.ts';
import { readCounts } from './counts.ts';
import { readCoverage, readHoles } from './coverage.ts';
import { readNews } from './news.ts';
import { readProgress } from './progress.ts';
import { readToday } from './today.ts';
import { readWeek } from './week.ts';

export const home: Handlers<typeof contract> = {
  catalog: async ({ db, user }) => {
    const { rows } = await sql<BrandFigures>`
      with by_category as (
        select part_brand_id, part_category_id, ${FIGURES}
        from (${partsByGaps(partInScopeByBrand(user, 'gap_tallies'))}) tallies
        group by 1, 2 having sum(parts) > 0)
      select brands.id, brands.name, sum(parts)::int as parts, sum(complete)::int as complete,
        sum(publishable)::int as publishable,
        json_agg(json_build_object('id', category.id, 'name', category.name, 'parts', parts, 'complete', complete,
          'publishable', publishable) order by fold(category.name), category.id) as categories
      from (${brandsInScope(db, user)}) brands
        join by_category on by_category.part_brand_id = brands.id
        join part_categories category on category.id = by_category.part_category_id
      group by brands.id, brands.name
      order by fold(brands.name), brands.id`.execute(db);
    return rows;
  },

  counts: ({ db, user }) => readCounts(db, user),
  today: ({ db, user }) => readToday(db, user),
  progress: ({ db, user, query }) => readProgress(db, user, query.part_brand_id),
  week: ({ db, user }) => readWeek(db, user),
  coverage: ({ db, user, query }) => readCoverage(db, user, query),
  holes: ({ db, user, query }) => readHoles(db, user, query),
  news: ({ db, user, query }) => readNews(db, user, query.since),

  visit: async ({ db, user }) => {
    await noteVisit(db, user.id);
    return null;
  },
};
