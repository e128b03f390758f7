import { sql } from 'kysely';
import { given } from '../db/bulk.ts';
import type { Db } from '../db/connect.ts';

/** The vehicle base as an import compares it: texts without case or accents beside those to be shown. */
export const readVehicleBase = (db: Db) =>
  db
    .selectFrom('vehicles')
    .select(['id', 'brand', 'model', 'version', 'engine_code', 'fuel', 'sold_from_year', 'sold_until_year'])
    .select(sql<string[]>`array[fold(brand), fold(model), fold(version), fold(engine_code), fold(fuel)]`.as('folded'))
    .orderBy('brand')
    .orderBy('model')
    .orderBy('version')
    .orderBy('id')
    .execute();

/** Links parts with vehicles and answers how many links are new. */
export async function linkVehicles(
  db: Db,
  links: readonly { readonly part: number; readonly vehicle: number }[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into part_vehicles (part_id, vehicle_id)
    select part, vehicle from ${given(links, { part: 'int', vehicle: 'int' })}
    -- A link that is there already would use up an id.
    where not exists (select from part_vehicles where part_id = part and vehicle_id = vehicle)
    on conflict do nothing`.execute(db);
  return Number(numAffectedRows);
}
