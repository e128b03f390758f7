import type { pending as contract, Pending, PendingBy } from '@piezario/contract/pending';
import { type SqlBool, sql } from 'kysely';
import { partInScopeByBrand } from '../access/scope.ts';
import type { Handlers } from '../http/implement.ts';
import { FIGURES, partsByGaps } from './parts-by-gaps.ts';

/** Groupings of parts: column of the tallies and table of the names. */
const GROUPS = {
  brand: { id: sql.ref('part_brand_id'), names: sql.table('part_brands') },
  product: { id: sql.ref('part_product_id'), names: sql.table('part_products') },
} satisfies Record<PendingBy, unknown>;

/** ENDS: lowest and highest brand and product of parts. ONLY: their brand and product, null where there are several. */
const ENDS = sql`min(part_brand_id) as first_brand, max(part_brand_id) as last_brand,
  min(part_product_id) as first_product, max(part_product_id) as last_product`;
const ONLY = sql`
  case when min(first_brand) = max(last_brand) then min(first_brand) end as part_brand_id,
  case when min(first_product) = max(last_product) then min(first_product) end as part_product_id`;

export const pending: Handlers<typeof contract> = {
  list: async ({ db, user, query: { by = 'brand', part_product_id } }) => {
    const { id, names } = GROUPS[by];
    const isAsked = part_product_id === undefined ? sql`true` : sql`gap_tallies.part_product_id = ${part_product_id}`;
    const counted = sql<SqlBool>`${partInScopeByBrand(user, 'gap_tallies')} and ${isAsked}`;
    const { rows } = await sql<Pending>`
      with by_gaps as materialized (
        select ${id} as id, gaps, is_publishable, sum(parts)::int as parts, ${ENDS}
        from (
          select part_brand_id, part_product_id, gaps, is_publishable, sum(parts)::int as parts
          from (${partsByGaps(counted)}) tallies
          group by 1, 2, 3, 4 having sum(parts) <> 0) places
        group by 1, 2, 3
      ), missing as (
        select id, gap, sum(parts)::int as parts,
          coalesce(sum(parts) filter (where cardinality(gap_names(gaps)) = 1), 0)::int as alone
        from by_gaps, unnest(gap_names(gaps)) gap
        group by 1, 2 having sum(parts) > 0)
      select by_gaps.id, name, ${ONLY}, ${FIGURES},
        coalesce((
          select json_agg(json_build_object('gap', gap, 'parts', missing.parts, 'alone', alone) order by missing.parts desc, gap)
          from missing where missing.id = by_gaps.id), '[]') as gaps
      from by_gaps join ${names} names on names.id = by_gaps.id
      group by by_gaps.id, name having sum(parts) > 0
      order by fold(name), by_gaps.id`.execute(db);
    return rows;
  },
};
