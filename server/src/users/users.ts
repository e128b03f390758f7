import { type users as contract, USER_ROLES } from '@piezario/contract/users';
import { readGrantee, removeGrant } from '../access/grants.ts';
import type { Db } from '../db/connection/connect.ts';
import { inTransaction } from '../db/transaction.ts';
import { Failure } from '../http/failure.ts';
import type { Caller, Handlers } from '../http/implement.ts';
import {
  auditSave,
  createPerson,
  hashed,
  lockPerson,
  peopleHandlers,
  readPerson,
  setActive,
  updatePerson,
} from '../people/people.ts';

const people = (viewer: Caller) => ({ roles: USER_ROLES, viewer });

/** Locks the active admins first and in one order, so that two who demote each other do not deadlock. */
const lockAdmins = (db: Db) =>
  db
    .selectFrom('users')
    .where('role', '=', 'admin')
    .where('active', '=', true)
    .orderBy('id')
    .select('id')
    .forNoKeyUpdate()
    .execute();

/** An admin cannot lock themselves out, and the last active admin stays one. */
function refuseLockout(admins: readonly { id: number }[], user: Caller, id: number) {
  if (id === user.id) throw new Failure(409, 'No podés desactivar tu propia cuenta ni cambiarle el rol');
  if (admins.every((admin) => admin.id === id))
    throw new Failure(409, 'Es el único administrador: nombrá a otro antes');
}

export const users: Handlers<typeof contract> = {
  ...peopleHandlers(USER_ROLES),

  store: async ({ db, user, body: { role, ...fields }, audit, act }) => {
    const account = await hashed(fields, user);
    const { before, person } = await inTransaction(db, act, async (transaction) => {
      if (!fields.id) {
        const id = await createPerson(transaction, role ?? 'manufacturer', account);
        return { before: null, person: await readPerson(transaction, people(user), id) };
      }
      const admins = await lockAdmins(transaction);
      const current = await lockPerson(transaction, people(user), fields.id);
      const next = role ?? current.role;
      if (next !== current.role) refuseLockout(admins, user, current.id);
      await updatePerson(transaction, current.id, next, account);
      return { before: current, person: await readPerson(transaction, people(user), current.id) };
    });
    auditSave(audit, before, person, account);
    return person;
  },

  remove: async ({ db, user, body: { id }, audit }) => {
    const admins = await lockAdmins(db);
    await lockPerson(db, people(user), id);
    refuseLockout(admins, user, id);
    await setActive(db, id, false);
    audit('account-deactivated', { account: id });
    return null;
  },

  withdraw: async ({ db, user, body: withdrawn, audit }) => {
    const grantee = await readGrantee(db, withdrawn.id);
    await lockPerson(db, people(user), grantee);
    await removeGrant(db, user, grantee, withdrawn);
    audit('grant-removed', { account: grantee, grant: withdrawn.id, restored: withdrawn.restores.length });
    return null;
  },
};
