import { clients as contract } from '@piezario/contract/clients';
import { addGrant, listGrants, removeGrant } from '../access/grants.ts';
import { Failure } from '../http/failure.ts';
import type { Caller, Handlers } from '../http/implement.ts';
import {
  closeSessions,
  createPerson,
  listPeople,
  lockPerson,
  readPerson,
  setActive,
  updatePerson,
} from '../users/people.ts';

const people = (viewer: Caller) => ({ roles: ['client'] as const, viewer });

export const clients: Handlers<typeof contract> = {
  list: ({ db, user, query }) => listPeople(db, people(user), query, contract.list),

  show: ({ db, user, params }) => readPerson(db, people(user), params.id),

  store: async ({ db, user, body }) => {
    const isAdmin = user.role === 'admin';
    if (!body.id) {
      if (!isAdmin) throw new Failure(403, 'Sólo un administrador puede crear clientes');
      const id = await createPerson(db, 'client', body);
      return readPerson(db, people(user), id);
    }
    const current = await lockPerson(db, people(user), body.id);
    const changesAccount = body.name !== current.name || body.email !== current.email || body.password !== null;
    if (!isAdmin && changesAccount) {
      throw new Failure(403, 'Sólo un administrador puede cambiar el nombre, el e-mail o la clave de un cliente');
    }
    await updatePerson(db, current.id, 'client', body);
    return readPerson(db, people(user), current.id);
  },

  remove: async ({ db, user, body: { id } }) => {
    await setActive(db, people(user), id, false);
    return null;
  },

  restore: async ({ db, user, body: { id } }) => {
    await setActive(db, people(user), id, true);
    return null;
  },

  closeSessions: async ({ db, user, body: { id } }) => {
    await closeSessions(db, people(user), id);
    return null;
  },

  products: async ({ db, user, params: { id } }) => {
    await readPerson(db, people(user), id);
    return listGrants(db, user, id);
  },

  append: async ({ db, user, body: { user_id, ...place } }) => {
    await lockPerson(db, people(user), user_id);
    return addGrant(db, user, user_id, place);
  },

  withdraw: async ({ db, user, body: { id, client_id } }) => {
    await lockPerson(db, people(user), client_id);
    await removeGrant(db, user, client_id, id);
    return null;
  },
};
