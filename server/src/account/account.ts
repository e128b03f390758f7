import { ROLE_NAMES } from '@piezario/contract/access';
import type { account as contract } from '@piezario/contract/account';
import { brandsInScope } from '../access/scope.ts';
import { verifyPassword } from '../auth/attempt.ts';
import { hashNewPassword } from '../auth/passwords.ts';
import { closeSessionOf, type Sessions } from '../auth/sessions.ts';
import type { Db } from '../db/connection/connect.ts';
import { inTransaction } from '../db/transaction.ts';
import { Failure, notFound, refusal } from '../http/failure.ts';
import type { Handlers } from '../http/implement.ts';

/** Handlers of a person's own account. */
export const accountHandlers = (sessions: Sessions): Handlers<typeof contract> => ({
  show: ({ db, user }) => readAccount(db, user.id),

  store: async ({ db, user, body }) => {
    await db.updateTable('users').set(body).where('id', '=', user.id).execute();
    return readAccount(db, user.id);
  },

  password: async ({ db, user, body: { current, password }, address, device, audit, act }) => {
    const { email, password_hash: before } = await db
      .selectFrom('users')
      .where('id', '=', user.id)
      .select(['email', 'password_hash'])
      .executeTakeFirstOrThrow();
    // A stranger at an open session must not be able to guess the password.
    const attempt = { account: email.toLowerCase(), address };
    if (!(await verifyPassword(db, attempt, before, current))) {
      audit('sign-in-failed', { email });
      throw refusal('current', 'No es tu clave actual');
    }
    if (password === current) throw refusal('password', 'Tiene que ser distinta de la actual');
    const password_hash = await hashNewPassword(password);
    // A trigger ends all sessions of the account, this one too.
    await inTransaction(db, act, (transaction) =>
      transaction
        .updateTable('users')
        .set({ password_hash, must_change_password: false })
        .where('id', '=', user.id)
        .where('password_hash', '=', before)
        .execute(),
    );
    const access_token = await sessions.open(db, { id: user.id, password_hash }, { address, device });
    if (!access_token) throw new Failure(409, 'La clave cambió mientras tanto. Ingresá de nuevo.');
    audit('password-changed', { account: user.id });
    return { access_token };
  },

  pinBrand: async ({ db, user, body: { part_brand_id, pin } }) => {
    await brandsInScope(db, user).where('id', '=', part_brand_id).executeTakeFirstOrThrow(notFound);
    // Locked, so that the second of two concurrent defaults replaces the first.
    await db.selectFrom('users').where('id', '=', user.id).select('id').forNoKeyUpdate().execute();
    await db
      .deleteFrom('pinned_brands')
      .where('user_id', '=', user.id)
      .where('part_brand_id', '=', part_brand_id)
      .execute();
    if (pin === 'none') return null;
    const is_default = pin === 'default';
    if (is_default) {
      await db.updateTable('pinned_brands').set({ is_default: false }).where('user_id', '=', user.id).execute();
    }
    await db.insertInto('pinned_brands').values({ user_id: user.id, part_brand_id, is_default }).execute();
    return null;
  },

  sessions: async ({ db, user }) => {
    const open = await db
      .selectFrom('sessions')
      .where('user_id', '=', user.id)
      .where('expires_at', '>', new Date())
      .select(['id', 'device', 'address', 'created_at', 'used_at'])
      .orderBy('used_at', 'desc')
      .orderBy('id')
      .execute();
    return open.map((session) => ({ ...session, current: session.id === user.session }));
  },

  closeSession: async ({ db, user, body: { id }, audit }) => {
    if (!(await closeSessionOf(db, user.id, id))) throw notFound();
    audit('sessions-closed', { account: user.id });
    return null;
  },
});

async function readAccount(db: Db, id: number) {
  const { role, ...account } = await db
    .selectFrom('users')
    .where('id', '=', id)
    .select(['name', 'phone', 'email', 'role'])
    .executeTakeFirstOrThrow();
  return { ...account, roleName: ROLE_NAMES[role] };
}
