import { importReview as contract, type ReviewedChange } from '@piezario/contract/import-review';
import { formatNumber } from '@piezario/contract/words';
import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { type Person, partInScope } from '../../access/scope.ts';
import type { Db } from '../../db/connection/connect.ts';
import { page } from '../../db/list/page.ts';
import type { Schema } from '../../db/schema.ts';
import { inTransaction } from '../../db/transaction.ts';
import { describeChanges, type RecordedChange, recorded } from '../../history/read.ts';
import { Failure } from '../../http/failure.ts';
import type { Handlers } from '../../http/implement.ts';
import { queueAgain } from '../../jobs/job.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import { readImport } from '../importer.ts';
import { isLargeRemoval, readRemovals } from './alarms.ts';
import { beginApplying } from './review.ts';

/** Changes that have left the person's scope are not shown, chosen or applied. */
const isReviewed = (person: Person, importId: number) =>
  sql<SqlBool>`import_changes.import_id = ${importId} and ${partInScope(person, 'import_changes')}`;

type Row = Omit<ReviewedChange, 'fields'> & Pick<RecordedChange, 'before' | 'after'>;

export const importReviewHandlers = ({
  jobs,
}: {
  readonly jobs: Pick<JobQueue, 'kick'>;
}): Handlers<typeof contract> => ({
  changes: async ({ db, user, query, params: { udid } }) => {
    const { id: importId } = await readImport(db, user, udid);
    const found = await page(db, query, {
      list: contract.changes,
      table: 'import_changes',
      where: isReviewed(user, importId),
      columns: {
        id: 'id',
        sheet: 'sheet',
        row: 'row',
        code: 'code_bare',
        action: 'action',
        field: 'field',
        suspicion: 'suspicion',
        accepted: 'accepted',
      },
      show: (id) => sql<Row>`
        select ${recorded(user)}, c.sheet, c.own_sheet, c.row, c.code, c.field, c.suspicion, c.accepted::int, c.part_id,
          b.name as brand, p.name as product
        from import_changes c join part_brands b on b.id = c.part_brand_id join part_products p on p.id = c.part_product_id
        where c.id = ${id}`,
    });
    return { ...found, data: await describeChanges(db, user, found.data) };
  },

  kinds: async ({ db, user, params: { udid } }) => {
    const { id } = await readImport(db, user, udid);
    const { rows } = await sql<ReviewedChange & { changes: number; accepted: number }>`
      select sheet, action, field, suspicion, count(*)::int as changes, count(*) filter (where accepted)::int as accepted
      from import_changes where ${isReviewed(user, id)}
      group by sheet, action, field, suspicion
      order by min(id)`.execute(db);
    return rows;
  },

  choose: async ({ db, user, body: { udid, accepted, ids, sheet, action, field, suspicion } }) => {
    const { id } = await readImport(db, user, udid);
    await lockReview(db, id);
    const chosen = db
      .selectFrom('import_changes')
      .where(isReviewed(user, id))
      .where('accepted', '=', accepted !== 1)
      .$if(ids !== undefined, (query) => query.where(sql<SqlBool>`id = any (${ids}::bigint[])`))
      .$if(sheet !== undefined, (query) => query.where('sheet', '=', sheet ?? 'Piezas'))
      .$if(action !== undefined, (query) => query.where('action', '=', action ?? 'changed'))
      .$if(field !== undefined, (query) => query.where('field', '=', field ?? ''))
      .$if(suspicion !== undefined, (query) =>
        query.where(sql<SqlBool>`suspicion is not distinct from ${suspicion ?? null}`),
      );
    return { changes: await setAccepted(db, chosen, accepted === 1) };
  },

  apply: async ({ db, user, act, body: { udid, confirmed } }) => {
    await inTransaction(db, act, async (trx) => {
      const { id } = await readImport(trx, user, udid);
      await lockReview(trx, id);
      if (confirmed !== 1) await askTwice(trx, id);
      await beginApplying(trx, id);
      await queueAgain(trx, id);
    });
    jobs.kick();
    return readImport(db, user, udid);
  },
});

/** Locks the job, so that a review is not applied during a choice. */
async function lockReview(db: Db, id: number): Promise<void> {
  const waiting = await db
    .selectFrom('jobs')
    .where('id', '=', id)
    .where('state', '=', 'review')
    .select('id')
    .forUpdate()
    .executeTakeFirst();
  if (!waiting) throw new Failure(409, 'Este archivo no espera una revisión');
}

/** Changes per statement, so that none reaches the statement timeout. */
const CHOSEN_AT_ONCE = 20_000;

type Chosen = SelectQueryBuilder<Schema, 'import_changes', unknown>;

async function setAccepted(db: Db, chosen: Chosen, accepted: boolean): Promise<number> {
  for (let changes = 0; ; ) {
    const { numUpdatedRows } = await db
      .updateTable('import_changes')
      .set({ accepted })
      .where('id', 'in', chosen.select('id').orderBy('id').limit(CHOSEN_AT_ONCE))
      .executeTakeFirst();
    changes += Number(numUpdatedRows);
    if (numUpdatedRows < CHOSEN_AT_ONCE) return changes;
  }
}

/** Refuses to remove more than half of what the file names, until it is confirmed. */
async function askTwice(db: Db, id: number): Promise<void> {
  const worst = (await readRemovals(db, id)).find(isLargeRemoval);
  if (!worst) return;
  const { sheet, removed, total } = worst;
  const whose = sheet === 'Piezas' ? '' : ' de las piezas que nombra el archivo';
  throw new Failure(
    409,
    `Se quitarían ${formatNumber(removed)} de ${formatNumber(total)} ${sheet.toLowerCase()}${whose}, más de la mitad. Confirmalo si es lo que querés`,
    { confirmed: 'Falta confirmar' },
  );
}
