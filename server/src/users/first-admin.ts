import { sql } from 'kysely';
import { hashPassword } from '../auth/passwords.ts';
import type { Db } from '../db/connect.ts';
import { inTransaction } from '../db/transaction.ts';

/** An arbitrary number, the same in every process. */
const LOCK = 7_218_342;

/** Creates the first admin of an installation. Answers false, and does nothing, when there is an admin already. */
export async function createFirstAdmin(
  db: Db,
  { email, password }: { email: string; password: string },
): Promise<boolean> {
  const password_hash = await hashPassword(password);
  return inTransaction(db, async (transaction) => {
    // Processes that start together wait for each other here.
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(transaction);
    const admin = await transaction.selectFrom('users').where('role', '=', 'admin').select('id').executeTakeFirst();
    if (admin) return false;
    await transaction.insertInto('users').values({ role: 'admin', email, name: email, password_hash }).execute();
    return true;
  });
}
