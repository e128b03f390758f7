import { brands as contract } from '@piezario/contract/brands';
import type { Answer } from '@piezario/contract/endpoint';
import { sql } from 'kysely';
import { brandsInScope, partInScopeByBrand } from '../access/scope.ts';
import { page } from '../db/list/page.ts';
import { notFound, refuseInUse } from '../http/failure.ts';
import type { Handlers } from '../http/implement.ts';
import { countParts, partsOf } from '../parts/count.ts';

const PARTS = partsOf(sql`part_tallies.part_brand_id = part_brands.id`);

export const brands: Handlers<typeof contract> = {
  json: ({ db, user }) => brandsInScope(db, user).execute(),

  summary: async ({ db, user }) => {
    const { rows } = await sql<Answer<typeof contract.summary>[number]>`
      select brands.id, name, coalesce(parts, 0)::int as parts, coalesce(without_pictures, 0)::int as without_pictures,
        coalesce(without_vehicles, 0)::int as without_vehicles
      from (${brandsInScope(db, user)}) brands left join (
        select part_brand_id, sum(parts) as parts, sum(without_pictures) as without_pictures,
          sum(without_vehicles) filter (where part_product_id = any (array(
            select id from part_products where takes_vehicles))) as without_vehicles
        from part_tallies where ${partInScopeByBrand(user, 'part_tallies')} group by part_brand_id) tallied
      on part_brand_id = brands.id
      order by fold(name), brands.id`.execute(db);
    return rows;
  },

  paginated: ({ db, query }) =>
    page(db, query, {
      list: contract.paginated,
      table: 'part_brands',
      columns: { id: 'id', name: { compared: 'name_folded' }, parts_count: { compared: PARTS } },
      show: (id) =>
        db
          .selectFrom('part_brands')
          .where('id', '=', id)
          .select(['id', 'name', PARTS.as('parts_count')]),
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
    // The lock waits for inserts that refer to the row, which are then counted. Later inserts wait, and find no row.
    const locked = db.selectFrom('part_brands').where('id', '=', brand_id).select('id').forUpdate();
    await locked.executeTakeFirstOrThrow(notFound);
    refuseInUse('La marca', await countParts(db, [sql`part_brand_id = ${brand_id}`]), ['pieza', 'piezas']);
    await db.deleteFrom('part_brands').where('id', '=', brand_id).execute();
    return null;
  },
};
