import { sql } from 'kysely';
import type { Db } from '../db/connection/connect.ts';
import { prepared } from '../db/prepared.ts';
import { notFound } from '../http/failure.ts';
import { inScope, type Person, partInScope } from './scope.ts';

const partInReach = (db: Db, person: Person, id: number) =>
  prepared(db)
    .selectFrom('parts')
    .where('parts.id', '=', id)
    .where(partInScope(person))
    .innerJoin('part_counts', 'part_counts.part_id', 'parts.id')
    .select(['parts.id', 'version', 'parts.part_product_id', 'pictures_count', 'vehicles_count']);

/** Selects the product, if it and the brand exist and the person may change their parts. */
export const placeInScope = (person: Person, brand: number, product: number) => sql`
  select part_products.id from part_products join part_brands on part_brands.id = ${brand}
  where part_products.id = ${product}
    and ${inScope(person, { brand, category: sql.ref('part_products.part_category_id'), product })}`;

export async function checkPlace(db: Db, person: Person, brand: number, product: number) {
  const { rows } = await placeInScope(person, brand, product).execute(prepared(db));
  if (rows.length === 0) throw notFound();
}

/** Limit of parts that suggestions scan. More parts would add nothing and take longer. */
const NEWEST = 2000;

/** Selects the ids of the newest parts of a product in the person's scope, of one brand or all. */
export const newestParts = (person: Person, product: number, brand: number | null = null) => sql<{ id: number }>`
  select id from parts where part_product_id = ${product} and ${partInScope(person)}
    ${brand === null ? sql`` : sql`and part_brand_id = ${brand}`}
  order by id desc limit ${sql.lit(NEWEST)}`;

/** Returns the part. Throws when it is outside the person's scope. */
export const findPart = (db: Db, person: Person, id: number) =>
  partInReach(db, person, id).executeTakeFirstOrThrow(notFound);

/** Returns the part, locked until the end of the transaction: changes to the same part wait for each other. */
export const lockPart = (db: Db, person: Person, id: number) =>
  partInReach(db, person, id).forUpdate(['parts', 'part_counts']).executeTakeFirstOrThrow(notFound);
