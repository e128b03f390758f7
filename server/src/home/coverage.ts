import type { Coverage } from '@piezario/contract/home';
import type { Version } from '@piezario/contract/vehicle-catalog';
import { type SqlBool, sql } from 'kysely';
import { type Person, partInScope, productsInScope } from '../access/scope.ts';
import type { Db } from '../db/connection/connect.ts';
import { notFound } from '../http/failure.ts';

type Covering = { readonly part_product_id?: number | undefined; readonly part_brand_id?: number | undefined };

/** Condition: the row of `part_tallies` is of parts that the person sees, of the brand if there is one. */
const isOfSelectedParts = (
  person: Person,
  brandId: number | undefined,
) => sql<SqlBool>`(${partInScope(person, 'part_tallies')}
  and ${brandId === undefined ? sql`true` : sql`part_tallies.part_brand_id = ${brandId}`})`;

/** Reads the product of the filter, or else the one with most parts. Throws a 404 for a product out of scope. */
async function readProduct(db: Db, person: Person, { part_product_id, part_brand_id }: Covering) {
  if (part_product_id !== undefined) {
    const offered = productsInScope(db, person, { categoryId: 'all', brandId: part_brand_id });
    return offered.where('part_products.id', '=', part_product_id).executeTakeFirstOrThrow(notFound);
  }
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from part_products join (
      select part_product_id, sum(parts) as parts from part_tallies where ${isOfSelectedParts(person, part_brand_id)}
      group by 1 having sum(parts) > 0) totals on part_product_id = id
    where takes_vehicles order by parts desc, id limit 1`.execute(db);
  return rows[0] ?? null;
}

/**
 * Selects every vehicle, whether a part on offer fits it, and whether it is a coverage hole: another version with the
 * same engine has a part. Reads the brands that make the product first. Then each vehicle takes some index scans,
 * however many applications there are. The offsets keep PostgreSQL from turning the scan into a join over all
 * applications, and from running it twice.
 */
const vehiclesByCoverage = (person: Person, productId: number, brandId: number | undefined) => sql`
  select *, not is_covered and bool_or(is_covered) over (
    partition by brand, model, engine_code_bare, fuel_folded, components ->> 'cilindrada') as is_hole
  from (
    select vehicles.*, exists (
      select from vehicle_parts
      where vehicle_id = vehicles.id and part_product_id = ${productId} and is_offered and part_brand_id = any (array(
        select distinct part_tallies.part_brand_id from part_tallies
        where part_tallies.part_product_id = ${productId} and ${isOfSelectedParts(person, brandId)}))
      offset 0) as is_covered
    from vehicles offset 0) vehicles`;

export async function readCoverage(db: Db, person: Person, filter: Covering): Promise<Coverage> {
  const product = await readProduct(db, person, filter);
  if (!product) return { product: null, brands: [] };
  const { rows } = await sql<Coverage['brands'][number]>`
    select brand as name, sum(versions)::int as versions, sum(covered)::int as covered, sum(holes)::int as holes,
      json_agg(json_build_object('name', model_master, 'versions', versions, 'covered', covered, 'holes', holes)
        order by holes desc, covered desc, model_master) as models
    from (
      select brand, model_master, count(*) as versions, count(*) filter (where is_covered) as covered,
        count(*) filter (where is_hole) as holes
      from (${vehiclesByCoverage(person, product.id, filter.part_brand_id)}) vehicles group by 1, 2) models
    group by 1 order by sum(holes) desc, sum(covered) desc, brand`.execute(db);
  return { product: { id: product.id, name: product.name }, brands: rows };
}

export async function readHoles(
  db: Db,
  person: Person,
  { brand, model, ...filter }: Covering & { readonly brand: string; readonly model: string },
): Promise<Version[]> {
  const product = await readProduct(db, person, filter);
  if (!product) return [];
  const { rows } = await sql<Version>`
    select id, model, version, engine_code, fuel, sold_from_year, sold_until_year
    from (${vehiclesByCoverage(person, product.id, filter.part_brand_id)}) vehicles
    where brand_folded = fold(${brand}) and model_master_folded = fold(${model}) and is_hole
    order by model_folded, version_folded, sold_from_year, id`.execute(db);
  return rows;
}
