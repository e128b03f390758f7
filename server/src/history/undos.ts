import { UNDO_DAYS } from '@piezario/contract/history';
import { undos as contract, type UndoPreview, type UndoResult } from '@piezario/contract/undos';
import { type SqlBool, sql } from 'kysely';
import { type Person, partInScope } from '../access/scope.ts';
import type { Db } from '../db/connection/connect.ts';
import { page } from '../db/list/page.ts';
import { inTransaction } from '../db/transaction.ts';
import { Failure, notFound } from '../http/failure.ts';
import type { Handlers } from '../http/implement.ts';
import { canceller } from '../jobs/cancel.ts';
import { addJob, fitsInGroup, isVisibleJob } from '../jobs/job.ts';
import type { Kind } from '../jobs/kind.ts';
import type { JobQueue } from '../jobs/queue.ts';
import { createLimiter } from '../limiter.ts';
import { readOperation } from './activity.ts';
import { nameIn } from './operations.ts';
import { outcomesIn } from './outcomes.ts';
import { planReverts } from './revert.ts';
import { changesOf, nextParts, type Undone, undoneBy } from './undo.ts';
import { writeResults } from './undo-file.ts';
import { cancelled } from './undo-messages.ts';

/** Limit of changes that are planned together. */
const GROUP = 4_000;
/** A preview that takes longer answers with what it has counted. An operation may have millions of changes. */
const MAX_PREVIEW_MS = 5_000;
/** Limits previews, which are planned in this process, so that other calls are still answered. */
const previews = createLimiter<number>({ atOnce: 4, perKey: 1 });

/** Undos as jobs. */
export const undoJob: Kind = {
  started: 'Deshaciendo: buscando lo que cambió',
  resumes: 'Se retoma solo.',
  givenUp: 'no se pudo completar; lo que volvió atrás queda así',
  tooLong: 'tardó demasiado y se detuvo; lo que volvió atrás queda así',
};

const readUndo = (db: Db, person: Person, id: number) =>
  db
    .selectFrom('undos')
    .innerJoin('jobs', 'jobs.id', 'undos.id')
    .innerJoin('users', 'users.id', 'jobs.user_id')
    .where(isVisibleJob(person))
    .where('undos.id', '=', id)
    .select(['undos.id', 'undoes', 'operation_id', 'users.name as user', 'jobs.created_at', 'finished_at', 'state'])
    .select(['status_message', 'total', 'done', 'undone', 'kept', 'impossible'])
    .executeTakeFirstOrThrow(notFound);

/**
 * Hides results of parts that are outside the scope by now. Impossible ones are shown, because they say no more than
 * the undone operation.
 */
const resultsOf = (person: Person, undo: number) =>
  sql<SqlBool>`undo_results.undo_id = ${undo}
    and (undo_results.outcome = 'impossible' or ${partInScope(person, 'undo_results')})`;

async function refuseOld(db: Db, person: Person, id: number): Promise<void> {
  const { can_undo } = await readOperation(db, person, id);
  if (!can_undo)
    throw new Failure(409, `Sólo se deshacen cambios de piezas de los últimos ${UNDO_DAYS} días, cuando terminaron`);
}

export const undoHandlers = ({ jobs }: { readonly jobs: Pick<JobQueue, 'kick'> }): Handlers<typeof contract> => ({
  preview: async ({ db, user, params: { operationId } }) => {
    await refuseOld(db, user, operationId);
    const undone = await undoneBy(db, user, operationId);
    return previews.run(() => previewUndo(db, user, undone), user.id);
  },

  store: async ({ db, user, act, body: { operation_id } }) => {
    await refuseOld(db, user, operation_id);
    const id = await inTransaction(db, act, (transaction) => addUndo(transaction, user, operation_id));
    jobs.kick();
    return readUndo(db, user, id);
  },

  show: ({ db, user, params: { undoId } }) => readUndo(db, user, undoId),

  results: async ({ db, user, query, params: { undoId } }) => {
    await readUndo(db, user, undoId);
    return page(db, query, {
      list: contract.results,
      table: 'undo_results',
      where: resultsOf(user, undoId),
      columns: {
        id: 'undo_results.id',
        outcome: 'undo_results.outcome',
        brand: nameIn('part_brands', 'undo_results.part_brand_id'),
        product: nameIn('part_products', 'undo_results.part_product_id'),
        code: 'undo_results.code',
        detail: 'undo_results.detail',
        changed_at: 'undo_results.changed_at',
      },
      show: (id) => sql<Omit<UndoResult, 'changed_at'> & { changed_at: string | null }>`
        select r.id, r.part_id, r.outcome, coalesce(b.name, '') as brand, coalesce(p.name, '') as product, r.code, r.detail,
          u.name as changed_by, r.changed_at
        from undo_results r left join part_brands b on b.id = r.part_brand_id
          left join part_products p on p.id = r.part_product_id left join users u on u.id = r.changed_by
        where r.id = ${id}`,
    });
  },

  file: async ({ db, user, params: { undoId } }) => {
    const { id } = await readUndo(db, user, undoId);
    return writeResults(db, id, resultsOf(user, id));
  },

  cancel: canceller({ read: readUndo, cancelled }),
});

async function previewUndo(db: Db, person: Person, undone: Undone): Promise<UndoPreview> {
  const start = performance.now();
  const counts = { undone: 0, kept: 0, impossible: 0 };
  for (let last = 0; ; ) {
    const parts = await nextParts(db, person, undone, last, GROUP);
    if (parts.length === 0) return { ...counts, is_complete: true };
    if (performance.now() - start > MAX_PREVIEW_MS) return { ...counts, is_complete: false };
    const changes = await changesOf(db, person, undone, parts);
    const reverts = await planReverts(db, person, changes, { onlyUntouched: true, lock: false });
    for (const outcome of reverts.flatMap(outcomesIn)) counts[outcome]++;
    last = Math.max(...parts);
  }
}

/** Queues an undo and returns its id. A repeated call while it is active returns the same id. */
async function addUndo(db: Db, { id: user_id }: Person, undoes: number): Promise<number> {
  const same_as = String(undoes);
  // The lock makes the second of two concurrent calls find the undo of the first.
  await sql`select pg_advisory_xact_lock(hashtext('undo'), ${undoes})`.execute(db);
  const active = await db
    .selectFrom('jobs')
    .where('kind', '=', 'undo')
    .where('same_as', '=', same_as)
    .where('state', 'in', ['queued', 'running'])
    .select(['id', 'user_id'])
    .executeTakeFirst();
  if (active && active.user_id !== user_id) throw new Failure(409, 'Otra persona ya lo está deshaciendo');
  const is_small = await fitsInGroup(db, sql`select from changes where operation_id = ${undoes}`);
  const id = active?.id ?? (await addJob(db, { kind: 'undo', user_id, same_as, is_small }));
  if (id === undefined) throw new Error('Another undo was added behind the lock');
  if (!active) await db.insertInto('undos').values({ id, undoes }).execute();
  return id;
}
