import { seesEverything } from '@piezario/contract/access';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../db/connection/connect.ts';
import { Failure, notFound } from '../http/failure.ts';
import { covers, inScope, type Person, reaches } from './scope.ts';

/** Category of a grant, also of a product grant. */
const category = sql<number | null>`coalesce(grants.part_category_id, granted_product.part_category_id)`;

/** Grants inside the viewer's own scope, with the tables that hold their names. */
const grantsInScope = (db: Db, viewer: Person) =>
  db
    .selectFrom('grants')
    .leftJoin('part_products as granted_product', 'granted_product.id', 'grants.part_product_id')
    .innerJoin('part_brands', 'part_brands.id', 'grants.part_brand_id')
    .leftJoin('part_categories', (join) => join.on('part_categories.id', '=', category))
    .where(
      inScope(viewer, {
        brand: sql.ref('grants.part_brand_id'),
        category,
        product: sql.ref('grants.part_product_id'),
      }),
    );

const named = (table: string) =>
  sql<{
    id: number;
    name: string;
  }>`json_build_object('id', ${sql.ref(`${table}.id`)}, 'name', ${sql.ref(`${table}.name`)})`;
const namedOrNull = (table: string) =>
  sql<{ id: number; name: string } | null>`case when ${sql.ref(`${table}.id`)} is not null then ${named(table)} end`;

/** Number of parts of the granted place. */
const countParts = sql<number>`(
  select coalesce(sum(t.parts), 0)::int from part_tallies t
  where t.part_brand_id = grants.part_brand_id
    and (grants.part_product_id is null or t.part_product_id = grants.part_product_id)
    and (grants.part_category_id is null or t.part_product_id in (
      select p.id from part_products p where p.part_category_id = grants.part_category_id)))`;

const selectAssignments = (db: Db, viewer: Person) =>
  grantsInScope(db, viewer)
    .select([
      'grants.id',
      named('part_brands').as('part_brand'),
      namedOrNull('part_categories').as('part_category'),
      namedOrNull('granted_product').as('part_product'),
      countParts.as('parts'),
    ])
    .orderBy(sql`fold(part_brands.name)`)
    .orderBy(sql`fold(part_categories.name) nulls first`)
    .orderBy(sql`fold(granted_product.name) nulls first`)
    .orderBy('grants.id');

export const listGrants = (db: Db, viewer: Person, userId: number) =>
  selectAssignments(db, viewer).where('grants.user_id', '=', userId).execute();

type Asked = { readonly brand: number; readonly category: number | null; readonly product: number | null };

/**
 * Grants a place inside the granter's scope, and removes the narrower grants that it contains. Throws when a wider
 * grant covers the place.
 */
