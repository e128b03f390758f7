import { seesEverything } from '@piezario/contract/access';
import { importer as contract } from '@piezario/contract/importer';
import { type SqlBool, sql } from 'kysely';
import type { Person } from '../access/scope.ts';
import type { Db } from '../db/connect.ts';
import { page } from '../db/page.ts';
import type { Files } from '../files/files.ts';
import { Failure, notFound } from '../http/failure.ts';
import type { Handlers } from '../http/implement.ts';
import { writeErrors } from './errors-file.ts';
import { cancelled } from './messages.ts';
import { receive } from './receive.ts';
import { writeTemplate } from './template.ts';

const COLUMNS = [
  'imports.id',
  'imports.udid',
  'imports.name',
  'imports.bytes',
  'users.name as user',
  'imports.created_at',
  'imports.finished_at',
  'imports.state',
  'imports.status_message',
  'imports.rows_total',
  'imports.rows_done',
  'imports.rows_created',
  'imports.rows_updated',
  'imports.rows_unchanged',
  'imports.errors_count',
  'imports.warnings',
] as const;

const ERROR_COLUMNS = ['id', 'sheet', 'row', 'column', 'value', 'reason'] as const;

/** Everybody has their own; administration and staff see all. */
const isVisible = (person: Person) =>
  seesEverything(person.role) ? sql<SqlBool>`true` : sql<SqlBool>`imports.user_id = ${person.id}`;

const importsWithOwner = (db: Db) => db.selectFrom('imports').innerJoin('users', 'users.id', 'imports.user_id');

const readImport = (db: Db, person: Person, udid: string) =>
  importsWithOwner(db)
    .where(isVisible(person))
    .where('imports.udid', '=', udid)
    .select(COLUMNS)
    .executeTakeFirstOrThrow(notFound);

type Services = { readonly files: Files; readonly queue: { kick(): void } };

export const importerHandlers = ({ files, queue }: Services): Handlers<typeof contract> => ({
  list: ({ db, user, query }) =>
    page(db, query, {
      list: contract.list,
      table: 'imports',
      where: isVisible(user),
      columns: {
        id: 'imports.id',
        name: 'imports.name',
        user: { key: 'imports.user_id', from: sql`users`, id: 'users.id', compared: sql`fold(users.name)` },
        created_at: 'imports.created_at',
        state: 'imports.state',
        status_message: 'imports.status_message',
        rows_total: 'imports.rows_total',
        rows_created: 'imports.rows_created',
        rows_updated: 'imports.rows_updated',
        rows_unchanged: 'imports.rows_unchanged',
        errors_count: 'imports.errors_count',
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

  store: async ({ db, user, body }) => {
    const udid = await receive(db, files, user.id, body.attachment);
    queue.kick();
    return readImport(db, user, udid);
  },

  cancel: async ({ db, user, body: { udid } }) => {
    const { id } = await readImport(db, user, udid);
    const held = await db
      .selectFrom('imports')
      .where('id', '=', id)
      .selectAll()
      .forUpdate()
      .executeTakeFirstOrThrow(notFound);
    if (held.state !== 'queued' && held.state !== 'running') throw new Failure(409, 'La importación ya terminó');
    await db
      .updateTable('imports')
      .set({ state: 'cancelled', finished_at: sql<Date>`now()`, status_message: cancelled(held) })
      .where('id', '=', id)
      .execute();
    return readImport(db, user, udid);
  },

  remove: async ({ db, user, body: { udid } }) => {
    const { id } = await readImport(db, user, udid);
    const removed = await db
      .deleteFrom('imports')
      .where('id', '=', id)
      .returning('file_key')
      .executeTakeFirstOrThrow(notFound);
    // If this fails, the file is swept later.
    await files.remove(removed.file_key).catch(() => {});
    return null;
  },
});
