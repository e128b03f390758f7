import { brands as contract } from '@piezario/contract/brands';
import { sql } from 'kysely';
import { brandsInScope } from '../access/scope.ts';
import { page } from '../db/page.ts';
import { notFound, refuseInUse } from '../http/failure.ts';
import type { Handlers } from '../http/implement.ts';
import { countParts } from '../parts/count.ts';

export const brands: Handlers<typeof contract> = {
  json: ({ db, user }) => brandsInScope(db, user).execute(),

  paginated: ({ db, query }) =>
    page(db, query, {
      list: contract.paginated,
      table: 'part_brands',
      columns: { id: 'id', name: { compared: 'name_folded' } },
      show: (id) => db.selectFrom('part_brands').where('id', '=', id).select(['id', 'name']),
    }),

  show: ({ db, params }) =>
    db.selectFrom('part_brands').where('id', '=', params.id).select(['id', 'name']).executeTakeFirstOrThrow(notFound),

  add: ({ db, body: { id, name } }) =>
    id
      ? db
          .updateTable('part_brands')
          .set({ name })
          .where('id', '=', id)
          .returning(['id', 'name'])
          .executeTakeFirstOrThrow(notFound)
      : db.insertInto('part_brands').values({ name }).returning(['id', 'name']).executeTakeFirstOrThrow(),

  remove: async ({ db, body: { brand_id } }) => {
    // Locked first: an insert that refers to it at this moment waits, and is then counted or refused.
    const removed = db.selectFrom('part_brands').where('id', '=', brand_id).select('id').forUpdate();
    await removed.executeTakeFirstOrThrow(notFound);
    refuseInUse('La marca', await countParts(db, [sql`part_brand_id = ${brand_id}`]), ['pieza', 'piezas']);
    await db.deleteFrom('part_brands').where('id', '=', brand_id).execute();
    return null;
  },
};
