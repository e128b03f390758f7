import { expect, test } from 'vitest';
import { startServer } from '../testing/server.ts';
import { createFirstAdmin } from './first-admin.ts';

test('processes that start together make one first admin, who can sign in', async () => {
  const { db, guest } = await startServer();
  const admin = { email: 'ana@example.com', password: 'una-clave-larga' };
  const made = await Promise.all([1, 2, 3, 4].map(() => createFirstAdmin(db, admin)));
  expect(made.filter(Boolean)).toHaveLength(1);
  await guest.signIn(admin.email, admin.password);
});
