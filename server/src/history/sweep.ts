import { UNDO_DAYS } from '@piezario/contract/history';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/connection/connect.ts';
import { inTransaction } from '../db/transaction.ts';

const AT_ONCE = 10_000;
/** Dropping a partition waits for its readers, and all writers would wait behind it. */
const LOCK_TIMEOUT = '2s';

/**
 * Creates the partitions of changes of this and the next month. Deletes changes, operations and results of undos after
 * some months, and removed parts that can no longer be restored.
 */
export async function sweepHistory(db: Db, months: number): Promise<void> {
  await deleteOld(db, 'removed_parts', sql`removed_at < now() - make_interval(days => ${UNDO_DAYS})`);
  await inTransaction(db, { user: null, what: 'sweep' }, async (transaction) => {
    await sql`set local statement_timeout = 0`.execute(transaction);
    await sql`select set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`.execute(transaction);
    await sql`select keep_changes(${months}::int)`.execute(transaction);
  });
  // Changes are dropped by whole months, so operations are kept until then.
  const begin = sql`(date_trunc('month', now() at time zone 'UTC') - make_interval(months => ${months})) at time zone 'UTC'`;
  await deleteOld(db, 'operations', sql`at < ${begin}`);
  await deleteOld(db, 'undo_results', sql`undo_id in (select id from jobs where finished_at < ${begin})`);
}

/** Deletes in batches, so that no statement locks many rows or takes long. Deletes tallies with their operations. */
async function deleteOld(
  db: Db,
  table: 'removed_parts' | 'operations' | 'undo_results',
  isOld: RawBuilder<unknown>,
): Promise<void> {
  const tallies = sql`, tallies as (delete from operation_tallies where operation_id in (select id from old))`;
  for (;;) {
    const { rows } = await sql<{ count: number }>`
      with old as (delete from ${sql.table(table)} where id in (
        select id from ${sql.table(table)} where ${isOld} limit ${sql.lit(AT_ONCE)}) returning id)
        ${table === 'operations' ? tallies : sql``}
      select count(*)::int from old`.execute(db);
    if ((rows[0]?.count ?? 0) < AT_ONCE) return;
  }
}
