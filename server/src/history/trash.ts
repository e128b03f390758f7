import { trash as contract, type RemovedPart } from '@piezario/contract/trash';
import { sql } from 'kysely';
import { type Person, partInScope } from '../access/scope.ts';
import type { Db } from '../db/connection/connect.ts';
import { page } from '../db/list/page.ts';
import { toFailure } from '../http/errors.ts';
import { Failure } from '../http/failure.ts';
import type { Handlers } from '../http/implement.ts';
import { nameIn, personIn } from './operations.ts';
import { restoreTrashed } from './trashed.ts';

const MISSING = 'Ya no está en la papelera';

export const trash: Handlers<typeof contract> = {
  list: ({ db, user, query }) =>
    page(db, query, {
      list: contract.list,
      table: 'removed_parts',
      where: partInScope(user, 'removed_parts'),
      columns: {
        id: 'removed_parts.id',
        brand: nameIn('part_brands', 'removed_parts.part_brand_id'),
        product: nameIn('part_products', 'removed_parts.part_product_id'),
        code: 'removed_parts.code',
        removed_at: 'removed_parts.removed_at',
        removed_by: personIn('removed_parts.removed_by'),
        operation_id: 'removed_parts.operation_id',
      },
      show: (id) => sql<RemovedRow>`${SELECT_REMOVED} where r.id = ${id}`,
    }),

  restore: async ({ db, user, body: { ids } }) => {
    const restored: number[] = [];
    const refused: { id: number; code: string; reason: string }[] = [];
    // Sorted, so that two calls that restore the same parts do not deadlock.
    for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
      const { code, operation_id } = (await findRemoved(db, user, id)) ?? { code: '', operation_id: null };
      const reason = operation_id === null ? MISSING : await restorePart(db, user, id, operation_id);
      if (reason === null) restored.push(id);
      else refused.push({ id, code, reason });
    }
    const [first] = refused;
    if (first && restored.length === 0)
      throw new Failure(409, first.code ? `${first.code}: ${first.reason}` : first.reason);
    return { restored, refused };
  },
};

type RemovedRow = Omit<RemovedPart, 'removed_at'> & { removed_at: string };
const SELECT_REMOVED = sql`
  select r.id, coalesce(b.name, '(eliminada)') as brand, coalesce(p.name, '(eliminado)') as product, r.code,
    r.removed_at, u.name as removed_by, r.operation_id
  from removed_parts r left join part_brands b on b.id = r.part_brand_id
    left join part_products p on p.id = r.part_product_id left join users u on u.id = r.removed_by`;

/** The parts in the trash with one of some codes, as search compares numbers, the latest first. */
export async function findRemovedParts(db: Db, person: Person, numbers: readonly string[], limit: number) {
  const { rows } = await sql<RemovedRow>`${SELECT_REMOVED}
    where number_of(bare(r.code)) = any (${numbers}::text[]) and ${partInScope(person, 'r')}
    order by r.removed_at desc, r.id limit ${limit}`.execute(db);
  return rows;
}

const findRemoved = (db: Db, person: Person, id: number) =>
  db
    .selectFrom('removed_parts')
    .where('id', '=', id)
    .where(partInScope(person, 'removed_parts'))
    .select(['code', 'operation_id'])
    .forUpdate()
    .executeTakeFirst();

/** Restores a part with its rows. Returns the reason when that is refused, else null. */
async function restorePart(db: Db, person: Person, id: number, operation: number): Promise<string | null> {
  await sql`savepoint restored`.execute(db);
  try {
    await restoreTrashed(db, person, [{ id, operation_id: operation }]);
    await sql`release savepoint restored`.execute(db);
    return null;
  } catch (error) {
    const failure = toFailure(error);
    if (!failure || failure.code >= 500) throw error;
    await sql`rollback to savepoint restored`.execute(db);
    return failure.message;
  }
}
