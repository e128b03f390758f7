import { sql } from 'kysely';
import { type Person, partInScope } from '../../access/scope.ts';
import type { Db } from '../../db/connection/connect.ts';
import type { FindProducts } from './source.ts';

/** Codes of one statement. */
const GROUP = 5_000;

/** Finds the products of codes in the parts of the person's scope. A code that several products have is left out. */
export const storedProducts =
  (db: Db, person: Person): FindProducts =>
  async (brand, codes) => {
    const found = new Map<string, string>();
    for (let start = 0; start < codes.length; start += GROUP) {
      const { rows } = await sql<{ code: string; product: string }>`
        select given.code, min(p.name) as product
        from unnest(${codes.slice(start, start + GROUP)}::text[]) given (code)
        join part_brands b on fold(b.name) = fold(${brand})
        join parts on parts.part_brand_id = b.id and parts.code_bare = bare(given.code)
        join part_products p on p.id = parts.part_product_id
        where ${partInScope(person)} group by given.code having count(*) = 1`.execute(db);
      for (const { code, product } of rows) found.set(code, product);
    }
    return found;
  };
