import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { BITS, gapsIn } from '../parts/gaps.ts';

/**
 * How many enabled parts lack the same, by brand, product and category: the one way of judging the parts of a catalogue.
 * It reads the tallies, which have few rows for many parts. `where` is about `gap_tallies`.
 */
export const judgedTallies = (where: RawBuilder<SqlBool>) => sql`
  select tally.part_brand_id, tally.part_product_id, product.part_category_id, ${gapsIn('tally', 'product')} as gaps,
    (tally.lacks | product.lacks) & product.blocking = 0 as is_publishable, tally.parts
  from (
    select part_brand_id, part_product_id, lacks, sum(parts)::int as parts from gap_tallies
    where lacks & ${sql.lit(BITS.disabled)} = 0 and ${where}
    group by 1, 2, 3) tally
  join part_products product on product.id = tally.part_product_id`;

/** What is told of them. */
export const FIGURES = sql`sum(parts)::int as parts,
  coalesce(sum(parts) filter (where gaps = 0), 0)::int as complete,
  coalesce(sum(parts) filter (where is_publishable), 0)::int as publishable`;