export async function addGrant(db: Db, granter: Person, userId: number, asked: Asked) {
  const place = await readPlace(db, granter, asked);
  // Only among the grants in the granter's scope: the refusal must not reveal others.
  const wider = await grantsInScope(db, granter)
    .where('grants.user_id', '=', userId)
    .where(covers('grants', place))
    .select(['grants.part_category_id', 'grants.part_product_id'])
    .executeTakeFirst();
  if (wider) throw new Failure(409, coveredMessage(wider, place));
  const { rows: inside } = await sql<{ id: number }>`
    select g.id from grants g left join part_products p on p.id = g.part_product_id
    where g.user_id = ${userId} and ${isInside(place)}`.execute(db);
  const ids = inside.map((grant) => grant.id);
  const replaced = ids.length > 0 ? await selectAssignments(db, granter).where('grants.id', 'in', ids).execute() : [];
  await sql`delete from grants where id = any (${ids}::int[])`.execute(db);
  const { id } = await db
    .insertInto('grants')
    .values({
      user_id: userId,
      part_brand_id: place.brand,
      part_category_id: place.product ? null : place.category,
      part_product_id: place.product,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const added = await selectAssignments(db, granter).where('grants.id', '=', id).executeTakeFirstOrThrow();
  return { ...added, replaced };
}

/** Condition: the grant `g`, with its product `p`, is inside the place, and redundant once the place is granted. */
function isInside({ brand, category, product }: Asked) {
  return sql<SqlBool>`g.part_brand_id = ${brand}
    and (${category}::int is null or coalesce(g.part_category_id, p.part_category_id) = ${category})
    and (${product}::int is null or g.part_product_id = ${product})`;
}

/** Returns the requested place, if it exists and is inside the granter's scope. Throws otherwise. */
async function readPlace(db: Db, granter: Person, { brand, category, product }: Asked): Promise<Asked> {
  const found = await db
    .selectFrom('part_brands')
    .leftJoin('part_products', (join) => join.on('part_products.id', '=', product))
    .leftJoin('part_categories', (join) =>
      join.on('part_categories.id', '=', sql<number>`coalesce(part_products.part_category_id, ${category}::int)`),
    )
    .where('part_brands.id', '=', brand)
    .where(inScope(granter, { brand, category: sql.ref('part_categories.id'), product }))
    .select(['part_categories.id as category', 'part_products.id as product'])
    .executeTakeFirst();
  if (!found || found.product !== product || (category !== null && found.category === null)) throw notFound();
  if (category !== null && found.category !== category) {
    throw new Failure(422, 'El producto no es de esa categoría', { product: 'El producto no es de esa categoría' });
  }
  return { brand, category: found.category, product };
}

function coveredMessage(
  { part_category_id, part_product_id }: { part_category_id: number | null; part_product_id: number | null },
  { category, product }: Asked,
): string {
  if (part_product_id !== null || (part_category_id !== null && product === null) || category === null) {
    return 'Ya está asignado';
  }
  return part_category_id === null ? 'Ya tiene asignada toda la marca' : 'Ya tiene asignada toda la categoría';
}

type Withdrawn = { readonly id: number; readonly restores: readonly Asked[] };

/** Withdraws a grant inside the granter's scope, and adds the grants that it had replaced. */
export async function removeGrant(db: Db, granter: Person, userId: number, { id, restores }: Withdrawn): Promise<void> {
  const grant = await grantsInScope(db, granter)
    .where('grants.id', '=', id)
    .where('grants.user_id', '=', userId)
    .select('grants.id')
    .executeTakeFirstOrThrow(notFound);
  await db.deleteFrom('grants').where('id', '=', grant.id).execute();
  for (const place of restores) await addGrant(db, granter, userId, place);
}

/** Returns the person who has the grant. */
export async function readGrantee(db: Db, id: number): Promise<number> {
  const grant = await db.selectFrom('grants').where('id', '=', id).select('user_id').executeTakeFirstOrThrow(notFound);
  return grant.user_id;
}

/** Condition: the row of `users` shares a brand with the viewer. A manufacturer sees these clients. */
export function sharesBrand(viewer: Person) {
  if (seesEverything(viewer.role)) return sql<SqlBool>`true`;
  return sql<SqlBool>`exists (
    select from grants s where s.user_id = users.id and ${reaches(viewer, { brand: sql.ref('s.part_brand_id') })})`;
}

/** Brands of a row of `users` that the viewer can reach too. */
const shared = (viewer: Person) => sql`part_brands b
  where exists (select from grants s where s.user_id = users.id and s.part_brand_id = b.id)
    and ${reaches(viewer, { brand: sql.ref('b.id') })}`;

export const brandsShared = (viewer: Person) => sql<{ id: number; name: string }[]>`coalesce((
  select json_agg(json_build_object('id', b.id, 'name', b.name) order by b.name_folded) from ${shared(viewer)}), '[]')`;

/** Names of the shared brands, for filters and sorting. */
export const brandNamesShared = (viewer: Person) =>
  sql<string>`(select string_agg(b.name, ', ' order by b.name_folded) from ${shared(viewer)})`;
