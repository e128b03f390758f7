import type { Db } from '../db/connection/connect.ts';
import { passwordMatches, refuseFlood } from './passwords.ts';
import { type Attempt, countAttempt, discountAttempt, forgive } from './throttle.ts';

/**
 * Returns true for the right password. Wrong ones are counted and delay further attempts. A null hash matches nothing.
 */
export async function verifyPassword(db: Db, attempt: Attempt, hash: string | null, password: string) {
  refuseFlood();
  await countAttempt(db, attempt);
  try {
    const matches = await passwordMatches(hash, password);
    if (matches) await forgive(db, attempt);
    return matches;
  } catch (error) {
    await discountAttempt(db, attempt);
    throw error;
  }
}
