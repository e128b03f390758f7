import { type clients as contract, editsClientAccounts } from '@piezario/contract/clients';
import { removeGrant } from '../access/grants.ts';
import type { Sessions } from '../auth/sessions.ts';
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

const ROLES = ['client'] as const;
const people = (viewer: Caller) => ({ roles: ROLES, viewer });

export const clientHandlers = (sessions: Pick<Sessions, 'viewAs'>): Handlers<typeof contract> => ({
  ...peopleHandlers(ROLES),

  store: async ({ db, user, body, audit, act }) => {
    const { id, name, email, password } = body;
    const editsAccounts = editsClientAccounts(user.role);
    // A password that will be refused is not worth hashing.
    const account = await hashed(editsAccounts ? body : { ...body, password: null }, user);
    const { before, person } = await inTransaction(db, act, async (transaction) => {
      if (!id) {
        if (!editsAccounts) throw new Failure(403, 'Sólo un administrador puede crear clientes');
        const created = await createPerson(transaction, 'client', account);
        return { before: null, person: await readPerson(transaction, people(user), created) };
      }
      const current = await lockPerson(transaction, people(user), id);
      const changesAccount = name !== current.name || email !== current.email || password !== null;
      if (!editsAccounts && changesAccount) {
        throw new Failure(403, 'Sólo un administrador puede cambiar el nombre, el e-mail o la clave de un cliente');
      }
      await updatePerson(transaction, id, 'client', account);
      return { before: current, person: await readPerson(transaction, people(user), id) };
    });
    auditSave(audit, before, person, account);
    return person;
  },

  remove: async ({ db, user, body: { id }, audit }) => {
    await lockPerson(db, people(user), id);
    await setActive(db, id, false);
    audit('account-deactivated', { account: id });
    return null;
  },

  withdraw: async ({ db, user, body: { client_id, ...withdrawn }, audit }) => {
    await lockPerson(db, people(user), client_id);
    await removeGrant(db, user, client_id, withdrawn);
    audit('grant-removed', { account: client_id, grant: withdrawn.id, restored: withdrawn.restores.length });
    return null;
  },

  viewAs: async ({ db, user, body: { id }, audit }) => {
    const { active } = await readPerson(db, people(user), id);
    if (!active) throw new Failure(409, 'El cliente está desactivado: no puede ver nada');
    audit('viewed-as', { account: id });
    return { access_token: sessions.viewAs(user, id) };
  },
});
