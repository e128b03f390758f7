import { MAX_ATTRIBUTES } from '@piezario/contract/attributes';
import { MAX_CROSSES } from '@piezario/contract/crosses';
import { MAX_APPLICATIONS } from '@piezario/contract/vehicles';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/connection/connect.ts';
import type { ImportEntity } from '../../db/schema.ts';
import { CONSTRAINTS } from '../../http/constraints.ts';
import type { Group } from './phase.ts';
import type { RowPlan } from './plan.ts';

type Limit = {
  readonly most: number;
  /** Rows that a part `c` of `part_counts` has. */
  readonly stored: RawBuilder<number>;
  readonly constraint: string;
};

const LIMITS: { readonly [E in ImportEntity]: Limit | null } = {
  part: null,
  attribute: { most: MAX_ATTRIBUTES, stored: sql`c.attributes_count`, constraint: 'part_attributes_limit' },
  cross: { most: MAX_CROSSES, stored: sql`c.cross_count`, constraint: 'part_crosses_limit' },
  application: {
    most: MAX_APPLICATIONS,
    // Counted as in limit_applications(): parts with fewer vehicles cannot reach the limit.
    stored: sql`case when c.vehicles_count > 78 then
      (select count(*)::int from part_vehicles v where v.part_id = c.part_id) else c.vehicles_count end`,
    constraint: 'part_vehicles_limit',
  },
};

/**
 * Refuses new rows for which their parts have no room, and returns the other plans. The database refuses them too, but
 * then each has to be found by saving its group in halves.
 */
export async function refuseExcess(
  { db, rules: { entity, keyColumn }, results }: Group,
  plans: readonly RowPlan[],
): Promise<readonly RowPlan[]> {
  const limit = LIMITS[entity];
  const created = plans.filter(({ before, after }) => !before && after);
  if (!limit || created.length === 0) return plans;
  const room = await readRoom(db, limit, created);
  for (const { located, after } of plans) if (!after) take(room, located.part, -1);
  const excess = created.filter(({ located }) => take(room, located.part, 1) < 0).map(({ located }) => located.parsed);
  for (const row of excess) results.refuse(row, [keyColumn, CONSTRAINTS[limit.constraint]?.message ?? '']);
  return plans.filter(({ located }) => !excess.includes(located.parsed));
}

/** Rows that each part may still get. */
async function readRoom(db: Db, { most, stored }: Limit, created: readonly RowPlan[]): Promise<Map<number, number>> {
  const parts = new Set(created.flatMap(({ located: { part } }) => part ?? []));
  const { rows } = await sql<{ part_id: number; stored: number }>`
    select c.part_id, ${stored} as stored from part_counts c where c.part_id = any (${[...parts]}::int[])`.execute(db);
  return new Map(rows.map(({ part_id, stored }) => [part_id, most - stored]));
}

/** Returns the room that is left. A part that does not exist yet has no limit: its rows are counted once it does. */
function take(room: Map<number, number>, part: number | null, count: number): number {
  const left = part === null ? undefined : room.get(part);
  if (part === null || left === undefined) return 0;
  room.set(part, left - count);
  return left - count;
}
