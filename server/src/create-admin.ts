import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { runCommand, say } from './command.ts';
import { readConfig } from './config.ts';
import { openDatabase } from './db/open.ts';
import { createFirstAdmin } from './users/first-admin.ts';

/** `npm run create-admin -- ana@example.com`: the first admin of an installation, with a generated password. */
async function createAdmin(email: string | undefined) {
  const address = z.email().safeParse(email);
  if (!address.success) throw new Error('Usage: npm run create-admin -- <e-mail>');
  const config = readConfig(process.env);
  const { db, close } = await openDatabase({ ...config, log: () => {} });
  try {
    const password = randomBytes(12).toString('base64url');
    const created = await createFirstAdmin(db, { email: address.data, password, must_change_password: true });
    if (!created) throw new Error('There is an admin already. Sign in as them and create the account under Usuarios.');
    say(`E-mail: ${address.data}\nPassword: ${password}`);
  } finally {
    await close();
  }
}

runCommand(() => createAdmin(process.argv[2]));
