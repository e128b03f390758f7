import pg from 'pg';
import type { Db } from '../db/connection/connect.ts';
import { prepared } from '../db/prepared.ts';
import type { JobKind } from '../db/schema.ts';
import { toFailure } from '../http/errors.ts';
import { Failure } from '../http/failure.ts';
import { inJobTransaction, type Job } from './job.ts';

/** Saves items. With a reason, there is a single item, whose values were refused. */
type Save<T> = (db: Db, items: readonly T[], reason: string | null) => Promise<void>;

/**
 * Saves a group in one transaction. When the database refuses it because of its values, each half is saved on its own,
 * down to the single item that is refused. The groups of a job run the same statements, so these are prepared.
 */
export async function saveInHalves<T>(
  db: Db,
  job: Job,
  what: JobKind,
  items: readonly T[],
  save: Save<T>,
  progress: () => void,
): Promise<void> {
  try {
    await inJobTransaction(db, job, what, (trx) => save(prepared(trx), items, null)).finally(progress);
  } catch (error) {
    const reason = refusal(error);
    if (reason === null) throw error;
    if (items.length <= 1) await inJobTransaction(db, job, what, (trx) => save(trx, items, reason));
    else {
      const half = Math.ceil(items.length / 2);
      await saveInHalves(db, job, what, items.slice(0, half), save, progress);
      await saveInHalves(db, job, what, items.slice(half), save, progress);
    }
  }
}

/** SQL states of invalid values and violated constraints. */
const CAUSED_BY_VALUES = /^2[23]/;

/** Why the values were refused, by the database or by a rule; null when the error is not caused by them. */
function refusal(error: unknown): string | null {
  if (error instanceof Failure && error.code === 409) return error.message;
  if (!(error instanceof pg.DatabaseError && CAUSED_BY_VALUES.test(error.code ?? ''))) return null;
  return toFailure(error)?.message ?? `No se pudo guardar (${error.code})`;
}
