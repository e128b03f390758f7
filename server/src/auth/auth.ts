import { ROLE_NAMES } from '@piezario/contract/access';
import { type auth, Registration, type SessionUser } from '@piezario/contract/auth';
import { DEMO_PASSWORD } from '@piezario/contract/demo';
import { sql } from 'kysely';
import { brandsInScope, type Person } from '../access/scope.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/connection/connect.ts';
import { prepared } from '../db/prepared.ts';
import { inTransaction } from '../db/transaction.ts';
import { Failure } from '../http/failure.ts';
import type { Handlers } from '../http/implement.ts';
import { verifyPassword } from './attempt.ts';
import { hashNewPassword } from './passwords.ts';
import type { Sessions } from './sessions.ts';
import { countRegistration, rememberNetwork } from './throttle.ts';

type Options = { readonly sessions: Sessions } & Pick<Config, 'allowRegistration' | 'demo'>;

export const authHandlers = ({ sessions, allowRegistration, demo }: Options): Handlers<typeof auth> => ({
  login: async ({ db, body: { email, password }, address, device, audit }) => {
    const wrong = () => {
      audit('sign-in-failed', { email });
      return new Failure(401, 'El e-mail o la clave no son correctos');
    };
    const attempt = { account: email.toLowerCase(), address };
    const account = await db
      .selectFrom('users')
      .where(({ fn }) => fn<string>('lower', ['email']), '=', attempt.account)
      .where('active', '=', true)
      .select(['id', 'password_hash'])
      .executeTakeFirst();
    const matches = await verifyPassword(db, attempt, account?.password_hash ?? null, password);
    // The demo's password is public. Accounts that were made by a demo may still have it.
    if (!matches || !account || (!demo && password === DEMO_PASSWORD)) throw wrong();
    const access_token = await sessions.open(db, account, { address, device });
    if (!access_token) throw wrong();
    await rememberNetwork(db, account.id, address);
    audit('sign-in', { account: account.id });
    return { access_token, user: await readSessionUser(db, account) };
  },

  profile: async ({ db, user }) => {
    const access_token = await sessions.renew(db, user);
    return { ...(await readSessionUser(db, user)), ...(access_token && { access_token }) };
  },

  logout: async ({ db, user }) => {
    await sessions.close(db, user);
    return null;
  },

  register: async ({ db, body, address, audit, act }) => {
    if (!allowRegistration) throw new Failure(403, 'El registro no está habilitado');
    const { email, password, displayName } = Registration.parse(body);
    await countRegistration(db, address);
    const password_hash = await hashNewPassword(password);
    const added = await inTransaction(db, act, (transaction) =>
      transaction
        .insertInto('users')
        .values({ role: 'user', email, name: displayName, password_hash })
        .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
        .returning('id')
        .executeTakeFirst(),
    );
    if (added) audit('account-created', { account: added.id, role: 'user' });
    return null;
  },

  updateUser: async ({ db, user, body }) => {
    const shortcuts = JSON.stringify(body.user.data.shortcuts);
    await db.updateTable('users').set({ shortcuts }).where('id', '=', user.id).execute();
    return readSessionUser(db, user);
  },
});

async function readSessionUser(db: Db, { id, viewer }: Pick<Person, 'id' | 'viewer'>): Promise<SessionUser> {
  const user = await prepared(db)
    .selectFrom('users')
    .where('id', '=', id)
    .select(['id', 'email', 'name', 'role', 'shortcuts', 'must_change_password'])
    .executeTakeFirstOrThrow();
  const person = { id, role: user.role, ...(viewer && { viewer }) };
  const brands = await brandsInScope(prepared(db), person).execute();
  const pins = viewer ? [] : await readPins(db, person);
  return {
    id,
    email: user.email,
    name: user.name,
    displayName: user.name,
    role: [user.role],
    roleName: ROLE_NAMES[user.role],
    brands,
    data: { shortcuts: viewer ? [] : user.shortcuts },
    photoURL: null,
    pinnedBrands: pins.map((pin) => pin.id),
    defaultBrand: pins.find(({ is_default }) => is_default)?.id ?? null,
    mustChangePassword: !viewer && user.must_change_password,
    viewer: viewer ? await readViewer(db, viewer.id) : null,
  };
}

const readPins = (db: Db, person: Person) =>
  brandsInScope(prepared(db), person)
    .innerJoin('pinned_brands', 'pinned_brands.part_brand_id', 'part_brands.id')
    .where('pinned_brands.user_id', '=', person.id)
    .select('is_default')
    .execute();

const readViewer = (db: Db, id: number) =>
  db.selectFrom('users').where('id', '=', id).select(['id', 'name']).executeTakeFirstOrThrow();
