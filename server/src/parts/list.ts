import { seesEverything, seesHistory } from '@piezario/contract/access';
import { ATTRIBUTE_KEY, type Filter, kindOf, type ListQuery } from '@piezario/contract/list';
import { byField } from '@piezario/contract/part-fields';
import { parts as contract } from '@piezario/contract/parts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { inScope, type Person } from '../access/scope.ts';
import type { Db } from '../db/connection/connect.ts';
import { condition, type Origin } from '../db/list/columns.ts';
import type { Source } from '../db/list/view.ts';
import { personIn } from '../history/operations.ts';
import { type AttributeColumns, readAttributeColumns } from './attribute-values.ts';
import { GAP_COLUMNS } from './gaps.ts';
import { type ListedPartRow, selectListedPart } from './select-parts.ts';
import { partTally, readGapTally } from './tallies.ts';

type Columns = (typeof contract.list)['columns'];
type Place = { readonly brandId: number; readonly productId: number | 'all' };

/** Columns of the brand, product and category. Their filters are evaluated before the parts are read. */
const NAMES = {
  brand: { compared: 'part_brands.name_folded' },
  product: { compared: 'part_products.name_folded' },
  category: { compared: 'part_categories.name_folded' },
  part_category_id: { compared: 'part_products.part_category_id' },
  takes_vehicles: { compared: 'part_products.takes_vehicles' },
};
type Name = keyof typeof NAMES;
const isName = (column: string): column is Name => Object.hasOwn(NAMES, column);

/**
 * Reads the products of the person's scope that pass the filters; null when all do. The statement for the parts then
 * compares a brand and a few ids, for which there are indexes.
 */
async function readProducts(db: Db, person: Person, { filters }: ListQuery, { brandId, productId }: Place) {
  const asked = filters.flatMap((filter) =>
    isName(filter.column) ? [condition(contract.list.columns[filter.column], NAMES[filter.column], filter)] : [],
  );
  if (seesEverything(person.role) && asked.length === 0) return productId === 'all' ? null : [productId];
  const accepted = sql.join(
    [
      inScope(person, {
        brand: brandId,
        category: sql.ref('part_products.part_category_id'),
        product: sql.ref('part_products.id'),
      }),
      ...(productId === 'all' ? [] : [sql`part_products.id = ${productId}`]),
      ...asked,
    ],
    sql` and `,
  );
  const isAll = sql`(${inScope(person, { brand: brandId, category: null, product: null })}
    and ${sql.lit(productId === 'all' && asked.length === 0)})`;
  const { rows } = await sql<{ isAll: boolean; ids: number[] | null }>`
    select "isAll", case when not "isAll" then (
      select json_agg(part_products.id order by part_products.id)
      from part_products
        join part_categories on part_categories.id = part_products.part_category_id
        join part_brands on part_brands.id = ${brandId}
      where ${accepted}) end as ids
    from (select ${isAll} as "isAll") scope`.execute(db);
  const [{ isAll: all, ids } = { isAll: false, ids: null }] = rows;
  return all ? null : (ids ?? []);
}

const productColumn = (table: string, compared: string, from = sql`part_products`) =>
  ({ key: `${table}.part_product_id`, from, id: 'part_products.id', compared }) as const;

const WITH_CATEGORY = sql`part_products join part_categories on part_categories.id = part_products.part_category_id`;

const namesIn = (table: string) => ({
  brand: { shared: true } as const,
  product: productColumn(table, 'part_products.name_folded'),
  category: productColumn(table, 'part_categories.name_folded', WITH_CATEGORY),
  part_category_id: productColumn(table, 'part_products.part_category_id'),
  takes_vehicles: productColumn(table, 'part_products.takes_vehicles'),
});

/** The vehicles of the parts of a brand. */
const vehiclesIn = (table: string, id: string, brandId: number) =>
  ({
    key: `${table}.${id}`,
    from: sql`(select part_id, vehicle_id from vehicle_parts where part_brand_id = ${brandId}) fitting`,
    id: 'fitting.part_id',
    compared: 'fitting.vehicle_id',
  }) as const;

const COUNTS = {
  attributes_count: { compared: 'part_counts.attributes_count' },
  cross_count: { compared: 'part_counts.cross_count' },
  pictures_count: { compared: 'part_counts.pictures_count' },
  vehicles_count: { compared: 'part_counts.vehicles_count' },
  is_universal: { compared: 'part_counts.is_universal' },
  updated_at: { compared: 'part_counts.updated_at' },
  discontinued_at: 'part_counts.discontinued_at',
  ...GAP_COLUMNS,
};

