import type { Db } from '../db/connect.ts';
import type { Caller } from '../http/implement.ts';

/** The brands that the caller can reach: all of them for admin and staff, else those granted. */
export function brandsInScope(db: Db, { id, role }: Pick<Caller, 'id' | 'role'>) {
  const brands = db
    .selectFrom('part_brands')
    .select(['part_brands.id', 'part_brands.name'])
    .orderBy('part_brands.name')
    .orderBy('id');
  if (role === 'admin' || role === 'staff') return brands;
  return brands.where(({ exists, selectFrom }) =>
    exists(
      selectFrom('grants')
        .whereRef('grants.part_brand_id', '=', 'part_brands.id')
        .where('grants.user_id', '=', id)
        .select('grants.id'),
    ),
  );
}
