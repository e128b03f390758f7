import { categories as contract } from '@piezario/contract/categories';
import { sql } from 'kysely';
import { categoriesInScope } from '../access/scope.ts';
import { page } from '../db/list/page.ts';
import { notFound, refuseInUse } from '../http/failure.ts';
import type { Handlers } from '../http/implement.ts';
import { partsOf } from '../parts/count.ts';
import { countProducts } from '../products/count.ts';

const PARTS = partsOf(sql`part_tallies.part_product_id in (
  select id from part_products where part_category_id = part_categories.id)`);

export const categories: Handlers<typeof contract> = {
  json: ({ db, user, params }) => categoriesInScope(db, user, params).execute(),

  paginated: ({ db, query }) =>
    page(db, query, {
      list: contract.paginated,
      table: 'part_categories',
      columns: { id: 'id', name: { compared: 'name_folded' }, parts_count: { compared: PARTS } },
      show: (id) =>
        db
          .selectFrom('part_categories')
          .where('id', '=', id)
          .select(['id', 'name', PARTS.as('parts_count')]),
    }),

  show: ({ db, params }) =>
    db
      .selectFrom('part_categories')
      .where('id', '=', params.id)
      .select(['id', 'name'])
      .executeTakeFirstOrThrow(notFound),

  add: ({ db, body: { id, name } }) =>
    id
      ? db
          .updateTable('part_categories')
          .set({ name })
          .where('id', '=', id)
          .returning(['id', 'name'])
          .executeTakeFirstOrThrow(notFound)
      : db.insertInto('part_categories').values({ name }).returning(['id', 'name']).executeTakeFirstOrThrow(),

  remove: async ({ db, body: { category_id } }) => {
    // The lock waits for inserts that refer to the row, which are then counted. Later inserts wait, and find no row.
    const locked = db.selectFrom('part_categories').where('id', '=', category_id).select('id').forUpdate();
    await locked.executeTakeFirstOrThrow(notFound);
    refuseInUse('La categoría', await countProducts(db, category_id), ['producto', 'productos']);
    await db.deleteFrom('part_categories').where('id', '=', category_id).execute();
    return null;
  },
};
