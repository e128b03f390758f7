import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Person, partInScope } from '../access/scope.ts';

/** Brands and products that the filters of a search leave. Null for all. */
export type Asked = { readonly brands: readonly number[] | null; readonly products: readonly number[] | null };

/** Area of a search: a person's scope, limited to some brands and products. */
export type Within = Asked & { readonly person: Person };

/** Condition: a row with a brand and a product is in the area. */
export function isWithin({ person, brands, products }: Within, table: string): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return sql`(${sql.join(
    [
      partInScope(person, table),
      ...(brands ? [sql`${column('part_brand_id')} = any (${unplannedIds(brands)})`] : []),
      ...(products ? [sql`${column('part_product_id')} = any (${unplannedIds(products)})`] : []),
    ],
    sql` and `,
  )})`;
}

/** Returns the limit of rows to scan, or null for all: a search within some brands or products scans all of them. */
export const mostOf = ({ brands, products }: Within) => (brands || products ? null : 1000);

/** A value that the planner does not see, so that PostgreSQL keeps one plan of a prepared statement for all values. */
export const unplanned = <Value>(value: RawBuilder<Value>): RawBuilder<Value> => sql`(select ${value})`;

/** Ids of a prepared statement, in the same way. */
export const unplannedIds = (some: readonly number[]) => sql`${unplanned(sql`${some}::int[]`)}::int[]`;
