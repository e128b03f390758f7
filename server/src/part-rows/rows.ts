import { MAX_PICTURES } from '@piezario/contract/pictures';
import { sql } from 'kysely';
import type { Db } from '../db/connection/connect.ts';
import { Failure } from '../http/failure.ts';
import { CHILDREN, type Child, ENTITIES, type Entity, type Fields, type RowName } from './entities.ts';

/**
 * Reads and writes rows of the five tables of parts, for saves, imports, undos and bulk actions. The caller locks the
 * parts. The constraints of the tables refuse the whole group.
 */

/** Returns the children of `parts` with the `ids`, and all children of the parts in `whole`. */
export async function readRows(
  db: Db,
  entity: Child,
  { parts, ids, whole = [] }: { parts: readonly number[]; ids: readonly number[]; whole?: readonly number[] },
): Promise<{ readonly id: number; readonly part_id: number; readonly fields: Fields }[]> {
  const { rows } = await sql<{ id: number; part_id: number; fields: Fields }>`
    select id, part_id, to_jsonb(t) as fields from ${sql.table(ENTITIES[entity].table)} t
    where part_id = any (${parts}::int[]) and (part_id = any (${whole}::int[]) or id = any (${ids}::int[]))`.execute(
    db,
  );
  return rows;
}

const idsOf = (rows: readonly RowName[]) => rows.map(({ row_id }) => row_id);
const partsOf = (rows: readonly RowName[]) => [...new Set(rows.map(({ part_id }) => part_id))];

/** Removes the children first, a table at a time: the cascade would remove them a part at a time. */
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

/** A row with some of its fields, or all of them. */
export type Row = RowName & { readonly fields: Fields };

/** Sets the given fields of rows, and keeps their other fields. */
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

/** Inserts deleted rows again, with the ids that they had. */
export function addRows(db: Db, entity: Entity, rows: readonly Row[]) {
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

/** Positions go from 1 on without gaps. A restored picture is placed before the one that took its position. */
export async function numberPictures(db: Db, pictures: readonly RowName[], added: readonly RowName[]): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    with numbered as (
      select id, row_number() over (partition by part_id order by position, id = any (${idsOf(added)}::int[]) desc, id) as n
      from part_pictures where part_id = any (${partsOf(pictures)}::int[])
    ), moved as (
      update part_pictures p set position = numbered.n from numbered where p.id = numbered.id and p.position <> numbered.n)
    select coalesce(max(n), 0)::int as count from numbered`.execute(db);
  if ((rows[0]?.count ?? 0) > MAX_PICTURES) throw new Failure(409, `Una pieza puede tener hasta ${MAX_PICTURES} fotos`);
}
