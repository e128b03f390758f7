import type { Person } from '../access/scope.ts';
import type { Db } from '../db/connection/connect.ts';
import { Failure, notFound } from '../http/failure.ts';
import { applyPlans } from './apply.ts';
import type { Change } from './effects.ts';
import { OUT_OF_REACH, planReverts } from './revert.ts';

const NOTHING_TO_DO = 'Ya está como antes';
const ROW_REMOVED = 'Ya no existe: restaurá primero su eliminación';

/**
 * Reverts changes to parts, also where the rows have changed since. Throws a Failure when a part is out of
 * scope, a row is gone, a code is taken or nothing would change.
 */
export async function restore(db: Db, person: Person, changes: readonly Change[]): Promise<void> {
  const plans = await planReverts(db, person, changes, { onlyUntouched: false, lock: true });
  for (const { refused } of plans) if (refused) throw refused === OUT_OF_REACH ? notFound() : new Failure(409, refused);
  if (plans.some(({ kept }) => kept.length > 0)) throw new Failure(409, ROW_REMOVED);
  const isIdle = plans.every((plan) => plan.removed.length + plan.changed.length + plan.added.length === 0);
  if (isIdle) throw new Failure(409, NOTHING_TO_DO);
  await applyPlans(db, plans);
}
