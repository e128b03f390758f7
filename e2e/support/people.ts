import { api } from '@piezario/contract/api';
import { Client } from '@piezario/server/testing/client';
import { type Demo, GIVEN_PASSWORD, PASSWORD, type Person } from './demo.ts';
import { idOf } from './parts.ts';

export type Created = Person & { readonly id: number; readonly name: string };

/** Creates a person for one journey, who is granted these brands and has already chosen a password. */
export async function createPerson(
  demo: Demo,
  kind: 'users' | 'clients',
  name: string,
  brands: readonly string[] = [],
): Promise<Created> {
  const admin = await demo.client('admin');
  const email = `${name.toLowerCase().replace(/\W/g, '-')}@example.com`;
  const { id } = await admin.call(api[kind].store, { body: { name, email, password: GIVEN_PASSWORD } });
  await new Client(demo.url).signInFirst(email, GIVEN_PASSWORD, PASSWORD);
  const all = await admin.call(api.brands.json, {});
  for (const brand of brands) await admin.call(api[kind].append, { body: { user_id: id, brand: idOf(all, brand) } });
  return { id, name, email };
}
