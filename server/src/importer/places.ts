import { sql } from 'kysely';
import { inScope, type Person, reaches } from '../access/scope.ts';
import { findByKeys } from '../db/bulk.ts';
import type { Db } from '../db/connect.ts';

/** Names of a brand and a product, as names are compared. */
export type PlaceNames = { readonly brand: string; readonly product: string };

/** Where a part may be put, with the name of the product's category; or the column that names nothing within reach. */
export type Place =
  | { readonly brand: number; readonly product: number; readonly category: string }
  | { readonly unknown: 'Marca' | 'Producto' };

/**
 * The places with these names that are the person's to change. Whatever is outside is told like what does not exist. They
 * are looked up by fold(name), which is what their indexes hold.
 */
export async function findPlaces(db: Db, person: Person, names: readonly PlaceNames[]): Promise<Place[]> {
  const found = await findByKeys(
    db,
    names,
    { brand: 'text', product: 'text' },
    (given) => sql<{ position: number; brand: number; product: number | null; category: string }>`
      select given.position, b.id as brand, p.id as product, c.name_folded as category
      from ${given} join part_brands b on fold(b.name) = given.brand
      left join part_products p on fold(p.name) = given.product and ${inScope(person, {
        brand: sql.ref('b.id'),
        category: sql.ref('p.part_category_id'),
        product: sql.ref('p.id'),
      })}
      left join part_categories c on c.id = p.part_category_id
      where ${reaches(person, { brand: sql.ref('b.id') })}`,
  );
  return found.map((row): Place => {
    if (!row) return { unknown: 'Marca' };
    const { brand, product, category } = row;
    return product === null ? { unknown: 'Producto' } : { brand, product, category };
  });
}