/** Null for people who may not see who changed a part, so that a filter does not reveal it. */
const updatedBy = ({ role }: Person) => (seesHistory(role) ? personIn('part_counts.updated_by') : sql`null::text`);

/** Columns of the part itself. */
const OWN = {
  code: { compared: 'parts.code_bare' },
  has_observation_str: { compared: 'parts.is_described' },
  ...byField(
    (name) => ({ compared: `parts.${name}` }),
    (name) => ({ compared: sql`fold(${sql.ref(`parts.${name}`)})` }),
  ),
  /** The only text with an index. */
  observation: {
    compared: sql`fold(parts.observation)`,
    indexedWhere: sql<SqlBool>`(length(parts.observation) <= 500)`,
  },
};

const IN_PARTS = { id: 'parts.id', created_at: { compared: 'parts.created_at' }, ...OWN };

const inCounts = (brandId: number) => {
  const part = {
    key: 'part_counts.part_id',
    from: sql`(select * from parts where part_brand_id = ${brandId}) parts`,
    id: 'parts.id',
  };
  return {
    id: 'part_counts.part_id',
    created_at: { compared: 'part_counts.created_at' },
    code: { ...part, ...OWN.code },
    has_observation_str: { ...part, ...OWN.has_observation_str },
    ...byField(
      (name) => ({ ...part, ...OWN[name] }),
      (name) => ({ ...part, ...OWN[name] }),
    ),
  };
};

/** Condition: a part of the brand passes the filter. Its product, category and counts must be joined. */
export function passes(
  person: Person,
  brandId: number,
  attributes: AttributeColumns,
  filter: Filter,
): RawBuilder<SqlBool> {
  const origins: { readonly [K in keyof Columns]: Origin } = {
    ...NAMES,
    brand: { compared: sql`(select name_folded from part_brands where id = ${brandId})` },
    ...IN_PARTS,
    ...COUNTS,
    updated_by: updatedBy(person),
    vehicle_id: vehiclesIn('parts', 'id', brandId),
    [ATTRIBUTE_KEY]: attributes('parts.id', () => sql`true`),
  };
  const kind = kindOf(contract.list.columns, filter.column);
  const declared = kind === 'attribute' ? ATTRIBUTE_KEY : filter.column;
  const [column] = Object.keys(origins).filter((name): name is keyof Columns => name === declared);
  if (!kind || !column) throw new Error(`Parts have no column ${filter.column}`);
  return condition(kind, origins[column], filter);
}

/** Reads part_counts when the query sorts or filters by its columns, which are indexed there; otherwise parts. */
export async function partList(
  db: Db,
  person: Person,
  query: ListQuery,
  place: Place,
): Promise<Source<Columns, ListedPartRow>> {
  const { brandId } = place;
  const attributes = await readAttributeColumns(db, place, query);
  const products = await readProducts(db, person, query, place);
  const byCount = [...query.filters, ...query.sort].some(
    ({ column }) => column === 'updated_by' || Object.hasOwn(COUNTS, column),
  );
  const table = byCount ? 'part_counts' : 'parts';
  const isInPlace = (of: string) => {
    const ofBrand = sql<SqlBool>`${sql.ref(`${of}.part_brand_id`)} = ${brandId}`;
    if (!products) return ofBrand;
    const product = sql.ref(`${of}.part_product_id`);
    const isOfProducts =
      products.length === 1 ? sql`${product} = ${products[0]}` : sql`${product} = any (${products}::int[])`;
    return sql<SqlBool>`${ofBrand} and ${isOfProducts}`;
  };
  const tallyPlace = { isInPlace, selection: `${brandId} ${products?.join() ?? 'all'}` };
  const filters = query.filters.filter(({ column }) => !isName(column));
  const gapTally = await readGapTally(db, { ...query, filters }, tallyPlace);
  return {
    list: contract.list,
    table,
    where: gapTally ? sql`${isInPlace(table)} and ${gapTally.where}` : isInPlace(table),
    valuesMatter: (products !== null && products.length > 1) || gapTally?.valuesMatter === true,
    settled: [...Object.keys(NAMES), ...(gapTally?.settled ?? [])],
    columns: {
      ...namesIn(table),
      ...(byCount ? inCounts(brandId) : IN_PARTS),
      ...COUNTS,
      ...gapTally?.columns,
      updated_by: updatedBy(person),
      vehicle_id: vehiclesIn(table, byCount ? 'part_id' : 'id', brandId),
      [ATTRIBUTE_KEY]: attributes(byCount ? 'part_counts.part_id' : 'parts.id', isInPlace),
    },
    show: (id) => selectListedPart(person, id),
    tally: gapTally?.tally ?? partTally(table, tallyPlace),
  };
}
