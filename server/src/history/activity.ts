import { admits, seesEverything } from '@piezario/contract/access';
import {
  ACTIVITY_FIELDS,
  activity as contract,
  MAX_OPERATION_NAMES,
  type Operation,
  type OperationChange,
} from '@piezario/contract/activity';
import { ENTITIES, PART_ENTITIES, UNDO_DAYS } from '@piezario/contract/history';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Person, partInScope, reaches } from '../access/scope.ts';
import type { Db } from '../db/connection/connect.ts';
import { page } from '../db/list/page.ts';
import { notFound } from '../http/failure.ts';
import type { Handlers } from '../http/implement.ts';
import { isVisibleJob } from '../jobs/job.ts';
import { personIn, selectOperation } from './operations.ts';
import { describeChanges, nameFor, PRODUCT, type RecordedChange, recorded } from './read.ts';

/** Limit of parts that a filter by code considers, both of stored parts and of those in the trash. */
const MAX_CODES = 1000;

/**
 * Condition: the person sees a row of `operation_tallies` or `changes`. Rows about people are for admins. A mapping is
 * visible to all who reach its brand.
 */
export function isVisibleChange(person: Person, table: string): RawBuilder<SqlBool> {
  const entity = sql.ref(`${table}.entity`);
  if (admits('admin', person.role)) return sql`true`;
  if (seesEverything(person.role)) return sql`${entity} not in ('user', 'grant')`;
  const brand = sql.ref(`${table}.part_brand_id`);
  return sql`((${entity} in (${sql.join(PART_ENTITIES)}) and ${partInScope(person, table)})
    or (${entity} = 'mapping' and ${reaches(person, { brand })}))`;
}

const talliesOf = (person: Person) =>
  sql`operation_tallies t where t.operation_id = operations.id and ${isVisibleChange(person, 't')}`;

/** Hides operations without a change that the person may see. */
const isVisible = (person: Person) => sql<SqlBool>`exists (select from ${talliesOf(person)})`;

const isSeen = (person: Person, undo: 'u' | 'again') =>
  sql`exists (select from operation_tallies t where t.operation_id = ${sql.ref(undo)}.id and ${isVisibleChange(person, 't')})`;

/** Last operation that undid this one and was not undone itself, among those that the person may see; else null. */
export const undoOf = (person: Person, operation: RawBuilder<unknown>) => sql<number | null>`(
  select max(u.id) from operations u where u.undoes = ${operation} and ${isSeen(person, 'u')}
    and not exists (select from operations again where again.undoes = u.id and ${isSeen(person, 'again')}))`;

const brandsOf = (person: Person) => sql<string>`coalesce((
  select string_agg(name, ', ' order by name) from part_brands where id in (
    select t.part_brand_id from ${talliesOf(person)})), '')`;

/** Brand and code of the part of the change `c`, also of a deleted part; null when neither is known. */
const partOf = (person: Person) => sql<string | null>`nullif(concat_ws(' ',
  (select b.name from part_brands b where b.id = c.part_brand_id), nullif(coalesce(
    (select code from parts now where now.id = c.part_id and ${partInScope(person, 'now')}),
    (select code from removed_parts r where r.id = c.part_id and ${partInScope(person, 'r')}),
    case c.entity when 'part' then coalesce(c.before, c.after) ->> 'code' end), '')), '')`;

/**
 * Names of the first parts that an operation changed, or of its first rows without a part. The recursion skips from
 * part to part in an index. Both orders are those of the index: PostgreSQL would scan the whole log by id otherwise.
 */
function namesOf(person: Person): RawBuilder<string[]> {
  const changed = sql`from changes c where c.operation_id = operations.id and ${isVisibleChange(person, 'c')}`;
  const name = sql`coalesce(${partOf(person)}, '(eliminada)')`;
  const limit = sql.lit(MAX_OPERATION_NAMES + 1);
  return sql`case when exists (select from ${talliesOf(person)} and t.entity in (${sql.join(PART_ENTITIES)})) then array(
    with recursive named (part_id, name, place) as (
      (select c.part_id, ${name}, 1 ${changed} and c.part_id is not null order by c.part_id limit 1)
      union all
      select next.*, named.place + 1 from named, lateral (
        select c.part_id, ${name} ${changed} and c.part_id > named.part_id order by c.part_id limit 1) next
      where named.place < ${limit})
    select name from named order by place)
  else array(select distinct name from (
    select coalesce(${PRODUCT}, ${nameFor(person)}) as name ${changed} and c.part_id is null order by c.part_id, c.id limit ${limit}) named) end`;
}

