import { crosses as contract, MAX_CROSSES } from '@piezario/contract/crosses';
import { sql } from 'kysely';
import { findPart, lockPart, newestParts } from '../access/parts.ts';
import { partInScopeByBrand } from '../access/scope.ts';
import type { Db } from '../db/connection/connect.ts';
import { page } from '../db/list/page.ts';
import { prepared } from '../db/prepared.ts';
import { readOperation } from '../db/transaction.ts';
import { Failure, notFound } from '../http/failure.ts';
import type { Handlers } from '../http/implement.ts';
import { addCrosses, findSelves, SELF } from './bulk.ts';
import { relatedParts } from './related.ts';

const COLUMNS = ['id', 'brand', 'code'] as const;
const MAX_BRANDS = 300;

/** Selects the cross references of a part, in the order of the list. */
export const crossesOf = (partId: number) =>
  sql`select ${SELECTED} from part_crosses where part_id = ${partId} order by fold(brand) desc, id desc
    limit ${MAX_CROSSES}`;
const SELECTED = sql.join(COLUMNS.map((column) => sql.ref(column)));

export const crosses: Handlers<typeof contract> = {
  list: async ({ db, user, query, params: { partId } }) => {
    await findPart(db, user, partId);
    return page(db, query, {
      list: contract.list,
      table: 'part_crosses',
      where: sql`part_id = ${partId}`,
      columns: { id: 'id', brand: 'brand', code: 'code' },
      show: (id) => db.selectFrom('part_crosses').where('id', '=', id).select(COLUMNS),
    });
  },

  brands: async ({ db, user, params: { partId } }) => {
    const { part_product_id } = await findPart(db, user, partId);
    const { rows } = await sql<{ brand: string }>`
      select distinct on (fold(brand)) brand from (
        select brand from vehicles
        union
        select c.brand from part_crosses c where c.part_id = any (array(${newestParts(user, part_product_id)}))
      ) every_one
      order by fold(brand), brand limit ${MAX_BRANDS}`.execute(db);
    return rows.map(({ brand }) => brand);
  },

  related: async ({ db, user, params: { partId } }) => {
    await findPart(db, user, partId);
    const found = await relatedParts(db, (table) => partInScopeByBrand(user, table), [partId], ['names', 'shares']);
    return {
      named_by: found.filter(({ relation }) => relation === 'names'),
      sharing: found.filter(({ relation }) => relation === 'shares'),
    };
  },

  store: async ({ db, user, body: { part_id, cross_id, ...fields } }) => {
    await lockPart(db, user, part_id);
    await refuseSelves(db, [{ part: part_id, ...fields }], () => 'code');
    if (!cross_id) {
      return prepared(db)
        .insertInto('part_crosses')
        .values({ part_id, ...fields })
        .returning(COLUMNS)
        .executeTakeFirstOrThrow();
    }
    return prepared(db)
      .updateTable('part_crosses')
      .set(fields)
      .where('id', '=', cross_id)
      .where('part_id', '=', part_id)
      .returning(COLUMNS)
      .executeTakeFirstOrThrow(notFound);
  },

  storeMany: async ({ db, user, body: { part_id, rows } }) => {
    await lockPart(db, user, part_id);
    const crosses = rows.map((row) => ({ part: part_id, ...row }));
    await refuseSelves(db, crosses, (row) => `rows.${row}.code`);
    const added = await addCrosses(db, crosses);
    return { added, operation_id: await readOperation(db) };
  },

  remove: async ({ db, user, body: { part_id, cross_id } }) => {
    await lockPart(db, user, part_id);
    const removed = await db
      .deleteFrom('part_crosses')
      .where('id', '=', cross_id)
      .where('part_id', '=', part_id)
      .returning(COLUMNS)
      .executeTakeFirstOrThrow(notFound);
    return { ...removed, operation_id: await readOperation(db) };
  },
};

/** Throws when a cross reference is the part itself, with an error at its field. */
async function refuseSelves(db: Db, rows: Parameters<typeof findSelves>[1], fieldOf: (row: number) => string) {
  const selves = await findSelves(db, rows);
  if (selves.length === 0) return;
  throw new Failure(422, SELF, Object.fromEntries(selves.map((row) => [fieldOf(row), SELF])));
}
