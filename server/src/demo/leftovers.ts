import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '@piezario/contract/demo';
import { passwordMatches } from '../auth/passwords.ts';
import { closeSessionsOf } from '../auth/sessions.ts';
import type { Db } from '../db/connection/connect.ts';

/** The accounts of an earlier demo in this database that still have its public password. */
export async function findLeftovers(db: Db) {
  const emails = DEMO_ACCOUNTS.map(({ email }) => email);
  const accounts = await db
    .selectFrom('users')
    // An admin of the demo may have been given another e-mail.
    .where((eb) => eb.or([eb('email', 'in', emails), eb('role', '=', 'admin')]))
    .select(['id', 'email', 'password_hash'])
    .orderBy('id')
    .execute();
  const leftovers: { id: number; email: string }[] = [];
  for (const { id, email, password_hash } of accounts) {
    if (await passwordMatches(password_hash, DEMO_PASSWORD)) leftovers.push({ id, email });
  }
  return leftovers;
}

/** Closes their sessions, since the demo's password is refused elsewhere. Returns their e-mail addresses. */
export async function signOutLeftovers(db: Db): Promise<readonly string[]> {
  const leftovers = await findLeftovers(db);
  for (const { id } of leftovers) await closeSessionsOf(db, id);
  return leftovers.map(({ email }) => email);
}