/** Condition: the operation changed a part with such a code, stored or in the trash. Checks only the newest parts. */
const isOfCode = (person: Person, passes: (column: string) => RawBuilder<SqlBool>) => sql<SqlBool>`operations.id in (
  select c.operation_id from changes c where c.part_id = any (array(
    (select parts.id from parts where ${passes('parts.code_bare')} and ${partInScope(person)}
      order by parts.id desc limit ${sql.lit(MAX_CODES)})
    union all
    (select r.id from removed_parts r, lateral (select bare(r.code) as code_bare) trashed
      where ${passes('trashed.code_bare')} and ${partInScope(person, 'r')} order by r.id desc limit ${sql.lit(MAX_CODES)}))) and ${isVisibleChange(person, 'c')})`;

/** Changes of an operation that are scanned for a field, so that large imports do not slow the list down. */
const MAX_SCANNED = 2000;

/** Condition: the operation changed the given field of parts, or rows of the given kind. */
function isOfField(person: Person, place: string): RawBuilder<SqlBool> {
  const field = ACTIVITY_FIELDS[Number(place) - 1];
  const entity = ENTITIES.find((one) => one === field);
  if (entity) return sql`exists (select from ${talliesOf(person)} and t.entity = ${entity})`;
  return sql`(exists (select from ${talliesOf(person)} and t.entity = 'part' and t.action = 'changed') and exists (
    select from (
      select c.before, c.after from changes c
      where c.operation_id = operations.id and c.entity = 'part' and ${isVisibleChange(person, 'c')}
      order by c.part_id, c.id limit ${sql.lit(MAX_SCANNED)}) scanned
    where before is not null and after ? ${field ?? ''}::text))`;
}

type Row = Omit<Operation, 'at'> & { at: string };

/** Selects the columns that the list and the screen of an operation show. */
const shownOperation = (person: Person, id: RawBuilder<number>) =>
  selectOperation<Row>(
    id,
    sql`, operations.undoes, ${brandsOf(person)} as brands,
      ${undoOf(person, sql`operations.id`)} as undone_by,
      (select jobs.id from undos join jobs using (id) where jobs.operation_id = operations.id
        and ${isVisibleJob(person)}) as undo_id,
      (operations.at > now() - make_interval(days => ${UNDO_DAYS})
        and not exists (select from jobs where operation_id = operations.id and state in ('queued', 'running'))
        and exists (
        select from ${talliesOf(person)} and t.entity in (${sql.join(PART_ENTITIES)})))::int as can_undo,
      ${namesOf(person)} as names,
      (select json_agg(json_build_object('entity', entity, 'action', action, 'rows', rows) order by entity, action) from (
        select t.entity, t.action, sum(t.rows) as rows from ${talliesOf(person)} group by 1, 2) done) as done`,
  );

/** Returns the operation if the person may see any of its changes. */
export async function readOperation(db: Db, person: Person, id: number): Promise<Row> {
  const { rows } = await sql<Row>`${shownOperation(person, sql`${id}::int`)} and ${isVisible(person)}`.execute(db);
  const [found] = rows;
  if (!found) throw notFound();
  return found;
}

export const activity: Handlers<typeof contract> = {
  list: ({ db, user, query }) =>
    page(db, query, {
      list: contract.list,
      table: 'operations',
      where: isVisible(user),
      columns: {
        id: 'operations.id',
        at: 'operations.at',
        user: personIn('operations.user_id'),
        kind: 'operations.kind',
        brands: brandsOf(user),
        part: { hasCode: (passes) => isOfCode(user, passes) },
        field: { has: (place) => isOfField(user, place) },
      },
      show: (id) => shownOperation(user, id),
    }),

  show: ({ db, user, params: { operationId } }) => readOperation(db, user, operationId),

  changes: async ({ db, user, query, params: { operationId } }) => {
    await readOperation(db, user, operationId);
    type Found = RecordedChange & Pick<OperationChange, 'part_id' | 'part'>;
    const changes = await page(db, query, {
      list: contract.changes,
      table: 'changes',
      where: sql`changes.operation_id = ${operationId} and ${isVisibleChange(user, 'changes')}`,
      columns: { id: 'changes.id', entity: 'changes.entity', part_id: 'changes.part_id' },
      show: (id) => sql<Found>`
        select ${recorded(user)}, now.id as part_id,
          ${partOf(user)} as part
        from changes c
          left join parts now on now.id = c.part_id and ${partInScope(user, 'now')}
        where c.id = ${id}`,
    });
    return { ...changes, data: await describeChanges(db, user, changes.data) };
  },
};
