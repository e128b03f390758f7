import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../db/connection/connect.ts';
import { prepared } from '../db/prepared.ts';

type Relation = 'names' | 'named' | 'shares';

/** A part whose cross references name a given part, that is named by it, or that shares an OEM number with it. */
export type Related = {
  readonly id: number;
  readonly brand: string;
  readonly code: string;
  readonly product: string;
  readonly relation: Relation;
  /** Brand and code of the given part. */
  readonly other: string;
  /** Brand and code of the cross reference that relates them. */
  readonly number: string;
};

const MAX_RELATED = 100;

/** Names of vehicle brands, which distinguish OEM numbers from other cross references. */
export const VEHICLE_BRANDS = sql`vehicle_brands as materialized (select * from vehicle_brand_names())`;

type IsSeen = (table: string) => RawBuilder<SqlBool>;

/** More OEM numbers of a part would hardly lead to other parts. */
const MAX_NUMBERS = 100;
/** Limit of scanned matches per number, so that a very common one stays fast. */
const MAX_MATCHES = 500;

/**
 * Joins `given` parts, their OEM numbers `c`, and rows `n` of parts of the product with them. Needs VEHICLE_BRANDS.
 * The part itself is among them. The brands of the numbers are compared last: `isSeen` filters in the index scan, so
 * that rows out of scope do not count toward MAX_MATCHES.
 */
export const sharing = (given: RawBuilder<unknown>, isSeen: IsSeen) => sql`
  from ${given} cross join lateral (
      select cross_of.brand || ' ' || cross_of.code as name, number_of(bare(cross_of.code)) as number, v.brand
      from part_crosses cross_of join vehicle_brands v on v.bare = bare(cross_of.brand)
      where cross_of.part_id = given.id order by cross_of.id limit ${sql.lit(MAX_NUMBERS)}) c
    cross join lateral (
      select n.part_id, n.row_id from part_numbers n
      where n.kind = 'cross' and n.number = c.number and n.part_product_id = given.part_product_id and ${isSeen('n')}
      order by n.part_id limit ${sql.lit(MAX_MATCHES)}) n
    join part_crosses same on same.id = n.row_id
    join vehicle_brands w on w.bare = bare(same.brand) and w.brand = c.brand`;

/**
 * Returns the related parts, computed from cross references in one step: a chain would join unlike parts at the first
 * wrong one. Brands are compared by name, vehicle brands by their aliases too. `isSeen` is the condition for rows that
 * the person sees.
 */
export async function relatedParts(
  db: Db,
  isSeen: IsSeen,
  parts: readonly number[],
  relations: readonly Relation[],
): Promise<Related[]> {
  const given = sql`(select p.id, p.part_product_id, p.code_bare, b.name_folded as brand, b.name || ' ' || p.code as name
    from parts p join part_brands b on b.id = p.part_brand_id where p.id in (${sql.join(parts)})) given`;
  const FOUND: Record<Relation, ReturnType<typeof sql>> = {
    names: sql`
      select n.part_id, 'names', given.name, c.brand || ' ' || c.code
      from ${given} join part_numbers n on n.kind = 'cross' and n.number = number_of(given.code_bare)
        join part_crosses c on c.id = n.row_id and fold(c.brand) = given.brand and bare(c.code) = given.code_bare
      where ${isSeen('n')}`,
    named: sql`
      select n.part_id, 'named', given.name, c.brand || ' ' || c.code
      from ${given} join part_crosses c on c.part_id = given.id
        join part_numbers n on n.kind = 'code' and n.number = number_of(bare(c.code))
        join parts p on p.id = n.part_id and p.code_bare = bare(c.code)
        join part_brands b on b.id = p.part_brand_id and b.name_folded = fold(c.brand)
      where ${isSeen('n')}`,
    shares: sql`select n.part_id, 'shares', given.name, c.name ${sharing(given, isSeen)}`,
  };
  const { rows } = await sql<Related>`
    with ${VEHICLE_BRANDS}
    select p.id, b.name as brand, p.code, product.name as product, relation, other, number
    from (
      select distinct on (part_id, relation) *
      from (${sql.join(
        relations.map((relation) => FOUND[relation]),
        sql` union all `,
      )}) found (part_id, relation, other, number)
      where part_id not in (${sql.join(parts)})
      order by part_id, relation, number limit ${sql.lit(MAX_RELATED)}) found
      join parts p on p.id = found.part_id
      join part_brands b on b.id = p.part_brand_id
      join part_products product on product.id = p.part_product_id
    order by fold(b.name), p.code_bare, p.id`.execute(prepared(db, 'composed'));
  return rows;
}
