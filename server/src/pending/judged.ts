import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { gapsIn, NOT_FOR_SALE, obstaclesIn } from '../parts/gaps.ts';

/**
 * How many parts for sale lack the same, by brand, product and category: the one way of judging the parts of a catalogue.
 * It reads the tallies, which have few rows for many parts. The rows add up; one alone may be less than zero.
 * `where` is about `gap_tallies`.
 */
export const judgedTallies = (where: RawBuilder<SqlBool>) => sql`
  select gap_tallies.part_brand_id, gap_tallies.part_product_id, product.part_category_id,
    ${gapsIn('gap_tallies', 'product')} as gaps,
    ${obstaclesIn('gap_tallies', 'product')} = 0 as is_publishable, gap_tallies.parts
  from gap_tallies join part_products product on product.id = gap_tallies.part_product_id
  where gap_tallies.lacks & ${sql.lit(NOT_FOR_SALE)} = 0 and ${where}`;

/** What is told of them. */
export const FIGURES = sql`sum(parts)::int as parts,
  coalesce(sum(parts) filter (where gaps = 0), 0)::int as complete,
  coalesce(sum(parts) filter (where is_publishable), 0)::int as publishable`;
