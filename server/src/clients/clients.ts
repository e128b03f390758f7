import type { clients as contract } from '@piezario/contract/clients';
import { removeGrant } from '../access/grants.ts';
import { Failure } from '../http/failure.ts';
import type { Caller, Handlers } from '../http/implement.ts';
import { createPerson, lockPerson, peopleHandlers, readPerson, setActive, updatePerson } from '../people/people.ts';

const ROLES = ['client'] as const;
const people = (viewer: Caller) => ({ roles: ROLES, viewer });

export const clients: Handlers<typeof contract> = {
  ...peopleHandlers(ROLES),

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
