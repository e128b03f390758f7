import { api } from '@piezario/contract/api';
import { type Demo, PASSWORD, type Person } from './demo.ts';
import { idOf } from './parts.ts';

export type Created = Person & { readonly id: number; readonly name: string };

/** A person of the journey's own, who reaches these brands. */
export async function createPerson(
  demo: Demo,
  kind: 'users' | 'clients',
  name: string,
  brands: readonly string[] = [],
): Promise<Created> {
  const admin = await demo.client('admin');
  const email = `${name.toLowerCase().replace(/\W/g, '-')}@example.com`;
  const { id } = await admin.call(api[kind].store, { body: { name, email, password: PASSWORD } });
  const all = await admin.call(api.brands.json, {});
  for (const brand of brands) await admin.call(api[kind].append, { body: { user_id: id, brand: idOf(all, brand) } });
  return { id, name, email };
}
