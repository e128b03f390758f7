import { setTimeout as delay } from 'node:timers/promises';
import { counted, formatNumber } from '@piezario/contract/words';
import { sql } from 'kysely';
import { preferIndexes } from '../db/bulk.ts';
import type { Db } from '../db/connection/connect.ts';
import { runGroups } from '../jobs/groups.ts';
import { inJobTransaction, type Job, readJob } from '../jobs/job.ts';
import type { Work } from '../jobs/kind.ts';

const processing = (done: number, total: number) =>
  `Comparando ${formatNumber(done)} de ${formatNumber(total)} piezas con la plantilla`;
const completed = (done: number) => `Completado: ${counted(done, 'pieza comparada', 'piezas comparadas')}`;

/** Milliseconds between two checks for older transactions. */
const PAUSE = 100;

/** Recounts the missing and misfitting attributes of the parts of a product, a group at a time. */
export const runTemplate: Work = (attempt) => {
  const { db, job, limits, progress } = attempt;
  return runGroups(attempt, {
    kind: 'template',
    count: async () => {
      await waitForOlder(db, progress);
      return countParts(db, job);
    },
    next: () =>
      inJobTransaction(db, job, 'template', async (trx) => {
        await preferIndexes(trx);
        return nextParts(trx, job, limits.groupRows);
      }),
    save: (trx, parts, reason) => countGroup(trx, job, parts, reason),
    processing,
    completed: async () => completed((await readJob(db, job)).done),
  });
};

/**
 * Waits until all transactions have ended that may have read the old template: they could save counts by it after the
 * parts were counted by the new one. A snapshot contains the transactions of all databases of the server. Transactions
 * of other databases are ignored, because they may stay open for hours.
 */
async function waitForOlder(db: Db, progress: () => void): Promise<void> {
  const { rows } = await sql<{ next: string }>`
    select pg_snapshot_xmax(pg_current_snapshot())::text as next`.execute(db);
  const next = rows[0]?.next ?? '0';
  for (;;) {
    const { rows: found } = await sql<{ has_ended: boolean }>`
      select not exists (
        select from pg_snapshot_xip(pg_current_snapshot()) older
        where older < ${next}::xid8 and older::xid not in (
          select backend_xid from pg_stat_activity where backend_xid is not null and datname <> current_database()
          union all select transaction from pg_prepared_xacts where database <> current_database())
      ) as has_ended`.execute(db);
    if (found[0]?.has_ended) return;
    progress();
    await delay(PAUSE);
  }
}

async function countParts(db: Db, { id }: Job): Promise<number> {
  const { rows } = await sql<{ parts: number }>`
    select coalesce(sum(parts), 0)::int as parts from part_tallies
    where part_product_id = (select part_product_id from template_jobs where id = ${id})`.execute(db);
  return rows[0]?.parts ?? 0;
}

async function countGroup(db: Db, job: Job, parts: readonly number[], reason: string | null): Promise<number> {
  if (reason !== null) throw new Error(`A part cannot be compared with its template: ${reason}`);
  // Two statements: the second one sees rows that other transactions saved while the first one waited for their locks.
  await sql`select from part_counts where part_id = any (${parts}::int[]) order by part_id for update`.execute(db);
  await sql`
    update part_counts c
    set missing_attributes = facts.missing_attributes, off_template = facts.off_template
    from part_counts counts cross join lateral template_facts(counts.part_id, counts.part_product_id) facts
    where counts.part_id = any (${parts}::int[]) and c.part_id = counts.part_id
      and (c.missing_attributes, c.off_template) <> (facts.missing_attributes, facts.off_template)`.execute(db);
  await db
    .updateTable('template_jobs')
    .set({ last_part: Math.max(...parts) })
    .where('id', '=', job.id)
    .execute();
  return parts.length;
}

/** Returns the ids of the next parts: at most `most` rows with their attributes, but at least one part. */
async function nextParts(db: Db, { id }: Job, most: number): Promise<number[]> {
  const place = await db
    .selectFrom('template_jobs')
    .where('id', '=', id)
    .select(['part_product_id', 'last_part'])
    .executeTakeFirst();
  // The product was removed, and the row of the job with it.
  if (!place) return [];
  const { rows } = await sql<{ id: number }>`
    select id from (
      select id, rows, sum(rows) over (order by id) as until from (
        select next.id, 1 + part_counts.attributes_count as rows
        from (select id from parts where part_product_id = ${place.part_product_id} and id > ${place.last_part}
          order by id limit ${most}) next
        join part_counts on part_counts.part_id = next.id) weighed) summed
    where until <= ${most} or until = rows order by id`.execute(db);
  return rows.map(({ id: part }) => part);
}
