import type { Filter } from '@piezario/contract/list';
import { type ApplicationChange, MAX_LINKED } from '@piezario/contract/vehicles';
import { counted, formatNumber } from '@piezario/contract/words';
import { sql } from 'kysely';
import type { Db } from '../db/connection/connect.ts';
import { Failure } from '../http/failure.ts';
import { changeApplications, changedApplications, isTo } from './change.ts';
import { isLinked, readMatching } from './filters.ts';

/** Links a part to the vehicles that pass the filters. Returns how many were not linked before. */
export async function linkMatching(db: Db, partId: number, filters: readonly Filter[]): Promise<number> {
  const { rows } = await sql`
    insert into part_vehicles (part_id, vehicle_id)
    select ${partId}, vehicles.id from vehicles
    where ${await readMatching(db, partId, filters)} and not ${isLinked(partId)}
    order by vehicles.id limit ${MAX_LINKED + 1}
    returning vehicle_id`.execute(db);
  return refuseTooMany(rows.length);
}

/** Removes the applications of a part to the vehicles that pass the filters. Returns how many vehicles had some. */
export async function unlinkMatching(db: Db, partId: number, filters: readonly Filter[]): Promise<number> {
  const { rows } = await sql<{ vehicle_id: number }>`
    delete from part_vehicles where part_id = ${partId} and vehicle_id in (
      select vehicles.id from vehicles
      where ${await readMatching(db, partId, filters)} and ${isLinked(partId)}
      order by vehicles.id limit ${MAX_LINKED + 1})
    returning vehicle_id`.execute(db);
  return refuseTooMany(new Set(rows.map(({ vehicle_id }) => vehicle_id)).size);
}

/** Vehicles that the message of a refused change names. */
const MAX_REFUSED = 2;

/** Changes all applications of a part to the vehicles that pass the filters, or none. Returns how many changed. */
export async function changeMatching(
  db: Db,
  part: number,
  filters: readonly Filter[],
  set: ApplicationChange,
): Promise<number> {
  const { rows: matching } = await sql<{ id: number }>`
    select vehicles.id from vehicles
    where ${await readMatching(db, part, filters)} and ${isLinked(part)} limit ${MAX_LINKED + 1}`.execute(db);
  refuseTooMany(matching.length);
  const vehicles = matching.map(({ id }) => id);
  const { rows: refused } = await sql<{ reason: string; count: number }>`
    select min(refused) as reason, count(*) over ()::int as count
    from (${changedApplications(set, sql`a.part_id = ${part} and ${isTo(vehicles)}`)}) changed
    where refused is not null group by vehicle_id order by 1 limit ${MAX_REFUSED}`.execute(db);
  const [first] = refused;
  if (!first) return changeApplications(db, { parts: [part], vehicles, set });
  const others = first.count - refused.length;
  const reasons = refused.map(({ reason }) => reason).join('; ');
  const more = others > 0 ? `; y ${counted(others, 'vehículo')} más` : '';
  throw new Failure(409, `No se cambió nada: ${reasons}${more}`);
}

/** Returns the number. Throws above the limit, which rolls back the transaction. */
function refuseTooMany(vehicles: number): number {
  if (vehicles <= MAX_LINKED) return vehicles;
  const most = formatNumber(MAX_LINKED);
  throw new Failure(422, `Son más de ${most} vehículos. Agregá filtros: se cambian hasta ${most} a la vez`);
}
