import { admits, seesEverything } from '@piezario/contract/access';
import { activity as contract, type Operation, type OperationChange } from '@piezario/contract/activity';
import { PART_ENTITIES, UNDO_DAYS } from '@piezario/contract/history';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Person, partInScope } from '../access/scope.ts';
import type { Db } from '../db/connect.ts';
import { page } from '../db/page.ts';
import { notFound } from '../http/failure.ts';
import type { Handlers } from '../http/implement.ts';
import { isVisibleJob } from '../jobs/job.ts';
import { personIn, selectOperation } from './operations.ts';
import { type RecordedChange, recorded, tellChanges } from './read.ts';

/** Whether the person is told of a row of `operation_tallies` or `changes`: of people only admins are. */
export function isTold(person: Person, table: string): RawBuilder<SqlBool> {
  const entity = sql.ref(`${table}.entity`);
  if (admits('admin', person.role)) return sql`true`;
  if (seesEverything(person.role)) return sql`${entity} not in ('user', 'grant')`;
  return sql`(${entity} in (${sql.join(PART_ENTITIES)}) and ${partInScope(person, table)})`;
}

const talliesOf = (person: Person) =>
  sql`operation_tallies t where t.operation_id = operations.id and ${isTold(person, 't')}`;

/** An operation that changed nothing, or nothing that the person is told of, is none to them. */
const isVisible = (person: Person) => sql<SqlBool>`exists (select from ${talliesOf(person)})`;

const brandsOf = (person: Person) => sql<string>`coalesce((
  select string_agg(name, ', ' order by name) from part_brands where id in (
    select t.part_brand_id from ${talliesOf(person)})), '')`;

type Row = Omit<Operation, 'at'> & { at: string };

/** What the list and the screen of an operation show. */
const shownOperation = (person: Person, id: RawBuilder<number>) =>
  selectOperation<Row>(
    id,
    sql`, operations.undoes, ${brandsOf(person)} as brands,
      (select max(u.id) from operations u where u.undoes = operations.id
        and exists (select from operation_tallies t where t.operation_id = u.id and ${isTold(person, 't')})) as undone_by,
      (select jobs.id from undos join jobs using (id) where jobs.operation_id = operations.id
        and ${isVisibleJob(person)}) as undo_id,
      (operations.at > now() - make_interval(days => ${UNDO_DAYS})
        and not exists (select from jobs where operation_id = operations.id and state in ('queued', 'running'))
        and exists (
        select from ${talliesOf(person)} and t.entity in (${sql.join(PART_ENTITIES)})))::int as can_undo,
      (select json_agg(json_build_object('entity', entity, 'action', action, 'rows', rows) order by entity, action) from (
        select t.entity, t.action, sum(t.rows) as rows from ${talliesOf(person)} group by 1, 2) done) as done`,
  );

/** The operation, if the person is told of anything that it has done. */
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
      },
      show: (id) => shownOperation(user, id),
    }),

  show: ({ db, user, params: { operationId } }) => readOperation(db, user, operationId),

  changes: async ({ db, user, query, params: { operationId } }) => {
    await readOperation(db, user, operationId);
    type Told = RecordedChange & Pick<OperationChange, 'part_id' | 'part'>;
    const changes = await page(db, query, {
      list: contract.changes,
      table: 'changes',
      where: sql`changes.operation_id = ${operationId} and ${isTold(user, 'changes')}`,
      columns: { id: 'changes.id', entity: 'changes.entity' },
      show: (id) => sql<Told>`
        select ${recorded(user)}, now.id as part_id,
          (select b.name from part_brands b where b.id = c.part_brand_id) || ' ' || coalesce(
            now.code, (select code from removed_parts r where r.id = c.part_id and ${partInScope(user, 'r')}), c.before ->> 'code', c.after ->> 'code', '')
            as part
        from changes c
          left join parts now on now.id = c.part_id and ${partInScope(user, 'now')}
        where c.id = ${id}`,
    });
    return { ...changes, data: await tellChanges(db, user, changes.data) };
  },
};
