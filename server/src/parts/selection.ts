import { Id } from '@piezario/contract/fields';
import type { Filter, Sort } from '@piezario/contract/list';
import { type SqlBool, sql } from 'kysely';
import { type Person, partInScope, reaches } from '../access/scope.ts';
import type { Db } from '../db/connection/connect.ts';
import { notFound } from '../http/failure.ts';
import { type AttributeColumns, readAttributeColumns } from './attribute-values.ts';
import { countParts } from './count.ts';
import { passes } from './list.ts';

type Named = { readonly id: number; readonly name: string };

/** The selected parts of the catalog, and the person who sees them. */
export type Selection = {
  readonly person: Person;
  readonly brand: Named;
  readonly category: Named | null;
  readonly product: Named | null;
  /** Other filters of the list of parts, which narrow it further. */
  readonly filters: readonly Filter[];
  /** Columns that filters by attributes compare. */
  readonly attributes: AttributeColumns;
};

type Asked = {
  readonly brandId: number;
  readonly productId: number | 'all';
  readonly filters: readonly Filter[];
  /** Order of the list, for a file that has it. */
  readonly sort?: readonly Sort[];
};

const isCategory = ({ column, mode }: Filter) => column === 'part_category_id' && mode === 'matches';

/** Reads the names of the selection. Throws 404 when no grant of the person reaches one of them. */
export async function readSelection(
  db: Db,
  person: Person,
  { brandId, productId, sort = [], ...asked }: Asked,
): Promise<Selection> {
  const chosen = asked.filters.find(isCategory);
  const categoryId = chosen && readId(chosen);
  const filters = asked.filters.filter((filter) => filter !== chosen);
  const attributes = await readAttributeColumns(db, { brandId, productId }, { filters, sort });
  const brand = await db
    .selectFrom('part_brands')
    .where('id', '=', brandId)
    .where(reaches(person, { brand: brandId }))
    .select(['id', 'name'])
    .executeTakeFirstOrThrow(notFound);
  if (productId === 'all') {
    const category = categoryId === undefined ? null : await readCategory(db, person, brandId, categoryId);
    return { person, brand, category, product: null, filters, attributes };
  }
  const { id, name, part_category_id, category } = await readProduct(db, person, brandId, productId);
  if (categoryId !== undefined && categoryId !== part_category_id) throw notFound();
  return {
    person,
    brand,
    category: { id: part_category_id, name: category },
    product: { id, name },
    filters,
    attributes,
  };
}

/** Throws 404 for a number that cannot be an id. */
function readId({ value }: Filter): number {
  const { data } = Id.safeParse(value);
  if (data === undefined) throw notFound();
  return data;
}

const readCategory = (db: Db, person: Person, brand: number, category: number) =>
  db
    .selectFrom('part_categories')
    .where('id', '=', category)
    .where(reaches(person, { brand, category }))
    .select(['id', 'name'])
    .executeTakeFirstOrThrow(notFound);

const readProduct = (db: Db, person: Person, brand: number, product: number) =>
  db
    .selectFrom('part_products')
    .innerJoin('part_categories', 'part_categories.id', 'part_category_id')
    .where('part_products.id', '=', product)
    .where(reaches(person, { brand, category: sql.ref('part_products.part_category_id'), product }))
    .select(['part_products.id', 'part_products.name', 'part_category_id', 'part_categories.name as category'])
    .executeTakeFirstOrThrow(notFound);

/** The parts of the selection that the person may see. */
export function selectedParts(db: Db, { person, brand, category, product, filters, attributes }: Selection) {
  const parts = db
    .selectFrom('parts')
    .innerJoin('part_products', 'part_products.id', 'parts.part_product_id')
    .innerJoin('part_categories', 'part_categories.id', 'part_products.part_category_id')
    .innerJoin('part_counts', 'part_counts.part_id', 'parts.id')
    .where('parts.part_brand_id', '=', brand.id)
    // The indexes of the counts begin with the brand.
    .where('part_counts.part_brand_id', '=', brand.id)
    .where(partInScope(person))
    .where(
      sql.join<SqlBool>(
        [sql`true`, ...filters.map((filter) => passes(person, brand.id, attributes, filter))],
        sql` and `,
      ),
    );
  if (product) return parts.where('parts.part_product_id', '=', product.id);
  return category ? parts.where('part_products.part_category_id', '=', category.id) : parts;
}

export async function countSelected(db: Db, selection: Selection): Promise<number> {
  const { person, brand, category, product, filters } = selection;
  if (filters.length > 0) {
    const { parts } = await selectedParts(db, selection)
      .select(({ fn }) => fn.countAll<number>().as('parts'))
      .executeTakeFirstOrThrow();
    return Number(parts);
  }
  return countParts(db, [
    sql`part_brand_id = ${brand.id} and ${partInScope(person, 'part_tallies')}`,
    ...(category
      ? [sql<SqlBool>`part_product_id in (select id from part_products where part_category_id = ${category.id})`]
      : []),
    ...(product ? [sql<SqlBool>`part_product_id = ${product.id}`] : []),
  ]);
}
