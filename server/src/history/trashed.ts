import { sql } from 'kysely';
import type { Person } from '../access/scope.ts';
import { findByKeys } from '../db/bulk.ts';
import type { Db } from '../db/connection/connect.ts';
import { type Fields, wholeRow } from '../part-rows/entities.ts';
import { selectChanges } from './read.ts';
import { restore } from './restore.ts';

/** Key of a part. */
type Key = { readonly brand: number; readonly product: number; readonly code: string };

export type TrashedPart = { readonly id: number; readonly operation_id: number; readonly fields: Fields };

/**
 * Returns the part that was removed last under each key, in the order of the keys; null where there is none, or where a
 * stored part has the code. `lock` holds until the end of the transaction.
 */
export async function findTrashed(
  db: Db,
  keys: readonly Key[],
  { lock }: { readonly lock: boolean },
): Promise<(TrashedPart | null)[]> {
  if (keys.length === 0) return [];
  const found = await findByKeys(
    db,
    keys,
    { brand: 'int', product: 'int', code: 'text' },
    (given) => sql<TrashedPart & { position: number }>`
      select given.position, trashed.id, trashed.operation_id, c.before as fields
      from ${given} cross join lateral (
        select r.id, r.operation_id from removed_parts r
        where r.part_brand_id = given.brand and bare(r.code) = bare(given.code) and r.part_product_id = given.product
          and not exists (select from parts where parts.part_brand_id = given.brand and parts.code_bare = bare(given.code)
            and parts.part_product_id + 0 = given.product)
        order by r.removed_at desc, r.id desc limit 1 ${lock ? sql`for update` : sql``}) trashed
      join changes c on c.operation_id = trashed.operation_id and c.part_id = trashed.id and c.entity = 'part'
        and c.after is null`,
  );
  return found.map((part) => part && { ...part, fields: wholeRow('part', part.fields) });
}

/** Restores removed parts with their rows. Throws a Failure when a part cannot be restored. */
export async function restoreTrashed(
  db: Db,
  person: Person,
  parts: readonly Pick<TrashedPart, 'id' | 'operation_id'>[],
): Promise<void> {
  const changes = await selectChanges(db)
    .where('part_id', 'in', [...parts.map(({ id }) => id)])
    .where('operation_id', 'in', [...new Set(parts.map(({ operation_id }) => operation_id))])
    .orderBy('id')
    .execute();
  await restore(db, person, changes);
}
