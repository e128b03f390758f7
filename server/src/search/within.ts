import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Person, partInScope } from '../access/scope.ts';

/** What the filters of a search leave. Null means all. */
export type Asked = { readonly brands: readonly number[] | null; readonly products: readonly number[] | null };

/** Where a search looks: in a person's scope, and in some brands and products of it. */
export type Within = Asked & { readonly person: Person };

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

/** How many of very many are enough, null for all of them. Whoever sees everything is content with some. */
export const mostOf = ({ brands, products }: Within) => (brands || products ? null : 1000);
