import { importMappings as contract, type ErrorGroup } from '@piezario/contract/import-mappings';
import { sql } from 'kysely';
import { given } from '../../db/bulk.ts';
import type { Db } from '../../db/connection/connect.ts';
import { page } from '../../db/list/page.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Files } from '../../files/files.ts';
import { Failure, notFound } from '../../http/failure.ts';
import type { Handlers } from '../../http/implement.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import { readImport } from '../importer.ts';
import { lockEnded, readRefusedAgain } from './read-again.ts';

const MAX_GROUPS = 200;

type Services = { readonly files: Files; readonly jobs: Pick<JobQueue, 'kick'> };

export const importMappingHandlers = ({ files, jobs }: Services): Handlers<typeof contract> => ({
  groups: async ({ db, user, params: { udid } }) => {
    const { id } = await readImport(db, user, udid);
    const { rows } = await sql<ErrorGroup>`
      select min(id) as id, sheet, "column", value, reason, count(*)::int as rows, offers
      from import_errors where import_id = ${id}
      group by sheet, "column", value, reason, offers
      order by rows desc, min(id) limit ${MAX_GROUPS}`.execute(db);
    return rows;
  },

  store: async ({ db, user, act, body: { udid, mappings, keep } }) => {
    await inTransaction(db, act, async (trx) => {
      const { id } = await readImport(trx, user, udid);
      await lockEnded(trx, files, id);
      await refuseWithoutErrors(trx, id);
      const owner = await trx.selectFrom('jobs').where('id', '=', id).select('user_id').executeTakeFirstOrThrow();
      await saveMappings(trx, owner.user_id, id, mappings);
      if (keep === 1) await saveMappings(trx, owner.user_id, null, mappings);
      await readRefusedAgain(trx, id);
    });
    jobs.kick();
    return readImport(db, user, udid);
  },

  list: ({ db, user, query }) =>
    page(db, query, {
      list: contract.list,
      table: 'import_mappings',
      where: sql`import_mappings.user_id = ${user.id} and import_mappings.import_id is null`,
      columns: { id: 'id', column: 'column', value: sql`fold(value)`, to: sql`fold("to")` },
      show: (id) => db.selectFrom('import_mappings').where('id', '=', id).select(['id', 'column', 'value', 'to']),
    }),

  remove: async ({ db, user, body: { id } }) => {
    await db
      .deleteFrom('import_mappings')
      .where('id', '=', id)
      .where('user_id', '=', user.id)
      .where('import_id', 'is', null)
      .returning('id')
      .executeTakeFirstOrThrow(notFound);
    return null;
  },
});

async function refuseWithoutErrors(db: Db, id: number): Promise<void> {
  const refused = await db
    .selectFrom('import_errors')
    .where('import_id', '=', id)
    .where('position', 'is not', null)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  if (!refused) throw new Failure(409, 'No hay filas con errores para leer de nuevo');
}

type Mapping = { readonly column: string; readonly value: string; readonly to: string };

/** Stores mappings. The last one for a value counts. */
const saveMappings = (db: Db, userId: number, importId: number | null, mappings: readonly Mapping[]) =>
  sql`insert into import_mappings (user_id, import_id, "column", value, "to")
    select distinct on ("column", lower(value)) ${userId}::int, ${importId}::int, "column", value, "to"
    from ${given(mappings, { column: 'text', value: 'text', to: 'text' })}
    order by "column", lower(value), position desc
    on conflict (user_id, (coalesce(import_id, 0)), "column", lower(value)) do update set "to" = excluded."to"`.execute(
    db,
  );
