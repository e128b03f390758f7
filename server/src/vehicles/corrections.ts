import { sql } from 'kysely';
import type { Db } from '../db/connection/connect.ts';
import { fieldOf, keyOf, VEHICLE_FIELDS, type VehicleFields, WRITTEN_COLUMNS, WRITTEN_VALUES } from './fields.ts';

/** A vehicle with its fields, all of them in a correction. */
export type BaseVehicle = { readonly id: number; readonly fields: VehicleFields };

/** Reads the vehicle base, and keeps others from changing it until the transaction ends. Applications can be saved. */
export async function lockBase(db: Db): Promise<Map<number, BaseVehicle>> {
  await sql`lock table vehicles in share row exclusive mode`.execute(db);
  const { rows } = await sql<BaseVehicle>`select id, ${VEHICLE_FIELDS} as fields from vehicles`.execute(db);
  return new Map(rows.map((vehicle) => [vehicle.id, vehicle]));
}

/**
 * Writes corrections of a locked base. Returns the ids of the vehicles that stay as they are, because another vehicle
 * is equal, or because the years leave out those of an application.
 */
export async function correct(
  db: Db,
  base: Map<number, BaseVehicle>,
  corrections: readonly BaseVehicle[],
): Promise<ReadonlySet<number>> {
  const outside = await findOutside(db, base, corrections);
  const { passes, blocked } = inFreeOrder(
    base,
    corrections.filter(({ id }) => !outside.has(id)),
  );
  for (const pass of passes) {
    await sql`update vehicles set (${WRITTEN_COLUMNS}) = (select ${WRITTEN_VALUES})
      from json_to_recordset(${JSON.stringify(pass)}::json) as given (id int, fields jsonb)
      where vehicles.id = given.id`.execute(db);
    for (const correction of pass) base.set(correction.id, correction);
  }
  return new Set([...outside, ...blocked.map(({ id }) => id)]);
}

/** Returns the vehicles with an application whose years the corrected ones leave out. */
async function findOutside(db: Db, base: Map<number, BaseVehicle>, corrections: readonly BaseVehicle[]) {
  const moved = corrections.filter(({ id, fields }) => yearsOf(base.get(id)?.fields ?? {}) !== yearsOf(fields));
  const given = moved.map(({ id, fields }) => ({
    id,
    sold_from: fieldOf(fields, 'sold_from_year'),
    sold_until: fieldOf(fields, 'sold_until_year') || null,
  }));
  if (given.length === 0) return new Set<number>();
  const { rows } = await sql<{ id: number }>`
    select id from json_to_recordset(${JSON.stringify(given)}::json) as given (id int, sold_from int, sold_until int)
    where exists (
      select from vehicle_parts p join part_vehicles a on a.part_id = p.part_id and a.vehicle_id = p.vehicle_id
      where p.vehicle_id = given.id
        and (least(from_year, until_year) < sold_from or greatest(from_year, until_year) > sold_until))`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

const yearsOf = (fields: VehicleFields) => `${fieldOf(fields, 'sold_from_year')}–${fieldOf(fields, 'sold_until_year')}`;

/** Orders corrections so that a vehicle gets a name after another one has left it. */
function inFreeOrder(base: ReadonlyMap<number, BaseVehicle>, corrections: readonly BaseVehicle[]) {
  const holders = new Map([...base.values()].map(({ id, fields }) => [keyOf(fields), id]));
  const passes: BaseVehicle[][] = [];
  for (let waiting = corrections; ; ) {
    const pass: BaseVehicle[] = [];
    const later: BaseVehicle[] = [];
    for (const correction of waiting) {
      const key = keyOf(correction.fields);
      const isFree = (holders.get(key) ?? correction.id) === correction.id;
      if (isFree) holders.set(key, correction.id);
      (isFree ? pass : later).push(correction);
    }
    if (pass.length === 0) return { passes, blocked: waiting };
    passes.push(pass);
    waiting = later;
    for (const { id, fields } of pass) {
      const before = keyOf(base.get(id)?.fields ?? {});
      if (before !== keyOf(fields)) holders.delete(before);
    }
  }
}
