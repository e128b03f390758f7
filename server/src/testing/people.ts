import type { Role } from '@piezario/contract/access';
import { api } from '@piezario/contract/api';
import { createSessions, readSessionSecret } from '../auth/sessions.ts';
import type { Db } from '../db/connection/connect.ts';
import { addGrant } from './catalogue.ts';
import { Client } from './client.ts';
import { PASSWORD, type startServer } from './server.ts';

type Server = Awaited<ReturnType<typeof startServer>>;
type Place = Parameters<typeof addGrant>[2];

const secrets = new WeakMap<Db, Promise<Uint8Array>>();

/** Opens a session of a person without checking the password, which is slow. */
export async function openSession({ db, url }: Pick<Server, 'db' | 'url'>, userId: number): Promise<Client> {
  const secret = secrets.get(db) ?? readSessionSecret(db);
  secrets.set(db, secret);
  const account = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .select(['id', 'password_hash'])
    .executeTakeFirstOrThrow();
  return new Client(url, await createSessions(await secret).open(db, account, { address: '127.0.0.1', device: '' }));
}

/** A new person with these grants, signed in. */
export async function enrol(server: Server, role: Role, ...places: Place[]) {
  const { id, email } = await server.addUser(role);
  for (const place of places) await addGrant(server.db, id, place);
  return Object.assign(await openSession(server, id), { id, email });
}

/** What the form of a new user or client sends. */
export const newPerson = () => ({
  name: 'Ñandú Repuestos',
  social_name: 'Ñandú Repuestos SRL',
  social_number: '30-71234567-1',
  phone: '+54 11 4444-5555',
  email: `Persona-${crypto.randomUUID()}@example.com`,
  password: PASSWORD,
});

/** The session of a person who reads the catalog as a client. */
export async function viewAs(viewer: Client, id: number): Promise<Client> {
  const { access_token } = await viewer.call(api.clients.viewAs, { body: { id } });
  return new Client(viewer.url, access_token);
}
