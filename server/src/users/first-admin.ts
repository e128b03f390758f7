import { sql } from 'kysely';
import { hashPassword, isCommon } from '../auth/passwords.ts';
import type { Db } from '../db/connection/connect.ts';
import { inTransaction } from '../db/transaction.ts';
import { findLeftovers } from '../demo/leftovers.ts';

/** An arbitrary number, the same in every process. */
const LOCK = 7_218_342;

type NewAdmin = { readonly email: string; readonly password: string; readonly must_change_password?: boolean };

/**
 * Creates the first admin of an installation. Returns false, and does nothing, when there is an admin already. The
 * admin of an earlier demo does not count, because its public password opens no session.
 */
export async function createFirstAdmin(
  db: Db,
  { email, password, must_change_password = false }: NewAdmin,
): Promise<boolean> {
  const password_hash = await hashPassword(password);
  const leftovers = new Set((await findLeftovers(db)).map(({ id }) => id));
  return inTransaction(db, { user: null, what: 'first-admin' }, async (transaction) => {
    // Processes that start together wait for each other here.
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(transaction);
    const admins = await transaction.selectFrom('users').where('role', '=', 'admin').select('id').execute();
    if (admins.some(({ id }) => !leftovers.has(id))) return false;
    if (isCommon(password)) throw new Error('ADMIN_PASSWORD is one of the most common passwords. Choose another.');
    await transaction
      .insertInto('users')
      .values({ role: 'admin', email, name: email, password_hash, must_change_password })
      .execute();
    return true;
  });
}
