import { importer as contract } from '@piezario/contract/importer';
import { type Expression, sql } from 'kysely';
import type { Person } from '../access/scope.ts';
import type { Db } from '../db/connect.ts';
import { page } from '../db/page.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Files } from '../files/files.ts';
import { Failure, notFound } from '../http/failure.ts';
import type { Handlers } from '../http/implement.ts';
import { cancelJob, isVisibleJob } from '../jobs/job.ts';
import type { JobQueue } from '../jobs/queue.ts';
import { writeErrors } from './errors-file.ts';
import { cancelled } from './messages.ts';
import { receive } from './receive.ts';
import { readCounts } from './record.ts';
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
  'jobs.status_message',
  'jobs.total as rows_total',
  'jobs.done as rows_done',
  'imports.rows_created',
  'imports.rows_updated',
  'imports.rows_unchanged',
  'imports.errors_count',
  'imports.warnings',
  'jobs.operation_id',
] as const;

const ERROR_COLUMNS = ['id', 'sheet', 'row', 'column', 'value', 'reason'] as const;

const importsWithOwner = (db: Db) =>
  db
    .selectFrom('imports')
    .innerJoin('jobs', 'jobs.id', 'imports.id')
    .innerJoin('users', 'users.id', 'jobs.user_id')
    .where('imports.removed_at', 'is', null);

const readImport = (db: Db, person: Person, udid: string) =>
  importsWithOwner(db)
    .where(isVisibleJob(person))
    .where('imports.udid', '=', udid)
    .select(COLUMNS)
    .executeTakeFirstOrThrow(notFound);

/** A column of the file, in a list that is cut on its job. */
const ofFile = (compared: string | Expression<unknown>) => ({
  ...{ key: 'jobs.id', from: sql`imports`, id: 'imports.id', compared },
});

const cancelImport = (db: Db, id: number) => cancelJob(db, id, async () => cancelled(await readCounts(db, id)));

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
        rows_unchanged: ofFile('imports.rows_unchanged'),
        errors_count: ofFile('imports.errors_count'),
      },
      show: (id) => importsWithOwner(db).where('imports.id', '=', id).select(COLUMNS),
    }),

  show: ({ db, user, params }) => readImport(db, user, params.udid),

  errors: async ({ db, user, query, params }) => {
    const { id } = await readImport(db, user, params.udid);
    return page(db, query, {
      list: contract.errors,
      table: 'import_errors',
      where: sql`import_id = ${id}`,
      columns: { id: 'id', sheet: 'sheet', row: 'row', column: 'column', value: 'value', reason: 'reason' },
      show: (error) => db.selectFrom('import_errors').where('id', '=', error).select(ERROR_COLUMNS),
    });
  },

  errorsFile: async ({ db, user, params }) => writeErrors(db, await readImport(db, user, params.udid)),

  template: async () => writeTemplate(),

  store: async ({ db, user, act, body }) => {
    const udid = await receive(db, files, act, user.id, body.attachment);
    jobs.kick();
    return readImport(db, user, udid);
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
