import type { Filter } from '@piezario/contract/list';
import { COMPONENT_KEYS, vehicles as contract } from '@piezario/contract/vehicles';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../db/connection/connect.ts';
import { condition, type Origin } from '../db/list/columns.ts';

export const isLinked = (partId: number) => sql<SqlBool>`exists (
  select from part_vehicles where part_id = ${partId} and vehicle_id = vehicles.id)`;

/** Condition: an application without positions would conflict with one of an offered part that is no alternative. */
const hasConflict = (partId: number) => sql<SqlBool>`exists (
  select from parts own
    join vehicle_parts v on v.vehicle_id = vehicles.id and v.part_brand_id = own.part_brand_id
      and v.part_product_id = own.part_product_id and v.part_id <> own.id and v.is_offered
    join part_vehicles a on a.part_id = v.part_id and a.vehicle_id = v.vehicle_id and a.positions = ''
  where own.id = ${partId} and not exists (select from alternatives s
    where s.part_id = least(own.id, v.part_id) and s.other_id = greatest(own.id, v.part_id)))`;

/** The same columns for every part, though a product shows only some of them. */
const componentColumns = Object.fromEntries(
  COMPONENT_KEYS.map((key) => [key, sql`components ->> ${sql.lit(key)}`]),
) as Record<(typeof COMPONENT_KEYS)[number], ReturnType<typeof sql>>;

/** Returns the columns of the list of vehicles of a part. */
export const columnsFor = (partId: number) => ({
  id: 'vehicles.id',
  vehicle_linked: { compared: isLinked(partId) },
  has_conflict: { compared: hasConflict(partId) },
  origin: { compared: 'origin_folded' },
  brand: { compared: 'brand_folded' },
  model: { compared: 'model_folded' },
  model_master: { compared: 'model_master_folded' },
  version: { compared: 'version_folded' },
  engine_code: { compared: 'engine_code_bare' },
  fuel: { compared: 'fuel_folded' },
  sold_from_year: { compared: 'sold_from_year' },
  // A vehicle that is still sold sorts after every year.
  sold_until_year: { compared: sql`coalesce(sold_until_year, 9999)` },
  ...componentColumns,
});

/** A filter by an alias finds the brand: VW is Volkswagen. */
export async function withoutAliases(db: Db, filters: readonly Filter[]): Promise<readonly Filter[]> {
  const asked = filters.filter(({ column, mode }) => column === 'brand' && mode !== 'in');
  if (asked.length === 0) return filters;
  const { rows } = await sql<{ value: string; brand: string }>`
    select value, brand from unnest(${asked.map(({ value }) => value)}::text[]) value
    join vehicle_brand_aliases on name_bare = bare(value)`.execute(db);
  const brands = new Map(rows.map(({ value, brand }) => [value, brand]));
  return filters.map((filter) =>
    asked.includes(filter) ? { ...filter, value: brands.get(filter.value) ?? filter.value } : filter,
  );
}

/** Returns the condition of vehicles that match the filters of the list. */
export async function readMatching(db: Db, partId: number, filters: readonly Filter[]): Promise<RawBuilder<SqlBool>> {
  const columns: { readonly [K in keyof typeof contract.list.columns]: Origin } = columnsFor(partId);
  const isColumn = (name: string): name is keyof typeof columns => Object.hasOwn(columns, name);
  const conditions = (await withoutAliases(db, filters)).map((filter) => {
    if (!isColumn(filter.column)) throw new Error(`Vehicles have no column ${filter.column}`);
    return condition(contract.list.columns[filter.column], columns[filter.column], filter);
  });
  return sql`(${sql.join([sql`true`, ...conditions], sql` and `)})`;
}
