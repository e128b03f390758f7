import type { Answer } from '@piezario/contract/endpoint';
import type { vehicleCatalog } from '@piezario/contract/vehicle-catalog';
import { sql } from 'kysely';
import { type Person, partInScopeByBrand } from '../access/scope.ts';
import type { Db } from '../db/connection/connect.ts';

type Products = Answer<typeof vehicleCatalog.products>;
type Category = Products['categories'][number];

/** Counts the parts in the person's scope that fit any of the vehicles, by category and product. */
export async function countProducts(
  db: Db,
  person: Person,
  vehicles: readonly number[],
  { hidden }: { hidden: boolean },
): Promise<Products> {
  const { rows } = await sql<Category>`
    with counted as materialized (
      select part_product_id, count(*)::int as parts
      from (
        select distinct part_product_id, part_id from vehicle_parts
        where vehicle_id = any (${vehicles}::int[]) and (is_offered or ${hidden})
          and ${partInScopeByBrand(person, 'vehicle_parts')}) fitting
      group by part_product_id)
    select c.id, c.name, sum(parts)::int as parts,
      json_agg(json_build_object('id', p.id, 'name', p.name, 'parts', parts) order by p.name_folded) as products
    from counted join part_products p on p.id = part_product_id join part_categories c on c.id = p.part_category_id
    group by c.id order by c.name_folded`.execute(db);
  return { parts: rows.reduce((sum, { parts }) => sum + parts, 0), categories: rows };
}
