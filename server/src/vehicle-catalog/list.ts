import type { SharedApplication } from '@piezario/contract/applications';
import { type ListQuery, type Paged, splitValue } from '@piezario/contract/list';
import { vehicleCatalog as contract, type FittingPart } from '@piezario/contract/vehicle-catalog';
import { sql } from 'kysely';
import { type Person, partInScope, partInScopeByBrand } from '../access/scope.ts';
import type { Db } from '../db/connection/connect.ts';
import { condition } from '../db/list/columns.ts';
import { page } from '../db/list/page.ts';
import { type ListedPartRow, selectListedPart } from '../parts/select-parts.ts';
import { sharedApplications } from '../vehicles/application.ts';
import { describeFits, type FittedVehicle, type Header } from './fits.ts';

type Row = ListedPartRow & Pick<FittingPart, 'fits' | 'applications'>;

/** Lists the parts that fit the vehicles of the query. A query without vehicles finds nothing. */
export async function listParts(db: Db, person: Person, query: ListQuery): Promise<Paged<Row>> {
  const asked = query.filters.filter(({ column }) => column === 'vehicle_id');
  const vehicles = asked.map((filter) => splitValue(filter).map(Number));
  const inPlace = query.filters.flatMap((filter) =>
    isPlace(filter.column) ? [condition('number', { compared: `vehicle_parts.${filter.column}` }, filter)] : [],
  );
  const isMeant = sql.join([partInScopeByBrand(person, 'vehicle_parts'), ...inPlace], sql` and `);
  const ofVehicles = vehicles.map(
    (ids) => sql`parts.id = any (array(
      select part_id from vehicle_parts where vehicle_id = any (${ids}::int[]) and ${isMeant}))`,
  );
  const found = await page(db, query, {
    list: contract.list,
    table: 'parts',
    where: vehicles.length > 0 ? sql`(${sql.join([...ofVehicles, partInScope(person)], sql` and `)})` : sql`false`,
    settled: ['vehicle_id', ...PLACE],
    columns: {
      id: 'parts.id',
      vehicle_id: sql`null`,
      brand: { ...BRAND, compared: 'part_brands.name_folded' },
      part_brand_id: { compared: 'parts.part_brand_id' },
      code: { compared: 'parts.code_bare' },
      product: { ...PRODUCT, from: sql`part_products`, compared: 'part_products.name_folded' },
      part_product_id: { compared: 'parts.part_product_id' },
      category: { ...PRODUCT, compared: 'part_categories.name_folded' },
      part_category_id: { ...PRODUCT, compared: 'part_products.part_category_id' },
      enabled: { compared: 'parts.enabled' },
      discontinued: { compared: 'parts.discontinued' },
    },
    show: (id) => selectListedPart(person, id),
  });
  return { ...found, data: await withFits(db, found.data, [...new Set(vehicles.flat())]) };
}

/** Columns of a part in vehicle_parts. */
const PLACE = ['part_brand_id', 'part_product_id'];
const isPlace = (column: string) => PLACE.includes(column);

const BRAND = { key: 'parts.part_brand_id', from: sql`part_brands`, id: 'part_brands.id' };
const PRODUCT = {
  key: 'parts.part_product_id',
  from: sql`part_products join part_categories on part_categories.id = part_products.part_category_id`,
  id: 'part_products.id',
};

/** Adds to the parts of a page which of the vehicles each of them fits, and its applications on them. */
async function withFits(db: Db, parts: readonly ListedPartRow[], ids: readonly number[]): Promise<Row[]> {
  if (parts.length === 0) return [];
  const [vehicles, headers, fitted, applications] = await Promise.all([
    readVehicles(db, ids),
    readHeaders(db, parts),
    readFitted(db, parts, ids),
    readApplications(db, parts, ids),
  ]);
  return parts.map((part) => ({
    ...part,
    fits: describeFits(
      vehicles,
      fitted.get(part.id) ?? new Set(),
      headers.filter(({ part_product_id }) => part_product_id === part.part_product_id),
    ),
    applications: applications.get(part.id) ?? [],
  }));
}

const readVehicles = (db: Db, ids: readonly number[]): Promise<FittedVehicle[]> =>
  db
    .selectFrom('vehicles')
    .where('id', 'in', ids)
    .select(['id', 'model', 'version', 'engine_code', 'fuel', 'sold_from_year', 'sold_until_year', 'components'])
    .orderBy('model_folded')
    .orderBy('version_folded')
    .orderBy('id')
    .execute();

const readHeaders = (db: Db, parts: readonly ListedPartRow[]): Promise<(Header & { part_product_id: number })[]> =>
  db
    .selectFrom('part_product_vehicle_headers')
    .innerJoin('vehicle_headers', 'vehicle_headers.id', 'vehicle_header_id')
    .where('part_product_id', 'in', [...new Set(parts.map(({ part_product_id }) => part_product_id))])
    .select(['part_product_id', 'key', 'name', 'unit'])
    .orderBy('vehicle_headers.id')
    .execute();

async function readFitted(db: Db, parts: readonly ListedPartRow[], ids: readonly number[]) {
  const columns = (['part_brand_id', 'part_product_id', 'id'] as const).map((name) => parts.map((part) => part[name]));
  const { rows } = await sql<{ id: number; vehicles: number[] }>`
    select id, array_agg(vehicle_id) as vehicles
    from unnest(${columns[0]}::int[], ${columns[1]}::int[], ${columns[2]}::int[]) part (brand, product, id),
      unnest(${ids}::int[]) vehicle (given),
      lateral (select vehicle_id from vehicle_parts
        where vehicle_id = given and part_brand_id = brand and part_product_id = product and part_id = part.id
        offset 0) fitted
    group by id`.execute(db);
  return new Map(rows.map(({ id, vehicles }) => [id, new Set(vehicles)]));
}

/** Returns the applications of each part on the vehicles. */
async function readApplications(db: Db, parts: readonly ListedPartRow[], ids: readonly number[]) {
  const { rows } = await sql<{ id: number; applications: SharedApplication[] }>`
    select id, shared.applications
    from unnest(${parts.map(({ id }) => id)}::int[]) part (id), lateral (
      select ${sharedApplications(sql`(select * from part_vehicles where part_id = part.id
        and vehicle_id = any (${ids}::int[]) offset 0)`)} as applications) shared`.execute(db);
  return new Map(rows.map(({ id, applications }) => [id, applications]));
}
