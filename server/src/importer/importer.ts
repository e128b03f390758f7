import { importer as contract } from '@piezario/contract/importer';
import { type Expression, sql } from 'kysely';
import type { Person } from '../access/scope.ts';
import type { Db } from '../db/connection/connect.ts';
import { page } from '../db/list/page.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Files } from '../files/files.ts';
import { undoOf } from '../history/activity.ts';
import { Failure, notFound } from '../http/failure.ts';
import type { Handlers } from '../http/implement.ts';
import { cancelJob, isVisibleJob } from '../jobs/job.ts';
import type { JobQueue } from '../jobs/queue.ts';
import { discardCorrected } from './discard.ts';
import { writeErrors } from './errors-file.ts';
import { cancelled } from './messages.ts';
import { receive } from './receive.ts';
import { forgetReview, uncountReview } from './review/review.ts';
import { readCounts } from './saving/record.ts';
import { writeTemplate } from './template.ts';

const COLUMNS = [
  'imports.id',
  'imports.udid',
  'imports.name',
  'imports.bytes',
  'users.name as user',
  'jobs.created_at',
  'jobs.finished_at',
  'jobs.state',
  'jobs.total as rows_total',
  'jobs.done as rows_done',
  'imports.rows_created',
  'imports.rows_updated',
  'imports.rows_removed',
  'imports.rows_unchanged',
  'imports.rows_suspicious',
  'imports.rows_left_out',
  'imports.errors_count',
  'imports.alarms',
  'imports.replaces',
  'jobs.operation_id',
] as const;

/** The notices of the file, and those of rows: how many rows have each, and which are the first. */
const WARNINGS = sql<string[]>`imports.warnings || array(
  select format('%s (%s%s): %s', case count when 1 then '1 fila' else count || ' filas' end,
    (select string_agg(place, ', ') from jsonb_array_elements_text(first) place),
    case when count > jsonb_array_length(first) then format(' y %s más', count - jsonb_array_length(first)) else '' end, notice)
  from jsonb_each(imports.notices) notices (notice, rows),
    lateral (select (rows ->> 'count')::int as count, rows -> 'first' as first) told)`;

const ERROR_COLUMNS = ['id', 'sheet', 'row', 'value', 'reason'] as const;
/** The column, by its title in the person's own file. */
const ERROR_COLUMN = sql<string>`coalesce(title, "column")`;

const selectImports = (db: Db, person: Person) => {
  const undone_by = undoOf(person, sql.ref('jobs.operation_id'));
  return db
    .selectFrom('imports')
    .innerJoin('jobs', 'jobs.id', 'imports.id')
    .innerJoin('users', 'users.id', 'jobs.user_id')
    .where('imports.removed_at', 'is', null)
    .select(COLUMNS)
    .select([
      WARNINGS.as('warnings'),
      undone_by.as('undone_by'),
      sql<string>`case when ${undone_by} is null then jobs.status_message
        when jobs.state = 'done' then regexp_replace(jobs.status_message, '^[^:]*', 'Deshecho')
        else 'Deshecho · ' || jobs.status_message end`.as('status_message'),
    ]);
};

export const readImport = (db: Db, person: Person, udid: string) =>
  selectImports(db, person)
    .where(isVisibleJob(person))
    .where('imports.udid', '=', udid)
    .executeTakeFirstOrThrow(notFound);

/** A column of `imports`, for the list, which is paged over `jobs`. */
const ofFile = (compared: string | Expression<unknown>) => ({
  ...{ key: 'jobs.id', from: sql`imports`, id: 'imports.id', compared },
});

/**
 * Stops the import, or discards its review. Rows that were saved stay. An applied file with corrected rows is set
 * back to done. Returns false when the import has ended.
 */
async function cancelImport(db: Db, id: number): Promise<boolean> {
  if (await discardCorrected(db, id)) return true;
  const isCancelled = await cancelJob(db, id, async () => {
    await uncountReview(db, id);
    return cancelled(await readCounts(db, id));
  });
  if (isCancelled) await forgetReview(db, id);
  return isCancelled;
}

type Services = { readonly files: Files; readonly jobs: Pick<JobQueue, 'kick'> };

export const importerHandlers = ({ files, jobs }: Services): Handlers<typeof contract> => ({
  list: ({ db, user, query }) =>
    page(db, query, {
      list: contract.list,
      table: 'jobs',
      where: sql`${isVisibleJob(user)} and jobs.id in (select id from imports where removed_at is null)`,
      columns: {
        id: 'jobs.id',
        name: ofFile(sql`fold(imports.name)`),
        user: { key: 'jobs.user_id', from: sql`users`, id: 'users.id', compared: sql`fold(users.name)` },
        created_at: 'jobs.created_at',
        state: 'jobs.state',
        status_message: 'jobs.status_message',
        rows_total: 'jobs.total',
        rows_created: ofFile('imports.rows_created'),
        rows_updated: ofFile('imports.rows_updated'),
        rows_removed: ofFile('imports.rows_removed'),
        rows_unchanged: ofFile('imports.rows_unchanged'),
        errors_count: ofFile('imports.errors_count'),
      },
      show: (id) => selectImports(db, user).where('imports.id', '=', id),
    }),

  show: ({ db, user, params }) => readImport(db, user, params.udid),

  errors: async ({ db, user, query, params }) => {
    const { id } = await readImport(db, user, params.udid);
    return page(db, query, {
      list: contract.errors,
      table: 'import_errors',
      where: sql`import_id = ${id}`,
      columns: { id: 'id', sheet: 'sheet', row: 'row', column: ERROR_COLUMN, value: 'value', reason: 'reason' },
      show: (error) =>
        db.selectFrom('import_errors').where('id', '=', error).select(ERROR_COLUMNS).select(ERROR_COLUMN.as('column')),
    });
  },

  errorsFile: async ({ db, user, params }) => writeErrors(db, await readImport(db, user, params.udid)),

  template: async () => writeTemplate(),

  store: async ({ db, user, act, body }) => {
    const { udid, is_queued } = await receive(db, files, act, user.id, body);
    jobs.kick();
    return { ...(await readImport(db, user, udid)), is_queued };
  },

  cancel: async ({ db, user, body: { udid } }) => {
    const { id } = await readImport(db, user, udid);
    if (!(await cancelImport(db, id))) throw new Failure(409, 'La importación ya terminó');
    return readImport(db, user, udid);
  },

  remove: async ({ db, user, act, body: { udid } }) => {
    const { file_key } = await inTransaction(db, act, async (trx) => {
      const { id } = await readImport(trx, user, udid);
      await cancelImport(trx, id);
      await forgetReview(trx, id);
      await trx.deleteFrom('import_mappings').where('import_id', '=', id).execute();
      await trx.deleteFrom('import_corrections').where('import_id', '=', id).execute();
      await trx.deleteFrom('import_errors').where('import_id', '=', id).execute();
      return trx
        .updateTable('imports')
        .set({ removed_at: sql<Date>`now()` })
        .where('id', '=', id)
        .where('removed_at', 'is', null)
        .returning('file_key')
        .executeTakeFirstOrThrow(notFound);
    });
    // If this fails, the file is swept later.
    await files.remove(file_key).catch(() => {});
    return null;
  },
});
