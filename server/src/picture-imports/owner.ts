import { admits } from '@piezario/contract/access';
import { pictureImports as contract } from '@piezario/contract/picture-imports';
import type { Person } from '../access/scope.ts';
import type { Db } from '../db/connection/connect.ts';

/** Reads an import and its owner. Parts are found and changed in the owner's scope, also when another person helps. */
export async function readOwned(db: Db, id: number) {
  const { user_id, role, active, ...found } = await db
    .selectFrom('picture_imports')
    .innerJoin('jobs', 'jobs.id', 'picture_imports.id')
    .innerJoin('users', 'users.id', 'jobs.user_id')
    .where('picture_imports.id', '=', id)
    .select(['picture_imports.id', 'user_id', 'role', 'active', 'mode', 'part_brand_id', 'part_product_id'])
    .executeTakeFirstOrThrow();
  const owner: Person = { id: user_id, role };
  return { ...found, owner, mayChange: active && admits(contract.apply.access, role) };
}
