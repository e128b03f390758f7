import { sql } from 'kysely';
import { type Person, partInScope } from '../../access/scope.ts';
import type { Db } from '../../db/connection/connect.ts';
import { storable } from '../../db/storable.ts';
import { codeKey } from './convert.ts';
import type { FindProducts } from './products-by-code.ts';

/** Finds the products of parts in the person's scope. A code that several products have is left out. */
export const storedProducts =
  (db: Db, person: Person): FindProducts =>
  async (parts) => {
    const [brands, codes] = [parts.map(({ brand }) => storable(brand)), parts.map(({ code }) => storable(code))];
    const { rows } = await sql<{ brand: string; code: string; product: string }>`
      select given.brand, given.code, min(p.name) as product
      from unnest(${brands}::text[], ${codes}::text[]) given (brand, code)
      join part_brands b on fold(b.name) = fold(given.brand)
      join parts on parts.part_brand_id = b.id and parts.code_bare = bare(given.code)
      join part_products p on p.id = parts.part_product_id
      where ${partInScope(person)} group by given.brand, given.code having count(*) = 1`.execute(db);
    return new Map(rows.map(({ brand, code, product }) => [codeKey(brand, code), product]));
  };
