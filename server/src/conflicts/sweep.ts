import { sql } from 'kysely';
import type { Db } from '../db/connection/connect.ts';
import { inTransaction } from '../db/transaction.ts';
import { isPurged } from '../history/purged-parts.ts';
import { recountConflicts } from './conflicts.ts';

const AT_ONCE = 10_000;

/** Deletes alternatives with a part that is deleted for good, at most `AT_ONCE` a sweep. */
export async function sweepAlternatives(db: Db): Promise<void> {
  await sql`delete from alternatives where (part_id, other_id) in (
    select a.part_id, a.other_id from alternatives a
    where ${isPurged('a.part_id')} or ${isPurged('a.other_id')}
    limit ${sql.lit(AT_ONCE)})`.execute(db);
}

/** A count takes some 12 ms with 2,600 vehicles, and grows with them. More places wait for the next sweep. */
const MAX_PLACES = 1000;

/**
 * Counts the conflicts of places that changed since they were counted, oldest signals first. Signals are deleted
 * before the count reads, so that a change in between leaves one. Places that another process is counting are skipped, and
 * one whose count fails does not keep the others waiting.
 */
export async function sweepConflicts(db: Db): Promise<void> {
  const { rows: places } = await sql<{ brand: number; product: number }>`
    select part_brand_id as brand, part_product_id as product from conflict_signals
    group by 1, 2 order by min(id) limit ${sql.lit(MAX_PLACES)}`.execute(db);
  const failures: unknown[] = [];
  for (const { brand, product } of places) {
    await inTransaction(db, { user: null, what: 'conflicts' }, async (transaction) => {
      const { numAffectedRows } = await sql`
        delete from conflict_signals where id in (
          select id from conflict_signals where part_brand_id = ${brand} and part_product_id = ${product}
          for update skip locked)`.execute(transaction);
      if (numAffectedRows) await recountConflicts(transaction, brand, product);
    }).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}
