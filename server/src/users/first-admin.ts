import { sql } from 'kysely';
import { hashPassword } from '../auth/passwords.ts';
import type { Db } from '../db/connect.ts';

/** Any number will do, as long as every process takes the same one. */
const LOCK = 7_218_342;

/** Opens the door of an empty installation. Does nothing, and says so, once there is an admin. */
export function createFirstAdmin(db: Db, { email, password }: { email: string; password: string }): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    // Processes that start together take turns.
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(transaction);
    const admin = await transaction.selectFrom('users').where('role', '=', 'admin').select('id').executeTakeFirst();
    if (admin) return false;
    const password_hash = await hashPassword(password);
    await transaction.insertInto('users').values({ role: 'admin', email, name: email, password_hash }).execute();
    return true;
  });
}
