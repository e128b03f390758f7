import { seesEverything } from '@piezario/contract/access';
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../db/connection/connect.ts';
import type { Caller } from '../http/implement.ts';

export type Person = Pick<Caller, 'id' | 'role' | 'viewer'>;

/**
 * Grants of a person, as the source of a select under the alias `g`. For a client who is viewed by another person, the
 * intersection of the grants of both: where a grant of one covers a grant of the other, the covered one.
 */
export function grantsOf({ id, viewer }: Person): RawBuilder<unknown> {
  if (!viewer || seesEverything(viewer.role)) return sql`(select * from grants where user_id = ${id}) g`;
  const grantsBy = (user: number) => sql`(
    select grants.*, coalesce(grants.part_category_id, p.part_category_id) as category
    from grants left join part_products p on p.id = grants.part_product_id where user_id = ${user})`;
  const place = {
    brand: sql.ref('narrow.part_brand_id'),
    category: sql.ref('narrow.category'),
    product: sql.ref('narrow.part_product_id'),
  };
  const narrowed = (narrow: number, wide: number) => sql`
    select narrow.* from ${grantsBy(narrow)} narrow
    where exists (select from grants wide where wide.user_id = ${wide} and ${covers('wide', place)})`;
  return sql`(${narrowed(id, viewer.id)} union ${narrowed(viewer.id, id)}) g`;
}

type Id = number | Expression<unknown>;

/**
 * Condition: the person was granted the area, a larger one around it, or a smaller one inside it. Pickers use it. An
 * undefined level is not compared. A level may be a column of the outer query: the alias `granted_product` hides none.
 */
export function reaches(
  person: Person,
  place: { brand?: Id | undefined; category?: Id; product?: Id },
): RawBuilder<SqlBool> {
  if (seesEverything(person.role)) return sql`true`;
  const { brand, category, product } = place;
  const conditions = [
    sql`true`,
    ...(brand === undefined ? [] : [sql`g.part_brand_id = ${brand}`]),
    ...(category === undefined
      ? []
      : [sql`coalesce(g.part_category_id, granted_product.part_category_id, ${category}) = ${category}`]),
    ...(product === undefined ? [] : [sql`coalesce(g.part_product_id, ${product}) = ${product}`]),
  ];
  return sql`exists (
    select from ${grantsOf(person)} left join part_products granted_product on granted_product.id = g.part_product_id
    where ${sql.join(conditions, sql` and `)})`;
}

/**
 * Brand, or a category or product of it. A null level selects all of the level above. A product comes with its
 * category.
 */
type Area = { readonly brand: Id; readonly category: Id | null; readonly product: Id | null };

/** Condition: a row of `grants`, under that alias, covers the whole area. Only an open grant covers an open level. */
export function covers(alias: string, { brand, category, product }: Area): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`(
    ${column('part_brand_id')} = ${brand}
    and (${column('part_category_id')} is null or ${column('part_category_id')} = ${category})
    and (${column('part_product_id')} is null or ${column('part_product_id')} = ${product}))`;
}

/** Condition: the person may see the whole area; manufacturers may then change it too. */
export function inScope(person: Person, area: Area): RawBuilder<SqlBool> {
  if (seesEverything(person.role)) return sql`true`;
  return sql`exists (select from ${grantsOf(person)} where ${covers('g', area)})`;
}

/**
 * Condition: a row with a brand and a product is in the person's scope: a part, or a count of parts. Subqueries run
 * once per list, not once per row. The `or` keeps PostgreSQL from turning them into joins, which would replace the
 * index of the list.
 */
export function partInScope(person: Person, table = 'parts'): RawBuilder<SqlBool> {
  if (seesEverything(person.role)) return sql`true`;
  const [brand, product] = [sql.ref(`${table}.part_brand_id`), sql.ref(`${table}.part_product_id`)];
  return sql`(${brand} = any (array(
      select g.part_brand_id from ${grantsOf(person)}
      where g.part_category_id is null and g.part_product_id is null))
    or (${brand}, ${product}) in (
      select g.part_brand_id, p.id from ${grantsOf(person)} join part_products p
        on coalesce(g.part_category_id, p.part_category_id) = p.part_category_id
        and coalesce(g.part_product_id, p.id) = p.id))`;
}

/** Condition like `partInScope` for a table with an index by brand. Reads only the rows of granted brands. */
export function partInScopeByBrand(person: Person, table: string): RawBuilder<SqlBool> {
  if (seesEverything(person.role)) return sql`true`;
  return sql`(${sql.ref(`${table}.part_brand_id`)} = any (array(
      select g.part_brand_id from ${grantsOf(person)}))
    and ${partInScope(person, table)})`;
}

/** Level in a path, where `all` leaves it open. */
type Level = number | 'all' | undefined;
const level = (given: Level) => (given === 'all' ? undefined : given);

export const brandsInScope = (db: Db, person: Person) =>
  db
    .selectFrom('part_brands')
    .where(reaches(person, { brand: sql.ref('part_brands.id') }))
    .select(['id', 'name'])
    .orderBy(sql`fold(name)`);

export const categoriesInScope = (db: Db, person: Person, { brandId }: { brandId: Level }) =>
  db
    .selectFrom('part_categories')
    .where(reaches(person, { brand: level(brandId), category: sql.ref('part_categories.id') }))
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
    .where(reaches(person, place))
    .select(['id', 'name', 'part_category_id'])
    .orderBy(sql`fold(name)`);
  const category = level(categoryId);
  return category === undefined ? products : products.where('part_category_id', '=', category);
}
