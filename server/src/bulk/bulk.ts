import { createHash } from 'node:crypto';
import { type BulkAction, type BulkResult, bulk as contract } from '@piezario/contract/bulk';
import { formatNumber } from '@piezario/contract/words';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { findPart } from '../access/parts.ts';
import { type Person, partInScope } from '../access/scope.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/connection/connect.ts';
import { page } from '../db/list/page.ts';
import { type Act, inTransaction } from '../db/transaction.ts';
import { nameIn } from '../history/operations.ts';
import { Failure, notFound } from '../http/failure.ts';
import type { Handlers } from '../http/implement.ts';
import { canceller } from '../jobs/cancel.ts';
import { addJob, isVisibleJob, setSmall } from '../jobs/job.ts';
import type { Kind } from '../jobs/kind.ts';
import { LIMITS } from '../jobs/limits.ts';
import type { JobQueue } from '../jobs/queue.ts';
import { readSelection, selectedParts } from '../parts/selection.ts';
import { cancelled } from './messages.ts';
import { previewAction } from './preview.ts';

/** Bulk actions as jobs. */
export const bulkJob: Kind = {
  started: 'Cambiando las piezas',
  resumes: 'Se retoma solo.',
  givenUp: 'no se pudo completar; lo que cambió queda así',
  tooLong: 'tardó demasiado y se detuvo; lo que cambió queda así',
};

const readBulk = (db: Db, person: Person, id: number) =>
  db
    .selectFrom('bulks')
    .innerJoin('jobs', 'jobs.id', 'bulks.id')
    .innerJoin('users', 'users.id', 'jobs.user_id')
    .where(isVisibleJob(person))
    .where('bulks.id', '=', id)
    .select(['bulks.id', 'operation_id', 'users.name as user', 'jobs.created_at', 'finished_at', 'state'])
    .select(['action', 'status_message', 'total', 'done', 'changed', 'unchanged', 'impossible'])
    .executeTakeFirstOrThrow(notFound);

type Asked = Parameters<Handlers<typeof contract>['preview']>[0]['body'];

/** The ids of the chosen parts that the person may change. */
async function chosenParts(db: Db, person: Person, { ids, matching }: Asked): Promise<RawBuilder<{ id: number }>> {
  if (!matching)
    return sql`select parts.id from parts where parts.id = any (${ids ?? []}::int[]) and ${partInScope(person)}`;
  const { brandId, productId, query, except } = matching;
  const selection = await readSelection(db, person, { brandId, productId, filters: query });
  const found = selectedParts(db, selection).select('parts.id');
  return sql`select id from (${found}) found where id <> all (${except}::int[])`;
}

/** Refuses an action that names a row outside the person's scope. */
async function checkNamed(db: Db, person: Person, { action }: Asked): Promise<void> {
  switch (action.do) {
    case 'copy_applications':
      await findPart(db, person, action.from_part_id);
      return;
    case 'merge_vehicle':
      throw new Failure(422, 'Los vehículos se unen desde la base de vehículos');
    // The destination is checked with each part.
    case 'move':
    // The vehicles are the same for everyone, and those without an application change nothing.
    case 'change_applications':
    // These actions name no other row.
    case 'set_flag':
    case 'replace_text':
    case 'append_text':
    case 'clear_text':
    case 'describe':
    case 'set_attribute':
    case 'rename_attribute':
    case 'remove_attribute':
    case 'add_cross':
    case 'remove_cross':
    case 'remove':
      return;
    default:
      action satisfies never;
  }
}

type Queued = {
  readonly action: BulkAction;
  /** The choice as it was asked for. */
  readonly chosen: unknown;
  /** Selects the ids of the chosen parts. */
  readonly parts: (db: Db) => Promise<RawBuilder<{ id: number }>>;
};

type Services = Pick<Config, 'maxWaitingParts'> & { readonly jobs: Pick<JobQueue, 'kick'> };

