import { type clients as contract, editsClientAccounts } from '@piezario/contract/clients';
import { removeGrant } from '../access/grants.ts';
import { inTransaction } from '../db/transaction.ts';
import { Failure } from '../http/failure.ts';
import type { Caller, Handlers } from '../http/implement.ts';
import {
  createPerson,
  hashed,
  lockPerson,
  peopleHandlers,
  readPerson,
  setActive,
  updatePerson,
} from '../people/people.ts';

const ROLES = ['client'] as const;
const people = (viewer: Caller) => ({ roles: ROLES, viewer });

export const clients: Handlers<typeof contract> = {
  ...peopleHandlers(ROLES),

  store: async ({ db, user, body }) => {
    const { id, name, email, password } = body;
    const editsAccounts = editsClientAccounts(user.role);
    // A password that will be refused is not worth hashing.
    const account = await hashed(editsAccounts ? body : { ...body, password: null }, user);
    return inTransaction(db, async (transaction) => {
      if (!id) {
        if (!editsAccounts) throw new Failure(403, 'Sólo un administrador puede crear clientes');
        const created = await createPerson(transaction, 'client', account);
        return readPerson(transaction, people(user), created);
      }
      const current = await lockPerson(transaction, people(user), id);
      const changesAccount = name !== current.name || email !== current.email || password !== null;
      if (!editsAccounts && changesAccount) {
        throw new Failure(403, 'Sólo un administrador puede cambiar el nombre, el e-mail o la clave de un cliente');
      }
      await updatePerson(transaction, id, 'client', account);
      return readPerson(transaction, people(user), id);
    });
  },

  remove: async ({ db, user, body: { id } }) => {
    await lockPerson(db, people(user), id);
    await setActive(db, id, false);
    return null;
  },

  withdraw: async ({ db, user, body: { id, client_id } }) => {
    await lockPerson(db, people(user), client_id);
    await removeGrant(db, user, client_id, id);
    return null;
  },
};
