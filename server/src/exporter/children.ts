import type { Application } from '@piezario/contract/applications';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/connection/connect.ts';
import { positionsOf } from '../vehicles/application.ts';
import { componentOf } from '../vehicles/bulk.ts';

/*
 * The rows that belong to a part, as JSON columns of its query. One statement reads both, in order, without a join that
 * would need a sort.
 */

const NONE = sql`'[]'::json`;
export const listed = <T>(count: string, rows: RawBuilder<unknown>): RawBuilder<T[]> =>
  sql`coalesce(case when ${sql.ref(count)} > 0 then (${rows}) end, ${NONE})`;

export type Attribute = readonly [name: string, value: string, unit: string];
export const attributes = listed<Attribute>(
  'part_counts.attributes_count',
  sql`select json_agg(json_build_array(a.name, a.value, a.unit) order by fold(a.name))
    from part_attributes a where a.part_id = parts.id`,
);

/** Cross reference. `oem`: its code as codes are compared, if its brand is a vehicle brand, by name or alias. */
export type Cross = readonly [brand: string, code: string, oem: string | null];
export const crosses = listed<Cross>(
  'part_counts.cross_count',
  sql`select json_agg(json_build_array(c.brand, c.code,
        case when bare(c.brand) = any (array(select bare from vehicle_brand_names())) then bare(c.code) end)
      order by fold(c.brand), bare(c.code), c.id)
    from part_crosses c where c.part_id = parts.id`,
);

/** The public address of the file whose key is in this column. */
export const urlOf = <Url extends string | null = string>(publicUrl: string, key: string): RawBuilder<Url> =>
  sql`${publicUrl}::text || '/' || ${sql.ref(key)}`;

export type Picture = readonly [url: string, blueprint: boolean, shorterSide: number];
export const pictures = (publicUrl: string) =>
  listed<Picture>(
    'part_counts.pictures_count',
    sql`select json_agg(json_build_array(${urlOf(publicUrl, 'p.image_key')}, p.is_blueprint, least(p.width, p.height))
        order by p.position)
      from part_pictures p where p.part_id = parts.id`,
  );

/** Ids of vehicles. There are few vehicles and many applications, so the vehicles are read once. */
export const vehicleIds = listed<number>(
  'part_counts.vehicles_count',
  sql`select json_agg(distinct v.vehicle_id order by v.vehicle_id) from part_vehicles v where v.part_id = parts.id`,
);

/** An application, with the id of its vehicle. */
export type ListedApplication = Application & { readonly vehicle_id: number };
export const applications = listed<ListedApplication>(
  'part_counts.vehicles_count',
  sql`select json_agg(json_build_object('vehicle_id', v.vehicle_id, 'id', v.id, 'positions', ${positionsOf('v')},
      'quantity', v.quantity, 'note', v.note, 'from_year', v.from_year, 'until_year', v.until_year)
      order by v.vehicle_id, v.positions)
    from part_vehicles v where v.part_id = parts.id`,
);

/** All vehicles by id. */
export async function readVehicles(db: Db) {
  const vehicles = await db
    .selectFrom('vehicles')
    .select([
      'id',
      'brand',
      'model_master',
      'model',
      'version',
      'engine_code',
      'fuel',
      'sold_from_year',
      'sold_until_year',
    ])
    .select([componentOf('cilindrada').as('displacement'), componentOf('valvulas').as('valves')])
    .execute();
  return new Map(vehicles.map((vehicle) => [vehicle.id, vehicle]));
}
export type Vehicles = Awaited<ReturnType<typeof readVehicles>>;
export type Vehicle = Vehicles extends Map<number, infer V> ? V : never;

/** Vehicle and application of a part. */
export type Fit = { readonly vehicle: Vehicle; readonly application: ListedApplication };
export const fitsOf = (vehicles: Vehicles, applications: readonly ListedApplication[]): Fit[] =>
  applications.flatMap((application) => {
    const vehicle = vehicles.get(application.vehicle_id);
    return vehicle ? [{ vehicle, application }] : [];
  });

/** The vehicles with these ids. */
export const vehiclesOf = (vehicles: Vehicles, ids: readonly number[]) => ids.flatMap((id) => vehicles.get(id) ?? []);
