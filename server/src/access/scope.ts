import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import type { Caller } from '../http/implement.ts';

/** Who sees what. Admin and staff see everything; everybody else what they were granted, and nothing without grants. */
type Person = Pick<Caller, 'id' | 'role'>;

/** The place of something in the catalogue; a level that is left out is not compared. */
type Place = {
  readonly brand?: number | Expression<unknown> | undefined;
  readonly category?: number | Expression<unknown> | undefined;
  readonly product?: number | Expression<unknown> | undefined;
};

/** Whether the person can reach the place: some grant of theirs covers it, or leads to something inside it. */
export function inScope({ id, role }: Person, { brand, category, product }: Place): RawBuilder<SqlBool> {
  if (role === 'admin' || role === 'staff') return sql`true`;
  const conditions = [
    sql`g.user_id = ${id}`,
    ...(brand === undefined ? [] : [sql`g.part_brand_id = ${brand}`]),
    ...(category === undefined
      ? []
      : [sql`coalesce(g.part_category_id, p.part_category_id, ${category}) = ${category}`]),
    ...(product === undefined ? [] : [sql`coalesce(g.part_product_id, ${product}) = ${product}`]),
  ];
  return sql`exists (
    select from grants g left join part_products p on p.id = g.part_product_id
    where ${sql.join(conditions, sql` and `)})`;
}

/** A level as it comes in a path, where `all` leaves it open. */
type Level = number | 'all' | undefined;
const level = (given: Level) => (given === 'all' ? undefined : given);

export const brandsInScope = (db: Db, person: Person) =>
  db
    .selectFrom('part_brands')
    .where(inScope(person, { brand: sql.ref('part_brands.id') }))
    .select(['id', 'name'])
    .orderBy(sql`fold(name)`);

export const categoriesInScope = (db: Db, person: Person, { brandId }: { brandId: Level }) =>
  db
    .selectFrom('part_categories')
    .where(inScope(person, { brand: level(brandId), category: sql.ref('part_categories.id') }))
    .select(['id', 'name'])
    .orderBy(sql`fold(name)`);

export function productsInScope(
  db: Db,
  person: Person,
  { categoryId, brandId }: { categoryId: Level; brandId?: Level },
) {
  const place = {
    brand: level(brandId),
    category: sql.ref('part_products.part_category_id'),
    product: sql.ref('part_products.id'),
  };
  const products = db
    .selectFrom('part_products')
    .where(inScope(person, place))
    .select(['id', 'name', 'part_category_id'])
    .orderBy(sql`fold(name)`);
  const category = level(categoryId);
  return category === undefined ? products : products.where('part_category_id', '=', category);
}
