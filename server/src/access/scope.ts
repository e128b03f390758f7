import { seesEverything } from '@piezario/contract/access';
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import type { Caller } from '../http/implement.ts';

export type Person = Pick<Caller, 'id' | 'role'>;

type Id = number | Expression<unknown>;

/**
 * Whether some grant of the person leads to the place, or to something inside it: what a picker offers on the way. A
 * level that is left out is not compared.
 */
export function reaches(
  person: Person,
  place: { brand?: Id | undefined; category?: Id; product?: Id },
): RawBuilder<SqlBool> {
  if (seesEverything(person.role)) return sql`true`;
  const { brand, category, product } = place;
  const conditions = [
    sql`g.user_id = ${person.id}`,
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

/** A place in the catalogue; a null level means all below the one before it. A product's category is always said. */
export type Place = { readonly brand: Id; readonly category: Id | null; readonly product: Id | null };

/** Whether a row of `grants`, under that alias, covers the whole of the place. An open level needs an open one. */
export function covers(alias: string, { brand, category, product }: Place): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`(
    ${column('part_brand_id')} = ${brand}
    and (${column('part_category_id')} is null or ${column('part_category_id')} = ${category})
    and (${column('part_product_id')} is null or ${column('part_product_id')} = ${product}))`;
}

/** Whether the whole of the place is the person's to see and, for manufacturers, to change. */
export function inScope(person: Person, place: Place): RawBuilder<SqlBool> {
  if (seesEverything(person.role)) return sql`true`;
  return sql`exists (select from grants g where g.user_id = ${person.id} and ${covers('g', place)})`;
}

/**
 * Whether a row of `parts` is in the person's scope. Worked out once for a whole list, not once a row. The `or` is what
 * keeps it a test of the rows that a list finds by itself: as a join, it would decide how they are found.
 */
export function partInScope(person: Person): RawBuilder<SqlBool> {
  if (seesEverything(person.role)) return sql`true`;
  return sql`(parts.part_brand_id = any (array(
      select g.part_brand_id from grants g
      where g.user_id = ${person.id} and g.part_category_id is null and g.part_product_id is null))
    or (parts.part_brand_id, parts.part_product_id) in (
      select g.part_brand_id, p.id from grants g join part_products p
        on coalesce(g.part_category_id, p.part_category_id) = p.part_category_id
        and coalesce(g.part_product_id, p.id) = p.id
      where g.user_id = ${person.id}))`;
}

/** A level as it comes in a path, where `all` leaves it open. */
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
