import type { COMPONENT_KEYS } from '@piezario/contract/vehicles';
import { type SqlBool, sql } from 'kysely';
import { given } from '../db/bulk.ts';
import type { Db } from '../db/connection/connect.ts';
import { WRITTEN_COLUMNS } from './fields.ts';

/** A technical value of a vehicle, empty where the vehicle base does not have it. */
export const componentOf = (key: (typeof COMPONENT_KEYS)[number]) =>
  sql<string>`coalesce(components ->> ${sql.lit(key)}, '')`;

/** The vehicle base as an import compares it: texts without case or accents beside those to be shown. */
export const readVehicleBase = (db: Db) =>
  db
    .selectFrom('vehicles')
    .select([
      'id',
      'brand',
      'model',
      'model_master',
      'version',
      'engine_code',
      'fuel',
      'sold_from_year',
      'sold_until_year',
    ])
    .select(
      sql<string[]>`array[fold(brand), fold(model), fold(version), fold(engine_code), fold(fuel),
        fold(${componentOf('cilindrada')}), fold(${componentOf('valvulas')})]`.as('folded'),
    )
    .select('model_master_folded')
    .select([componentOf('cilindrada').as('displacement'), componentOf('valvulas').as('valves')])
    .orderBy('brand')
    .orderBy('model')
    .orderBy('version')
    .orderBy('id')
    .execute();

/** Reads the names and aliases of vehicle brands, reduced to letters and digits. */
export async function readVehicleBrandNames(db: Db): Promise<{ bare: string; brand: string }[]> {
  const { rows } = await sql<{ bare: string; brand: string }>`select * from vehicle_brand_names()`.execute(db);
  return rows;
}

/** Reads the names of the models and families of vehicles. */
export async function readVehicleModelNames(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select model as name from vehicles union select model_master from vehicles`.execute(db);
  return rows.map(({ name }) => name);
}

/** An application as bulk changes write it. */
export type ApplicationFields = {
  readonly vehicle_id: number;
  readonly positions: string;
  readonly quantity: number | null;
  readonly note: string;
  readonly from_year: number | null;
  readonly until_year: number | null;
};

/** The applications of each part to each vehicle, in the order of the keys. */
export async function findApplications(
  db: Db,
  keys: readonly { readonly part: number; readonly vehicle: number }[],
): Promise<(ApplicationFields & { readonly id: number })[][]> {
  const { rows } = await sql<ApplicationFields & { position: string; id: number }>`
    select given.position, v.id, v.vehicle_id, v.positions, v.quantity, v.note, v.from_year, v.until_year
    from ${given(keys, { part: 'int', vehicle: 'int' })}
      join part_vehicles v on v.part_id = given.part and v.vehicle_id = given.vehicle
    order by v.positions`.execute(db);
  const found = keys.map((): (ApplicationFields & { id: number })[] => []);
  for (const { position, ...application } of rows) found[Number(position) - 1]?.push(application);
  return found;
}

export const insertApplications = (db: Db, rows: readonly (ApplicationFields & { readonly part: number })[]) =>
  sql`insert into part_vehicles (part_id, vehicle_id, positions, quantity, note, from_year, until_year)
    select part, vehicle_id, positions, quantity, note, from_year, until_year
    from ${given(rows, {
      part: 'int',
      vehicle_id: 'int',
      positions: 'text',
      quantity: 'int',
      note: 'text',
      from_year: 'int',
      until_year: 'int',
    })}
    on conflict do nothing`.execute(db);

/** Copies the applications of a part to parts that do not have them. */
export const copyApplications = (db: Db, from: number, to: readonly number[]) =>
  sql`insert into part_vehicles (part_id, vehicle_id, positions, quantity, note, from_year, until_year)
    select chosen.id, v.vehicle_id, v.positions, v.quantity, v.note, v.from_year, v.until_year
    from unnest(${to}::int[]) as chosen (id) join part_vehicles v on v.part_id = ${from}
    order by chosen.id, v.id
    on conflict do nothing`.execute(db);

const ofPart = (vehicle: number, name: string) =>
  sql`part_vehicles ${sql.ref(name)} where ${sql.ref(`${name}.part_id`)} = parts.id and ${sql.ref(`${name}.vehicle_id`)} = ${vehicle}`;

/** Conditions on a part for passing its applications to one vehicle on to another one. */
export const mergedApplications = (vehicle: number, into: number) => ({
  differs: sql<SqlBool>`exists (select from ${ofPart(vehicle, 'v')})`,
  refused: sql<string | null>`case
    when exists (
      select from part_vehicles v join part_vehicles kept
        on kept.part_id = v.part_id and kept.vehicle_id = ${into} and kept.positions = v.positions
      where v.part_id = parts.id and v.vehicle_id = ${vehicle}
        and (v.quantity, v.note, v.from_year, v.until_year)
          is distinct from (kept.quantity, kept.note, kept.from_year, kept.until_year))
      then 'Va en los dos vehículos, en el mismo lugar, con otra cantidad, nota o años'
    when exists (
      select from part_vehicles v join vehicles kept on kept.id = ${into}
      where v.part_id = parts.id and v.vehicle_id = ${vehicle}
        and not int4range(kept.sold_from_year,
            case when kept.sold_until_year >= kept.sold_from_year then kept.sold_until_year end, '[]')
          @> int4range(coalesce(v.from_year, v.until_year, kept.sold_from_year),
            coalesce(v.until_year, v.from_year, kept.sold_from_year), '[]'))
      then 'Su aplicación tiene años en los que el otro vehículo no se vendía' end`,
});

/** Passes the applications of the parts to one vehicle on to another one, without those that it has already. */
export const mergeVehicle = (db: Db, parts: readonly number[], vehicle: number, into: number) =>
  sql`with passed as (
      delete from part_vehicles where part_id = any (${parts}::int[]) and vehicle_id = ${vehicle} returning *)
    insert into part_vehicles (part_id, vehicle_id, positions, quantity, note, from_year, until_year)
    select part_id, ${into}::int, positions, quantity, note, from_year, until_year from passed order by part_id, id
    on conflict do nothing`.execute(db);

/** Removes a vehicle from the base, unless a part fits it. */
export async function removeUnused(db: Db, vehicle: number): Promise<void> {
  // The lock waits for applications that are being saved.
  await sql`select from vehicles where id = ${vehicle} for update`.execute(db);
  await sql`delete from vehicles where id = ${vehicle}
    and not exists (select from vehicle_parts where vehicle_id = ${vehicle})`.execute(db);
}

/**
 * Inserts those of the vehicles that were removed from the base. Returns the vehicle that each of the others is by now:
 * an equal one that was added or changed since.
 */
export async function restoreVehicles(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const removed = [...new Set(ids)];
  await sql`insert into vehicles (id, ${WRITTEN_COLUMNS}) overriding system value
    select id, ${WRITTEN_COLUMNS} from removed_vehicles where id = any (${removed}::int[]) order by id on conflict do nothing`.execute(
    db,
  );
  const { rows } = await sql<{ id: number; equal: number }>`
    select r.id, v.id as equal from removed_vehicles r join vehicles v
      on (v.brand, v.model, v.version, v.engine_code, v.fuel, v.sold_from_year)
        = (r.brand, r.model, r.version, r.engine_code, r.fuel, r.sold_from_year)
      and v.sold_until_year is not distinct from r.sold_until_year
    where r.id = any (${removed}::int[])`.execute(db);
  return new Map(rows.map(({ id, equal }) => [id, equal]));
}
