import { sql } from 'kysely';
import type { Db } from '../db/connection/connect.ts';
import type { BaseVehicle } from './corrections.ts';
import { fieldOf, keyOf, VEHICLE_FIELDS, type VehicleFields } from './fields.ts';

type Shipped = { readonly key: number; readonly fields: VehicleFields };

/** What remains of the identity of a vehicle without years and spelling. */
const SPELLING = sql<string>`concat_ws('|', bare(brand), bare(model), bare(version), bare(engine_code), bare(fuel))`;

/**
 * Returns the vehicle of each key that is shipped for the first time and is in the base already: an equal one, or one
 * of other spelling or years, which an admin decides on. Null when another key has the equal one. Without earlier keys
 * the base is that of an older version, whose removed vehicles stay removed.
 */
export async function findKnown(
  db: Db,
  base: ReadonlyMap<number, BaseVehicle>,
  links: readonly { readonly vehicle_id: number | null }[],
  added: readonly (Shipped & { readonly shipped: VehicleFields })[],
): Promise<Map<number, number | null>> {
  const found = new Map<number, number | null>();
  if (added.length === 0) return found;
  const taken = new Set(links.flatMap(({ vehicle_id }) => vehicle_id ?? []));
  const idsOf = (vehicles: Iterable<BaseVehicle>) =>
    new Map([...vehicles].map(({ id, fields }) => [keyOf(fields), id]));
  const equal = idsOf(base.values());
  const removed = idsOf(links.length === 0 ? await readRemoved(db) : []);
  const take = (key: number, id: number) => {
    found.set(key, taken.has(id) ? null : id);
    taken.add(id);
  };
  for (const { key, fields, shipped } of added) {
    // A vehicle may have been removed before its brand was renamed.
    const id = equal.get(keyOf(fields)) ?? removed.get(keyOf(fields)) ?? removed.get(keyOf(shipped));
    if (id !== undefined) take(key, id);
  }
  const others = added.filter(({ key }) => !found.has(key));
  const local = [...base.values()].filter(({ id }) => !taken.has(id));
  if (others.length === 0 || local.length === 0) return found;
  for (const { key, ids } of await findAlike(db, others, local)) {
    const id = ids.find((candidate) => !taken.has(candidate));
    if (id !== undefined) take(key, id);
  }
  return found;
}

const readRemoved = async (db: Db) =>
  (await sql<BaseVehicle>`select id, ${VEHICLE_FIELDS} as fields from removed_vehicles order by removed_at`.execute(db))
    .rows;

/** Vehicles that differ in their spelling and years alone, and were sold in the same years at least in part. */
async function findAlike(db: Db, added: readonly Shipped[], local: readonly BaseVehicle[]) {
  const given = added.map(({ key, fields }) => ({
    key,
    ...fields,
    sold_from: fieldOf(fields, 'sold_from_year'),
    sold_until: fieldOf(fields, 'sold_until_year') || null,
  }));
  const { rows } = await sql<{ key: number; ids: number[] }>`
    select given.key, array_agg(own.id order by own.id) as ids
    from (select key, ${SPELLING} as spelling, int4range(sold_from, sold_until, '[]') as years
        from json_to_recordset(${JSON.stringify(given)}::json) as rows (key int, brand text, model text, version text,
          engine_code text, fuel text, sold_from int, sold_until int)) given
      join (select id, ${SPELLING} as spelling, int4range(sold_from_year,
          case when sold_until_year >= sold_from_year then sold_until_year end, '[]') as years
        from vehicles where id = any (${local.map(({ id }) => id)}::int[])) own
        on own.spelling = given.spelling and own.years && given.years
    group by given.key order by given.key`.execute(db);
  return rows;
}
