import pg from 'pg';
import type { Db } from '../db/connect.ts';
import { inTransaction } from '../db/transaction.ts';
import { toFailure } from '../http/errors.ts';

/** Saves items. When there is a reason, the database refused the only one because of its values. */
type Save<T> = (db: Db, items: readonly T[], reason: string | null) => Promise<void>;

/**
 * Saves a group in one transaction. When the database refuses it because of its values, each half is saved on its own,
 * down to the single item that is refused.
 */
export async function saveInHalves<T>(db: Db, items: readonly T[], save: Save<T>, progress: () => void): Promise<void> {
  try {
    await inTransaction(db, (trx) => save(trx, items, null)).finally(progress);
  } catch (error) {
    const reason = refusal(error);
    if (reason === null) throw error;
    if (items.length <= 1) await inTransaction(db, (trx) => save(trx, items, reason));
    else {
      const half = Math.ceil(items.length / 2);
      await saveInHalves(db, items.slice(0, half), save, progress);
      await saveInHalves(db, items.slice(half), save, progress);
    }
  }
}

/** SQL states of invalid values and violated constraints. */
const CAUSED_BY_VALUES = /^2[23]/;

/** Why the database refused the values; null when the error is not caused by them. */
function refusal(error: unknown): string | null {
  if (!(error instanceof pg.DatabaseError && CAUSED_BY_VALUES.test(error.code ?? ''))) return null;
  return toFailure(error)?.message ?? `No se pudo guardar (${error.code})`;
}
