import type { BrandPending, pending as contract } from '@piezario/contract/pending';
import { sql } from 'kysely';
import { brandsInScope, partInScopeByBrand } from '../access/scope.ts';
import type { Handlers } from '../http/implement.ts';
import { FIGURES, judgedTallies } from './judged.ts';

export const pending: Handlers<typeof contract> = {
  list: async ({ db, user }) => {
    const { rows } = await sql<BrandPending>`
      with judged as materialized (
        select part_brand_id, gaps, is_publishable, sum(parts)::int as parts
        from (${judgedTallies(partInScopeByBrand(user, 'gap_tallies'))}) by_product
        group by 1, 2, 3
      ), missing as (
        select part_brand_id, gap, sum(parts)::int as parts,
          coalesce(sum(parts) filter (where cardinality(gap_names(gaps)) = 1), 0)::int as alone
        from judged, unnest(gap_names(gaps)) gap
        group by 1, 2 having sum(parts) > 0)
      select brands.id, name, ${FIGURES},
        coalesce((
          select json_agg(json_build_object('gap', gap, 'parts', missing.parts, 'alone', alone) order by missing.parts desc, gap)
          from missing where missing.part_brand_id = brands.id), '[]') as gaps
      from (${brandsInScope(db, user)}) brands join judged on judged.part_brand_id = brands.id
      group by brands.id, name having sum(parts) > 0
      order by fold(name), brands.id`.execute(db);
    return rows;
  },
};
