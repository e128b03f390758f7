import { admits } from '@piezario/contract/access';
import { BulkAction, bulk as contract } from '@piezario/contract/bulk';
import { sql } from 'kysely';
import { type Person, partInScope } from '../access/scope.ts';
import { given } from '../db/bulk.ts';
import type { Db } from '../db/connection/connect.ts';
import { runGroups } from '../jobs/groups.ts';
import { inJobTransaction, type Job, JobFailure } from '../jobs/job.ts';
import type { Work } from '../jobs/kind.ts';
import { changeBy, finishAction, readTexts } from './actions.ts';
import { completed, processing } from './messages.ts';

/** Changes the parts that are left in `bulk_parts`, a group at a time. */
export const runBulk: Work = (attempt) => {
  const { db, job, limits } = attempt;
  return runGroups(attempt, {
    kind: 'bulk',
    count: () => countParts(db, job),
    next: () => nextParts(db, job, limits.groupRows),
    save: (trx, parts, reason) => changeParts(trx, job, parts, reason),
    processing,
    completed: async () => {
      const { action, counts } = await readBulk(db, job);
      await inJobTransaction(db, job, 'bulk', (trx) => finishAction(trx, action));
      return completed(counts);
    },
  });
};

async function countParts(db: Db, { id }: Job): Promise<number> {
  const { count } = await db
    .selectFrom('bulk_parts')
    .where('bulk_id', '=', id)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function nextParts(db: Db, { id }: Job, count: number): Promise<number[]> {
  const rows = await db
    .selectFrom('bulk_parts')
    .where('bulk_id', '=', id)
    .select('part_id')
    .orderBy('part_id')
    .limit(count)
    .execute();
  return rows.map(({ part_id }) => part_id);
}

type ComparedPart = {
  readonly part_id: number;
  readonly part_brand_id: number | null;
  readonly part_product_id: number | null;
  readonly code: string;
  readonly differs: boolean;
  readonly refused: string | null;
};

const MISSING = 'Ya no existe o está fuera de tu alcance';

async function changeParts(db: Db, job: Job, parts: readonly number[], reason: string | null): Promise<number> {
  const { action, person } = await readBulk(db, job);
  const chosen = sql`parts.id = any (${parts}::int[]) and ${partInScope(person)}`;
  // Locked in the order of their ids, so that two bulk changes to the same parts do not deadlock.
  await sql`select from parts where ${chosen} order by parts.id for update`.execute(db);
  // A statement that waits for a lock has an older snapshot, so that the next statement compares the rows.
  const change = changeBy(person, action, await readTexts(db, action, parts));
  const { rows } = await sql<ComparedPart>`
    select parts.id as part_id, parts.part_brand_id, parts.part_product_id, parts.code,
      ${change.differs} as differs, ${change.refused} as refused
    from parts ${change.join} where ${chosen}`.execute(db);
  const found = new Map(rows.map((row) => [row.part_id, row]));
  const compared = parts.map((part_id): ComparedPart => {
    const missing = { part_id, part_brand_id: null, part_product_id: null, code: '', differs: true, refused: MISSING };
    const part = found.get(part_id) ?? missing;
    return { ...part, refused: part.refused ?? reason };
  });
  const unchanged = compared.filter(({ differs }) => !differs);
  const impossible = compared.filter(({ differs, refused }) => differs && refused !== null);
  const changed = compared.filter(({ differs, refused }) => differs && refused === null);
  if (changed.length > 0) {
    await change.write(
      db,
      changed.map(({ part_id }) => part_id),
    );
  }
  await db
    .updateTable('bulks')
    .set((eb) => ({
      changed: eb('changed', '+', changed.length),
      unchanged: eb('unchanged', '+', unchanged.length),
      impossible: eb('impossible', '+', impossible.length),
    }))
    .where('id', '=', job.id)
    .execute();
  await addResults(db, job, impossible);
  await sql`delete from bulk_parts where bulk_id = ${job.id} and part_id = any (${parts}::int[])`.execute(db);
  return parts.length;
}

async function addResults(db: Db, { id }: Job, impossible: readonly ComparedPart[]): Promise<void> {
  if (impossible.length === 0) return;
  const columns = {
    part_id: 'int',
    part_brand_id: 'int',
    part_product_id: 'int',
    code: 'text',
    refused: 'text',
  } as const;
  await sql`insert into bulk_results (bulk_id, part_id, part_brand_id, part_product_id, code, reason)
    select ${id}::int, part_id, part_brand_id, part_product_id, code, refused from ${given(impossible, columns)}
    order by position`.execute(db);
}

/** The action and its owner. Read for each group, so that a withdrawn right counts at once. */
async function readBulk(db: Db, { id }: Job) {
  const { active, role, user_id, action, ...counts } = await db
    .selectFrom('bulks')
    .innerJoin('jobs', 'jobs.id', 'bulks.id')
    .innerJoin('users', 'users.id', 'jobs.user_id')
    .where('bulks.id', '=', id)
    .select(['active', 'role', 'user_id', 'action', 'changed', 'unchanged', 'impossible'])
    .executeTakeFirstOrThrow();
  if (!active || !admits(contract.store.access, role))
    throw new JobFailure('la cuenta que lo pidió ya no puede cambiar piezas');
  const person: Person = { id: user_id, role };
  // An action that was queued before an upgrade may have a former name.
  return { action: BulkAction.parse(action), person, counts };
}
