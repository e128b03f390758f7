import { hashPassword } from '../auth/passwords.ts';
import type { Db } from '../db/connect.ts';

/** Opens the door of an empty installation. Does nothing, and says so, once there is an admin. */
export async function createFirstAdmin(
  db: Db,
  { email, password }: { email: string; password: string },
): Promise<boolean> {
  const admin = await db.selectFrom('users').where('role', '=', 'admin').select('id').executeTakeFirst();
  if (admin) return false;
  const password_hash = await hashPassword(password);
  await db.insertInto('users').values({ role: 'admin', email, name: email, password_hash }).execute();
  return true;
}
