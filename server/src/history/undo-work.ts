import { admits } from '@piezario/contract/access';
import { undos as contract } from '@piezario/contract/undos';
import type { Person } from '../access/scope.ts';
import type { Db } from '../db/connection/connect.ts';
import { analyzeGrownTables } from '../db/grown-tables.ts';
import { runGroups } from '../jobs/groups.ts';
import { type Job, JobFailure, type Progress } from '../jobs/job.ts';
import type { Work } from '../jobs/kind.ts';
import { applyPlans } from './apply.ts';
import { beginOperation } from './operations.ts';
import { addOutcomes, outcomesOf } from './outcomes.ts';
import { planReverts } from './revert.ts';
import { changesOf, countParts, nextParts, type Undone, undoneBy } from './undo.ts';
import { completed, processing } from './undo-messages.ts';

/** Undoes an operation part by part, or continues. Stores the outcomes of parts with each group. */
export const runUndo: Work = async (attempt) => {
  const { db, job, limits } = attempt;
  const { undone, person } = await readUndo(db, job);
  await runGroups(attempt, {
    kind: 'undo',
    count: () => countParts(db, person, undone),
    next: async () => {
      const { last_part } = await readUndo(db, job);
      await analyzeGrownTables(db);
      return nextParts(db, person, undone, last_part, limits.groupRows);
    },
    save: (trx, parts, reason, before) => undoParts(trx, job, parts, reason, before),
    processing,
    completed: async () => completed((await readUndo(db, job)).counts),
  });
};

async function undoParts(
  db: Db,
  job: Job,
  parts: readonly number[],
  reason: string | null,
  before: Progress,
): Promise<number> {
  const { undone, person } = await readUndo(db, job);
  const changes = await changesOf(db, person, undone, parts);
  const reverts = await planReverts(db, person, changes, { onlyUntouched: true, lock: true });
  const decided = reverts.map((revert) => ({ ...revert, refused: revert.refused ?? reason }));
  // Read before the plans are carried out, because these change the parts once more.
  const outcomes = await outcomesOf(db, undone.id, decided, changes);
  if (before.operation_id === null && outcomes.some(({ outcome }) => outcome === 'undone')) {
    await beginOperation(db, { user_id: person.id, what: 'undo', undoes: undone.id });
  }
  await applyPlans(
    db,
    decided.filter(({ refused }) => refused === null),
  );
  await addOutcomes(db, job.id, Math.max(...parts), outcomes);
  return parts.length;
}

/** The operation to undo, and the owner of the job. Read for each group, so that a withdrawn right counts at once. */
async function readUndo(
  db: Db,
  { id }: Job,
): Promise<{
  undone: Undone;
  person: Person;
  last_part: number;
  counts: { undone: number; kept: number; impossible: number };
}> {
  const { active, role, user_id, undoes, last_part, ...counts } = await db
    .selectFrom('undos')
    .innerJoin('jobs', 'jobs.id', 'undos.id')
    .innerJoin('users', 'users.id', 'jobs.user_id')
    .where('undos.id', '=', id)
    .select(['active', 'role', 'user_id', 'undoes', 'last_part', 'undone', 'kept', 'impossible'])
    .executeTakeFirstOrThrow();
  if (!active || !admits(contract.store.access, role))
    throw new JobFailure('la cuenta que lo pidió ya no puede deshacer');
  const person = { id: user_id, role };
  return { undone: await undoneBy(db, person, undoes), person, last_part, counts };
}
