import { sql } from 'kysely';
import type { Db } from '../db/connection/connect.ts';
import { Failure } from '../http/failure.ts';
import { ENTITIES, type Entity, type RowName } from '../part-rows/entities.ts';
import { addRows, changeRows, numberPictures, type Row, removeParts, removeRows } from '../part-rows/rows.ts';
import { restoreVehicles } from '../vehicles/bulk.ts';
import type { Plan } from './plan.ts';

/**
 * Carries out plans for locked parts. Throws for the whole group when a constraint or a rule below refuses a row. Rows
 * are removed before others are added, so that their names and codes are free.
 */
export async function applyPlans(db: Db, plans: readonly Plan[]): Promise<void> {
  await sql`set constraints part_pictures_position_key deferred`.execute(db);
  await removeParts(
    db,
    plans.filter(({ removesPart }) => removesPart).map(({ part_id }) => part_id),
  );
  const [removed, changed, added] = [
    byEntity(plans.flatMap((plan) => plan.removed)),
    byEntity(plans.flatMap((plan) => plan.changed)),
    byEntity(plans.flatMap((plan) => plan.added)),
  ];
  for (const [entity, rows] of removed) await removeRows(db, entity, rows);
  for (const [entity, rows] of changed) await changeRows(db, entity, rows);
  await refuseLostFiles(db, added.get('picture') ?? []);
  const applications = added.get('application') ?? [];
  const equal = await restoreVehicles(
    db,
    applications.map(({ fields }) => Number(fields.vehicle_id)),
  );
  added.set(
    'application',
    applications.map((row) => {
      const vehicle_id = equal.get(Number(row.fields.vehicle_id));
      return vehicle_id === undefined ? row : { ...row, fields: { ...row.fields, vehicle_id } };
    }),
  );
  for (const [entity, rows] of added) if (rows.length > 0) await addRows(db, entity, rows);
  const pictures = [removed, changed, added].flatMap((rows) => rows.get('picture') ?? []);
  if (pictures.length > 0) await numberPictures(db, pictures, added.get('picture') ?? []);
}

/** Groups rows by entity, parts before their children. */
function byEntity<Row extends RowName>(rows: readonly Row[]): Map<Entity, Row[]> {
  const entities = Object.keys(ENTITIES) as Entity[];
  const groups = entities.map((entity) => [entity, rows.filter((row) => row.entity === entity)] as const);
  return new Map(groups.filter(([, group]) => group.length > 0));
}

/**
 * Throws when the files of a picture are deleted, which happens some time after their last row. The lock makes a
 * concurrent sweep wait, which then finds the new rows.
 */
async function refuseLostFiles(db: Db, pictures: readonly Row[]): Promise<void> {
  if (pictures.length === 0) return;
  const keys = pictures.flatMap(({ fields }) => [String(fields.image_key), String(fields.thumbnail_key)]);
  const { rows } = await sql<{ key: string }>`
    select key from released_files where key = any (${keys}::text[]) for share`.execute(db);
  const kept = new Set(rows.map(({ key }) => key));
  const lost = keys.filter((key) => !kept.has(key));
  if (lost.length === 0) return;
  const { rows: shown } = await sql<{ key: string }>`
    select image_key as key from part_pictures where image_key = any (${lost}::text[])
    union select thumbnail_key from part_pictures where thumbnail_key = any (${lost}::text[])`.execute(db);
  if (new Set(shown.map(({ key }) => key)).size < new Set(lost).size) throw new Failure(409, 'La foto ya no se guarda');
}
