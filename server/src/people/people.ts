import { ROLE_NAMES, type Role } from '@piezario/contract/access';
import type { Answer } from '@piezario/contract/endpoint';
import type { ListQuery } from '@piezario/contract/list';
import { type AssignmentFields, type PersonFields, personColumns } from '@piezario/contract/people';
import type { users } from '@piezario/contract/users';
import { type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import { addGrant, brandNamesShared, brandsShared, listGrants, sharesBrand } from '../access/grants.ts';
import type { Person as Viewer } from '../access/scope.ts';
import { hashNewPassword } from '../auth/passwords.ts';
import { closeSessionsOf } from '../auth/sessions.ts';
import type { Db } from '../db/connection/connect.ts';
import { page } from '../db/list/page.ts';
import { notFound, refusal } from '../http/failure.ts';
import type { Audit, Caller } from '../http/implement.ts';

/* What users and clients have in common: both are rows of `users`, distinguished by their role. */

type Person = Answer<(typeof users)['show']>;

/** People with some roles, as far as the viewer may see them. */
type People = { readonly roles: readonly Role[]; readonly viewer: Viewer };

const isOneOf = ({ roles, viewer }: People) => sql<SqlBool>`role in (${sql.join(roles)}) and ${sharesBrand(viewer)}`;
const peopleOf = (db: Db, people: People) => db.selectFrom('users').where(isOneOf(people));

const COLUMNS = ['users.id', 'name', 'email', 'social_name', 'social_number', 'phone', 'role', 'active'] as const;

const selectPeople = (db: Db, { viewer }: People) =>
  db.selectFrom('users').select([...COLUMNS, brandsShared(viewer).as('brands')]);

type Row = Omit<Person, 'role' | 'roleName' | 'active'> & { role: Role; active: boolean };
const toPerson = ({ role, active, ...row }: Row): Person => ({
  ...row,
  role: [role],
  roleName: ROLE_NAMES[role],
  active: active ? 1 : 0,
});

async function listPeople(db: Db, people: People, query: ListQuery) {
  const result = await page(db, query, {
    list: personColumns,
    table: 'users',
    where: isOneOf(people),
    columns: {
      id: 'users.id',
      name: 'name',
      email: 'email',
      social_name: 'social_name',
      social_number: 'social_number',
      phone: 'phone',
      role: 'role',
      brands: brandNamesShared(people.viewer),
      active: 'active',
    },
    show: (id) => selectPeople(db, people).where('users.id', '=', id),
  });
  return { ...result, data: result.data.map(toPerson) };
}

export async function readPerson(db: Db, people: People, id: number): Promise<Person> {
  return toPerson(
    await selectPeople(db, people).where(isOneOf(people)).where('users.id', '=', id).executeTakeFirstOrThrow(notFound),
  );
}

/** The person's row, locked until the end of the transaction: changes to the same person wait for each other. */
export const lockPerson = (db: Db, people: People, id: number) =>
  peopleOf(db, people).where('users.id', '=', id).select(COLUMNS).forUpdate().executeTakeFirstOrThrow(notFound);

type Account = Omit<z.output<typeof PersonFields>, 'id' | 'password'> & {
  readonly password_hash?: string;
  readonly must_change_password?: boolean;
};

/**
 * Returns the fields with the hash of the password. A blank password is left unchanged (§5). The screens ask the owner
 * of the account to replace a new password. Throws for the caller's own password, which another call changes. Call it
 * before the transaction: hashing is slow on purpose, and a transaction would hold its locks and a connection until it
 * is done.
 */
export async function hashed(
  { id, password, ...fields }: z.output<typeof PersonFields>,
  caller: Caller,
): Promise<Account> {
  if (!password) return fields;
  if (id === caller.id) {
    throw refusal('password', 'Tu propia clave se cambia en Mi cuenta');
  }
  return { ...fields, password_hash: await hashNewPassword(password), must_change_password: true };
}

export async function createPerson(db: Db, role: Role, { password_hash, ...fields }: Account): Promise<number> {
  if (!password_hash) throw refusal('password', 'Completá este campo');
  const { id } = await db
    .insertInto('users')
    .values({ ...fields, role, password_hash })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updatePerson(db: Db, id: number, role: Role, account: Account): Promise<void> {
  await db
    .updateTable('users')
    .set({ ...account, role })
    .where('id', '=', id)
    .execute();
}

type Before = { readonly role: Role; readonly email: string };

/** Logs the new account, or its changes of role, e-mail and password. Called after the transaction of the save. */
export function auditSave(audit: Audit, before: Before | null, { id, role, email }: Person, account: Account) {
  const to = role.join();
  if (!before) audit('account-created', { account: id, role: to });
  else if (before.role !== to) audit('role-changed', { account: id, from: before.role, to });
  if (before && before.email !== email) audit('email-changed', { account: id, from: before.email, to: email });
  if (before && account.password_hash) audit('password-changed', { account: id });
}

export const setActive = (db: Db, id: number, active: boolean) =>
  db.updateTable('users').set({ active }).where('id', '=', id).execute();

/** The call of a handler that users and clients share. */
type Calling<Input> = Input & { readonly db: Db; readonly user: Caller; readonly audit: Audit };
type ById = { readonly body: { readonly id: number } };

/** The calls that users and clients share. */
export function peopleHandlers(roles: People['roles']) {
  return {
    list: ({ db, user, query }: Calling<{ query: ListQuery }>) => listPeople(db, { roles, viewer: user }, query),

    show: ({ db, user, params }: Calling<{ params: { id: number } }>) =>
      readPerson(db, { roles, viewer: user }, params.id),

    restore: async ({ db, user, body: { id }, audit }: Calling<ById>) => {
      await lockPerson(db, { roles, viewer: user }, id);
      await setActive(db, id, true);
      audit('account-restored', { account: id });
      return null;
    },

    closeSessions: async ({ db, user, body: { id }, audit }: Calling<ById>) => {
      await lockPerson(db, { roles, viewer: user }, id);
      await closeSessionsOf(db, id);
      audit('sessions-closed', { account: id });
      return null;
    },

    products: async ({ db, user, params: { id } }: Calling<{ params: { id: number } }>) => {
      await readPerson(db, { roles, viewer: user }, id);
      return listGrants(db, user, id);
    },

    append: async ({
      db,
      user,
      body: { user_id, ...place },
      audit,
    }: Calling<{ body: z.output<typeof AssignmentFields> }>) => {
      await lockPerson(db, { roles, viewer: user }, user_id);
      audit('grant-added', { account: user_id, ...place });
      return addGrant(db, user, user_id, place);
    },
  };
}
