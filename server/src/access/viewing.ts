import { admits, type Role } from '@piezario/contract/access';
import { api } from '@piezario/contract/api';
import type { Db } from '../db/connection/connect.ts';
import { sharesBrand } from './grants.ts';
import type { Person } from './scope.ts';

type Viewed = { readonly id: number; readonly role: Role };

/** The client as whom a person may read the catalog; undefined unless it is an active client in the person's scope. */
export async function readViewed(db: Db, viewer: Person, client: number): Promise<Viewed | undefined> {
  if (!admits(api.clients.viewAs.access, viewer.role)) return undefined;
  return db
    .selectFrom('users')
    .where('id', '=', client)
    .where('role', '=', 'client')
    .where('active', '=', true)
    .where(sharesBrand(viewer))
    .select(['id', 'role'])
    .executeTakeFirst();
}
