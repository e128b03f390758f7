import { sql } from 'kysely';
import { findByKeys, given } from '../db/bulk.ts';
import type { Db } from '../db/connect.ts';

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
    .select(sql<string[]>`array[fold(brand), fold(model), fold(version), fold(engine_code), fold(fuel)]`.as('folded'))
    .select('model_master_folded')
    .orderBy('brand')
    .orderBy('model')
    .orderBy('version')
    .orderBy('id')
    .execute();

/** What brands of vehicles are called, aliases too, by letters and digits. */
export async function readVehicleBrandNames(db: Db): Promise<{ bare: string; brand: string }[]> {
  const { rows } = await sql<{ bare: string; brand: string }>`select * from vehicle_brand_names()`.execute(db);
  return rows;
}

type Link = { readonly part: number; readonly vehicle: number };

/** The links in the order of the keys, null for those that do not exist. */
export const findLinks = (db: Db, links: readonly Link[]) =>
  findByKeys(
    db,
    links,
    { part: 'int', vehicle: 'int' },
    (given) => sql<{ position: number; id: number }>`
      select given.position, v.id
      from ${given} join part_vehicles v on v.part_id = given.part and v.vehicle_id = given.vehicle`,
  );

export const insertLinks = (db: Db, links: readonly Link[]) =>
  sql`insert into part_vehicles (part_id, vehicle_id)
    select part, vehicle from ${given(links, { part: 'int', vehicle: 'int' })}
    on conflict do nothing`.execute(db);

export const copyLinks = (db: Db, from: number, to: number) =>
  sql`insert into part_vehicles (part_id, vehicle_id)
    select ${to}::int, vehicle_id from part_vehicles where part_id = ${from}`.execute(db);