export const bulkHandlers = ({ jobs, maxWaitingParts }: Services): Handlers<typeof contract> => {
  const queue = async (db: Db, person: Person, act: Act, queued: Queued) => {
    const id = await inTransaction(db, act, (transaction) => addBulk(transaction, person, queued, maxWaitingParts));
    jobs.kick();
    return readBulk(db, person, id);
  };
  return {
    preview: async ({ db, user, body }) => {
      await checkNamed(db, user, body);
      return previewAction(db, user, body.action, await chosenParts(db, user, body));
    },

    store: async ({ db, user, act, body }) => {
      await checkNamed(db, user, body);
      return queue(db, user, act, {
        action: body.action,
        chosen: body,
        parts: (transaction) => chosenParts(transaction, user, body),
      });
    },

    mergeVehicle: async ({ db, user, act, body: { vehicle_id, into_vehicle_id } }) => {
      await checkMerge(db, vehicle_id, into_vehicle_id);
      return queue(db, user, act, {
        action: { do: 'merge_vehicle', vehicle_id, into_vehicle_id },
        chosen: null,
        parts: () => Promise.resolve(sql`select part_id as id from vehicle_parts where vehicle_id = ${vehicle_id}`),
      });
    },

    show: ({ db, user, params: { bulkId } }) => readBulk(db, user, bulkId),

    results: async ({ db, user, query, params: { bulkId } }) => {
      await readBulk(db, user, bulkId);
      return page(db, query, {
        list: contract.results,
        table: 'bulk_results',
        where: sql<SqlBool>`bulk_results.bulk_id = ${bulkId}
        and (bulk_results.part_brand_id is null or ${partInScope(user, 'bulk_results')})`,
        columns: {
          id: 'bulk_results.id',
          brand: nameIn('part_brands', 'bulk_results.part_brand_id'),
          product: nameIn('part_products', 'bulk_results.part_product_id'),
          code: 'bulk_results.code',
          reason: 'bulk_results.reason',
        },
        show: (id) => sql<BulkResult>`
        select r.id, r.part_id, coalesce(b.name, '') as brand, coalesce(p.name, '') as product, r.code, r.reason
        from bulk_results r left join part_brands b on b.id = r.part_brand_id
          left join part_products p on p.id = r.part_product_id
        where r.id = ${id}`,
      });
    },

    cancel: canceller({
      read: readBulk,
      cancelled,
      clean: (db, id) => db.deleteFrom('bulk_parts').where('bulk_id', '=', id).execute(),
    }),
  };
};

/** Refuses vehicles that do not exist or are the same, and one to remove without applications. */
async function checkMerge(db: Db, vehicle: number, into: number): Promise<void> {
  const { rows } = await sql<{ id: number; is_used: boolean }>`
    select id, exists (select from vehicle_parts where vehicle_id = vehicles.id) as is_used
    from vehicles where id in (${vehicle}, ${into})`.execute(db);
  if (rows.length < new Set([vehicle, into]).size) throw notFound();
  if (vehicle === into) throw new Failure(422, 'Es el mismo vehículo');
  if (!rows.some(({ id, is_used }) => id === vehicle && is_used))
    throw new Failure(409, 'Ninguna pieza va en ese vehículo: se puede eliminar');
}

/** Queues the action for the parts that are chosen now, and returns its id. */
async function addBulk(
  db: Db,
  person: Person,
  { action, chosen: asked, parts }: Queued,
  maxWaitingParts: number,
): Promise<number> {
  // Identifies the action, so that a double click does not queue it twice.
  const same_as = createHash('sha256')
    .update(JSON.stringify([action, asked]))
    .digest('hex');
  const id = await addJob(db, { kind: 'bulk', user_id: person.id, same_as, is_small: false });
  if (id === undefined) throw new Failure(409, 'Ya está en marcha');
  await db
    .insertInto('bulks')
    .values({ id, action: JSON.stringify(action) })
    .execute();
  const { numAffectedRows: chosen = 0n } = await sql`
    insert into bulk_parts (bulk_id, part_id)
    select ${id}::int, id from (${await parts(db)}) parts`.execute(db);
  if (chosen === 0n) throw new Failure(409, 'No hay piezas para cambiar');
  const waiting = await countWaiting(db, person, id);
  if (waiting > 0 && waiting + Number(chosen) > maxWaitingParts) {
    const most = formatNumber(maxWaitingParts);
    throw new Failure(409, `Tus cambios en cola pueden sumar hasta ${most} piezas: esperá a que termine alguno`);
  }
  await setSmall(db, id, chosen <= LIMITS.groupRows);
  return id;
}

/** Parts that wait in the person's other bulk actions. */
async function countWaiting(db: Db, person: Person, id: number): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from bulk_parts where bulk_id in (
      select jobs.id from jobs where user_id = ${person.id} and kind = 'bulk' and state in ('queued', 'running')
        and jobs.id <> ${id})`.execute(db);
  return rows[0]?.waiting ?? 0;
}
