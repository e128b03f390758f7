import { sql } from 'kysely';
import { inScope, type Person, reaches } from '../../access/scope.ts';
import { findByKeys } from '../../db/bulk.ts';
import type { Db } from '../../db/connection/connect.ts';

/** Folded names of a brand and a product. */
export type DestinationNames = { readonly brand: string; readonly product: string };

/**
 * The ids of a brand and a product, with the folded name of the product's category; or the column whose name was not
 * found.
 */
export type Destination =
  | { readonly brand: number; readonly product: number; readonly category: string }
  | { readonly unknown: 'Marca' | 'Producto' };

/**
 * The brands and products with these names that the person may change. Others are reported as if they did not exist.
 * The search is by fold(name), which is indexed. A product is also found by an alias that no other product has.
 */
export async function findDestinations(
  db: Db,
  person: Person,
  names: readonly DestinationNames[],
): Promise<Destination[]> {
  const inOwnScope = inScope(person, {
    brand: sql.ref('b.id'),
    category: sql.ref('p.part_category_id'),
    product: sql.ref('p.id'),
  });
  const found = await findByKeys(
    db,
    names,
    { brand: 'text', product: 'text' },
    (given) => sql<{ position: number; brand: number; product: number | null; category: string }>`
      select given.position, b.id as brand, p.id as product, c.name_folded as category
      from ${given} join part_brands b on fold(b.name) = given.brand
      left join lateral (
        select id from part_products p where fold(name) = given.product and ${inOwnScope}
        union all
        select min(id) from part_products p
        where given.product = any (array(select fold(alias) from unnest(aliases) alias)) and ${inOwnScope}
        having count(*) = 1
        limit 1) named on true
      left join part_products p on p.id = named.id
      left join part_categories c on c.id = p.part_category_id
      where ${reaches(person, { brand: sql.ref('b.id') })}`,
  );
  return found.map((row): Destination => {
    if (!row) return { unknown: 'Marca' };
    const { brand, product, category } = row;
    return product === null ? { unknown: 'Producto' } : { brand, product, category };
  });
}
