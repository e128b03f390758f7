import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '@piezario/contract/demo';
import { expect, test } from 'vitest';
import { hashPassword } from '../auth/passwords.ts';
import { signOutLeftovers } from '../demo/leftovers.ts';
import { openSession } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';
import { createFirstAdmin } from './first-admin.ts';

const ANA = { email: 'ana@example.com', password: 'una-clave-larga' };

test('processes that start together make one first admin, who can sign in', async () => {
  const { db, guest } = await startServer();
  const made = await Promise.all([1, 2, 3, 4].map(() => createFirstAdmin(db, ANA)));
  expect(made.filter(Boolean)).toHaveLength(1);
  await guest.signIn(ANA.email, ANA.password);
});

test('a common password is refused, unless there is an admin already', async () => {
  const { db } = await startServer();
  const common = { ...ANA, password: 'password123' };
  await expect(createFirstAdmin(db, common)).rejects.toThrow('ADMIN_PASSWORD');
  await createFirstAdmin(db, ANA);
  expect(await createFirstAdmin(db, common)).toBe(false);
});

test('accounts with the password of a demo are signed out, cannot sign in and do not count as admins', async () => {
  const server = await startServer();
  const password_hash = await hashPassword(DEMO_PASSWORD);
  const [demoAdmin] = await server.db
    .insertInto('users')
    .values(DEMO_ACCOUNTS.map((account) => ({ ...account, password_hash })))
    .returning(['id', 'email'])
    .execute();
  const session = await openSession(server, demoAdmin?.id ?? 0);
  const { email: changed } = await server.addUser('staff', 'otra@piezario.demo');

  expect(await signOutLeftovers(server.db)).toEqual(DEMO_ACCOUNTS.map(({ email }) => email));
  expect((await session.request('GET', '/api/backend/auth/profile')).code).toBe(401);
  await expect(server.guest.signIn(demoAdmin?.email ?? '', DEMO_PASSWORD)).rejects.toThrow('401');
  await server.guest.signIn(changed, 'una-clave-larga');
  expect(await createFirstAdmin(server.db, ANA)).toBe(true);
  await server.guest.signIn(ANA.email, ANA.password);
});
