import type { BrandPending, pending as contract } from '@piezario/contract/pending';
import { sql } from 'kysely';
import { brandsInScope, partInScopeByBrand } from '../access/scope.ts';
import type { Handlers } from '../http/implement.ts';
import { BITS, gapsIn } from '../parts/gaps.ts';

export const pending: Handlers<typeof contract> = {
  /** From the tallies, which have few rows for many parts. */
  list: async ({ db, user }) => {
    const { rows } = await sql<BrandPending>`
      with judged as materialized (
        select tally.part_brand_id, ${gapsIn('tally', 'product')} as gaps,
          (tally.lacks | product.lacks) & product.blocking = 0 as is_publishable, sum(tally.parts)::int as parts
        from (
          select part_brand_id, part_product_id, lacks, sum(parts) as parts from gap_tallies
          where lacks & ${sql.lit(BITS.disabled)} = 0 and ${partInScopeByBrand(user, 'gap_tallies')}
          group by 1, 2, 3) tally
        join part_products product on product.id = tally.part_product_id
        group by 1, 2, 3
      ), missing as (
        select part_brand_id, gap, sum(parts)::int as parts,
          coalesce(sum(parts) filter (where cardinality(gap_names(gaps)) = 1), 0)::int as alone
        from judged, unnest(gap_names(gaps)) gap
        group by 1, 2 having sum(parts) > 0)
      select brands.id, name, sum(parts)::int as parts,
        coalesce(sum(parts) filter (where gaps = 0), 0)::int as complete,
        coalesce(sum(parts) filter (where is_publishable), 0)::int as publishable,
        coalesce((
          select json_agg(json_build_object('gap', gap, 'parts', missing.parts, 'alone', alone) order by missing.parts desc, gap)
          from missing where missing.part_brand_id = brands.id), '[]') as gaps
      from (${brandsInScope(db, user)}) brands join judged on judged.part_brand_id = brands.id
      group by brands.id, name having sum(parts) > 0
      order by fold(name), brands.id`.execute(db);
    return rows;
  },
};
