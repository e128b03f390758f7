import { MAX_PICTURES } from '@piezario/contract/pictures';
import { sql } from 'kysely';
import type { Db } from '../db/connection/connect.ts';
import { Failure } from '../http/failure.ts';
import { CHILDREN, ENTITIES, type Entity, type Fields, type RowName } from './entities.ts';
import type { Plan } from './plan.ts';

/**
 * Carries out plans for locked parts. The constraints of the tables are today's rules; they and the rules below refuse
 * the whole group. What goes makes room for what comes.
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
  for (const [entity, rows] of added) await addRows(db, entity, rows);
  const pictures = [removed, changed, added].flatMap((rows) => rows.get('picture') ?? []);
  if (pictures.length > 0) await numberPictures(db, pictures, added.get('picture') ?? []);
}

/** A part comes before its children. */
function byEntity<Row extends RowName>(rows: readonly Row[]): Map<Entity, Row[]> {
  const entities = Object.keys(ENTITIES) as Entity[];
  const groups = entities.map((entity) => [entity, rows.filter((row) => row.entity === entity)] as const);
  return new Map(groups.filter(([, group]) => group.length > 0));
}

const idsOf = (rows: readonly RowName[]) => rows.map(({ row_id }) => row_id);
const partsOf = (rows: readonly RowName[]) => [...new Set(rows.map(({ part_id }) => part_id))];

/** The children first, a table at a time: the cascade would remove them a part at a time. */
export async function removeParts(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  for (const child of CHILDREN) {
    await sql`delete from ${sql.table(ENTITIES[child].table)} where part_id = any (${ids}::int[])`.execute(db);
  }
  await sql`delete from parts where id = any (${ids}::int[])`.execute(db);
}

/** A child is found by its part, which every table has an index for. */
export const removeRows = (db: Db, entity: Entity, rows: readonly RowName[]) =>
  sql`delete from ${sql.table(ENTITIES[entity].table)}
    where part_id = any (${partsOf(rows)}::int[]) and id = any (${idsOf(rows)}::int[])`.execute(db);

type Row = RowName & { readonly fields: Fields };

/** Gives rows the fields, and keeps their others. */
export function changeRows(db: Db, entity: Entity, rows: readonly Row[]) {
  const { table, columns } = ENTITIES[entity];
  const list = sql.join(columns.map((column) => sql.ref(column)));
  const values = sql.join(columns.map((column) => sql.ref(`p.${column}`)));
  const version = entity === 'part' ? sql`, version = t.version + 1` : sql``;
  const isPart = entity === 'part' ? sql`true` : sql`t.part_id = any (${partsOf(rows)}::int[])`;
  return sql`update ${sql.table(table)} t
    set (${list}) = (select ${values} from jsonb_populate_record(t, given.fields) p) ${version}
    from unnest(${idsOf(rows)}::int[], ${jsonOf(rows)}::jsonb[]) given (id, fields)
    where t.id = given.id and ${isPart}`.execute(db);
}

/** A row comes back with the id that it had. */
function addRows(db: Db, entity: Entity, rows: readonly Row[]) {
  const { table, columns } = ENTITIES[entity];
  const names = ['id', ...(entity === 'part' ? ['version'] : ['part_id']), ...columns];
  const [list, values] = [
    sql.join(names.map((name) => sql.ref(name))),
    sql.join(names.map((name) => sql.ref(`r.${name}`))),
  ];
  const given = rows.map(({ row_id, part_id, fields }) => ({ version: 1, ...fields, id: row_id, part_id }));
  return sql`insert into ${sql.table(table)} (${list}) overriding system value
    select ${values} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(given)}::jsonb) r
    order by r.id`.execute(db);
}

const jsonOf = (rows: readonly Row[]) => rows.map(({ fields }) => JSON.stringify(fields));

/**
 * Files are removed a while after the last row that named them. The lock makes a sweep at the same moment wait; it then
 * finds that they are named again.
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

/** Positions go from 1 on without gaps. A picture that comes back stands before the one that took its position. */
async function numberPictures(db: Db, pictures: readonly RowName[], added: readonly RowName[]): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    with numbered as (
      select id, row_number() over (partition by part_id order by position, id = any (${idsOf(added)}::int[]) desc, id) as n
      from part_pictures where part_id = any (${partsOf(pictures)}::int[])
    ), moved as (
      update part_pictures p set position = numbered.n from numbered where p.id = numbered.id and p.position <> numbered.n)
    select coalesce(max(n), 0)::int as count from numbered`.execute(db);
  if ((rows[0]?.count ?? 0) > MAX_PICTURES) throw new Failure(409, `Una pieza puede tener hasta ${MAX_PICTURES} fotos`);
}
