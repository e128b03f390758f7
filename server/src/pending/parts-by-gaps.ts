import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { gapsIn, NOT_FOR_SALE, obstaclesIn } from '../parts/gaps.ts';

/**
 * Selects the number of parts for sale with equal gaps, by brand, product and category: the one source of such figures.
 * Reads the tallies, which have few rows for many parts. A tally row may be a difference, so sum `parts`: a single row may
 * be negative. `where` is a condition on `gap_tallies`.
 */
export const partsByGaps = (where: RawBuilder<SqlBool>) => sql`
  select gap_tallies.part_brand_id, gap_tallies.part_product_id, product.part_category_id,
    ${gapsIn('gap_tallies', 'product')} as gaps,
    ${obstaclesIn('gap_tallies', 'product')} = 0 as is_publishable, gap_tallies.parts
  from gap_tallies join part_products product on product.id = gap_tallies.part_product_id
  where gap_tallies.lacks & ${sql.lit(NOT_FOR_SALE)} = 0 and ${where}`;

/** Aggregates of the rows of `partsByGaps`. */
export const FIGURES = sql`sum(parts)::int as parts,
  coalesce(sum(parts) filter (where gaps = 0), 0)::int as complete,
  coalesce(sum(parts) filter (where is_publishable), 0)::int as publishable`;
