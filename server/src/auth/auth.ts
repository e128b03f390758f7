import { ROLE_NAMES } from '@piezario/contract/access';
import { type auth, Registration, type SessionUser } from '@piezario/contract/auth';
import { brandsInScope } from '../access/scope.ts';
import type { Db } from '../db/connect.ts';
import { Failure } from '../http/failure.ts';
import type { Handlers } from '../http/implement.ts';
import { hashPassword, passwordMatches } from './passwords.ts';
import type { Sessions } from './sessions.ts';
import { countAttempt, forgive } from './throttle.ts';

const wrong = () => new Failure(401, 'El e-mail o la clave no son correctos');

type Options = { readonly sessions: Sessions; readonly allowRegistration: boolean };

export const authHandlers = ({ sessions, allowRegistration }: Options): Handlers<typeof auth> => ({
  login: async ({ db, body: { email, password }, address }) => {
    const attempt = { account: email.toLowerCase(), address };
    await countAttempt(db, attempt);
    const account = await db
      .selectFrom('users')
      .where(({ fn }) => fn<string>('lower', ['email']), '=', attempt.account)
      .where('active', '=', true)
      .select(['id', 'password_hash'])
      .executeTakeFirst();
    if (!(await passwordMatches(account?.password_hash ?? null, password)) || !account) {
      throw wrong();
    }
    const access_token = await sessions.open(db, account);
    if (!access_token) throw wrong();
    await forgive(db, attempt);
    return { access_token, user: await readSessionUser(db, account.id) };
  },

  profile: async ({ db, user }) => {
    const access_token = await sessions.renew(db, user);
    return { ...(await readSessionUser(db, user.id)), ...(access_token && { access_token }) };
  },

  logout: async ({ db, user }) => {
    await sessions.close(db, user);
    return null;
  },

  register: async ({ db, body }) => {
    if (!allowRegistration) throw new Failure(403, 'El registro no está habilitado');
    const { email, password, displayName } = Registration.parse(body);
    const { id } = await db
      .insertInto('users')
      .values({ role: 'user', email, name: displayName, password_hash: await hashPassword(password) })
      .returning('id')
      .executeTakeFirstOrThrow();
    return readSessionUser(db, id);
  },

  updateUser: async ({ db, user, body }) => {
    const shortcuts = JSON.stringify(body.user.data.shortcuts);
    await db.updateTable('users').set({ shortcuts }).where('id', '=', user.id).execute();
    return readSessionUser(db, user.id);
  },
});

async function readSessionUser(db: Db, id: number): Promise<SessionUser> {
  const user = await db
    .selectFrom('users')
    .where('id', '=', id)
    .select(['id', 'email', 'name', 'role', 'shortcuts'])
    .executeTakeFirstOrThrow();
  return {
    id,
    email: user.email,
    name: user.name,
    displayName: user.name,
    role: [user.role],
    roleName: ROLE_NAMES[user.role],
    brands: await brandsInScope(db, user).execute(),
    data: { shortcuts: user.shortcuts },
    photoURL: null,
  };
}
