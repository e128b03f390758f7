import { sql } from 'kysely';
import type { Db } from '../db/connection/connect.ts';
import { CHILDREN, type Fields, nameOf } from '../part-rows/entities.ts';
import { readRows } from '../part-rows/rows.ts';
import type { Effect } from './effects.ts';
import type { Stored } from './plan.ts';

/**
 * The parts as they are, with the rows that the effects name. A part that was created is compared as a whole, so all of
 * its rows are read.
 */
export async function readStored(
  db: Db,
  effects: ReadonlyMap<number, readonly Effect[]>,
  lock: boolean,
): Promise<Map<number, Stored>> {
  const ids = [...effects.keys()];
  const { rows: parts } = await sql<{ id: number; fields: Fields }>`
    select id, to_jsonb(parts) as fields from parts where id = any (${ids}::int[])
    order by id ${lock ? sql`for update` : sql``}`.execute(db);
  const children = new Map<number, Map<string, Fields>>(parts.map(({ id }) => [id, new Map()]));
  const all = [...effects.values()].flat();
  const created = all.filter(({ entity, before }) => entity === 'part' && !before).map(({ part_id }) => part_id);
  for (const entity of CHILDREN) {
    const ofEntity = all.filter((effect) => effect.entity === entity);
    const rows = await readRows(db, entity, { parts: ids, ids: ofEntity.map(({ row_id }) => row_id), whole: created });
    for (const { id, part_id, fields } of rows) children.get(part_id)?.set(nameOf({ entity, row_id: id }), fields);
  }
  return new Map(parts.map(({ id, fields }) => [id, { part: fields, children: children.get(id) ?? new Map() }]));
}
