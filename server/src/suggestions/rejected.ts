import type { Result } from '@piezario/contract/endpoint';
import { MAX_SUGGESTED, type suggestions } from '@piezario/contract/suggestions';
import { sql } from 'kysely';
import type { Db } from '../db/connection/connect.ts';
import { VEHICLE } from './find.ts';

type Rejected = Result<typeof suggestions.list>['rejected'];

/**
 * Returns the rejected vehicles of a part, last first. Vehicles linked since are left out: they are not suggested
 * anyway.
 */
export async function findRejected(db: Db, partId: number): Promise<Rejected> {
  const { rows } = await sql<Rejected>`
    with rejected as materialized (
      select r.vehicle_id, r.rejected_at from rejected_suggestions r
      where r.part_id = ${partId} and not exists (
        select from part_vehicles own where own.part_id = ${partId} and own.vehicle_id = r.vehicle_id)
    ), shown as (
      select ${VEHICLE}, r.rejected_at from rejected r join vehicles v on v.id = r.vehicle_id
      order by r.rejected_at desc, v.brand, v.model, v.version, v.id limit ${sql.lit(MAX_SUGGESTED)})
    select (select count(*)::int from rejected) as total,
      coalesce((select json_agg(to_jsonb(shown) - 'rejected_at'
        order by rejected_at desc, brand, model, version, id) from shown), '[]') as vehicles`.execute(db);
  return rows[0] ?? { total: 0, vehicles: [] };
}

/** Repeats the rejections of a vehicle for another one. */
export const passOnRejections = (db: Db, vehicle: number, into: number) =>
  sql`insert into rejected_suggestions (part_id, vehicle_id, rejected_by, rejected_at)
    select part_id, ${into}::int, rejected_by, rejected_at from rejected_suggestions where vehicle_id = ${vehicle} and exists (select from vehicles where id = ${into})
    on conflict do nothing`.execute(db);
