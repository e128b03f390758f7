import type { Result } from '@piezario/contract/endpoint';
import type { ListQuery } from '@piezario/contract/list';
import { vehicleBase as contract, SHIPPED_FIELDS } from '@piezario/contract/vehicle-base';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../db/connection/connect.ts';
import { page } from '../db/list/page.ts';
import { correct, lockBase } from './corrections.ts';
import { VEHICLE_FIELDS, type VehicleFields } from './fields.ts';
import { VEHICLE_NAME } from './name.ts';

type Row = Result<typeof contract.decisions>['data'][number];

/** An admin may have entered the shipped values since. */
const isPending = sql<SqlBool>`exists (select from shipped_vehicles s
  where s.vehicle_id = vehicles.id and not ${VEHICLE_FIELDS} @> s.conflicts)`;

const FIELD_ORDER = sql`array_position(array[${sql.join(SHIPPED_FIELDS.map((name) => sql.lit(name)))}]::text[], key)`;

/** Lists the vehicles that an admin and the release have changed, with the fields that differ. */
export const listDecisions = (db: Db, query: ListQuery) =>
  page(db, query, {
    list: contract.decisions,
    table: 'vehicles',
    where: isPending,
    columns: {
      id: 'vehicles.id',
      brand: { compared: 'vehicles.brand_folded' },
      model: { compared: 'vehicles.model_folded' },
      version: { compared: 'vehicles.version_folded' },
    },
    show: (id) => sql<Row>`
      select vehicles.id, ${VEHICLE_NAME} as name, (
        select json_agg(json_build_object('field', key, 'ours', fields ->> key, 'theirs', value) order by ${FIELD_ORDER})
        from (select ${VEHICLE_FIELDS} as fields) own, jsonb_each_text(s.conflicts)
        where fields ->> key <> value) as fields
      from vehicles join shipped_vehicles s on s.vehicle_id = vehicles.id where vehicles.id = ${id}`,
  });

/** Decides on vehicles, or on all of them, and counts those that cannot take the fields of the release. */
export async function decide(db: Db, ids: readonly number[] | null, take: 'ours' | 'theirs') {
  const base = await lockBase(db);
  const { rows: pending } = await sql<{ id: number; conflicts: VehicleFields }>`
    select vehicles.id, s.conflicts from vehicles join shipped_vehicles s on s.vehicle_id = vehicles.id
    where not ${VEHICLE_FIELDS} @> s.conflicts and (${ids}::int[] is null or vehicles.id = any (${ids}::int[]))
    order by vehicles.id`.execute(db);
  const corrections = pending.map(({ id, conflicts }) => ({ id, fields: { ...base.get(id)?.fields, ...conflicts } }));
  const waiting = take === 'theirs' ? await correct(db, base, corrections) : new Set<number>();
  const decided = pending.map(({ id }) => id).filter((id) => !waiting.has(id));
  await sql`update shipped_vehicles set conflicts = null where vehicle_id = any (${decided}::int[])`.execute(db);
  return { vehicles: decided.length, waiting: waiting.size };
}
