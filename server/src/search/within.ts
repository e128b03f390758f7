import { seesEverything } from '@piezario/contract/access';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Person, partInScope } from '../access/scope.ts';
import type { Db } from '../db/connect.ts';

/** Where a search looks: in a person's scope, and in some brands and products of it. Null means all. */
export type Within = {
  readonly person: Person;
  readonly brands: readonly number[] | null;
  readonly products: readonly number[] | null;
};

type Asked = Omit<Within, 'person'>;

/** The scope with its brands, by which the indexes of the search begin. */
export async function searchIn(db: Db, person: Person, asked: Asked): Promise<Within> {
  if (seesEverything(person.role)) return { person, ...asked };
  const granted = await db
    .selectFrom('grants')
    .where('user_id', '=', person.id)
    .select('part_brand_id')
    .distinct()
    .execute();
  const brands = granted.map(({ part_brand_id }) => part_brand_id);
  return { person, products: asked.products, brands: brands.filter((id) => asked.brands?.includes(id) ?? true) };
}

/** Whether a row with a brand and a product is there. */
export function isWithin({ person, brands, products }: Within, table: string): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return sql`(${sql.join(
    [
      partInScope(person, table),
      ...(brands ? [sql`${column('part_brand_id')} = any (${brands}::int[])`] : []),
      ...(products ? [sql`${column('part_product_id')} = any (${products}::int[])`] : []),
    ],
    sql` and `,
  )})`;
}
