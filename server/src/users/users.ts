import { type users as contract, USER_ROLES } from '@piezario/contract/users';
import { readGrantee, removeGrant } from '../access/grants.ts';
import type { Db } from '../db/connect.ts';
import { Failure } from '../http/failure.ts';
import type { Caller, Handlers } from '../http/implement.ts';
import { createPerson, lockPerson, peopleHandlers, readPerson, setActive, updatePerson } from '../people/people.ts';

const people = (viewer: Caller) => ({ roles: USER_ROLES, viewer });

/** The active admins, held before any other row and in one order: two who turn on each other take turns too. */
const lockAdmins = (db: Db) =>
  db
    .selectFrom('users')
    .where('role', '=', 'admin')
    .where('active', '=', true)
    .orderBy('id')
    .select('id')
    .forNoKeyUpdate()
    .execute();

/** Nobody shuts themselves out, and somebody is always left who can let the others in. */
function refuseLockout(admins: readonly { id: number }[], user: Caller, id: number) {
  if (id === user.id) throw new Failure(409, 'No podés desactivar tu propia cuenta ni cambiarle el rol');
  if (admins.every((admin) => admin.id === id))
    throw new Failure(409, 'Es el único administrador: nombrá a otro antes');
}

export const users: Handlers<typeof contract> = {
  ...peopleHandlers(USER_ROLES),

  store: async ({ db, user, body: { role, ...fields } }) => {
    if (!fields.id) {
      const id = await createPerson(db, role ?? 'manufacturer', fields);
      return readPerson(db, people(user), id);
    }
    const admins = await lockAdmins(db);
    const current = await lockPerson(db, people(user), fields.id);
    const next = role ?? current.role;
    if (next !== current.role) refuseLockout(admins, user, current.id);
    await updatePerson(db, current.id, next, fields);
    return readPerson(db, people(user), current.id);
  },

  remove: async ({ db, user, body: { id } }) => {
    const admins = await lockAdmins(db);
    await lockPerson(db, people(user), id);
    refuseLockout(admins, user, id);
    await setActive(db, id, false);
    return null;
  },

  withdraw: async ({ db, user, body: { id } }) => {
    const grantee = await readGrantee(db, id);
    await lockPerson(db, people(user), grantee);
    await removeGrant(db, user, grantee, id);
    return null;
  },
};
