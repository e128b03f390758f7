import type { Result } from '@piezario/contract/endpoint';
import { products as contract } from '@piezario/contract/products';
import { type RawBuilder, sql } from 'kysely';
import { type Person, productsInScope } from '../access/scope.ts';
import type { Db } from '../db/connection/connect.ts';
import { page } from '../db/list/page.ts';
import { refusePattern, tryPattern } from '../descriptions/texts.ts';
import { notFound, refuseInUse } from '../http/failure.ts';
import type { Handlers } from '../http/implement.ts';
import { countParts, partsOf } from '../parts/count.ts';

const COLUMNS = [
  'part_products.id',
  'part_products.name',
  'part_products.aliases',
  'part_categories.name as category',
  'part_products.part_category_id',
  'part_products.mercadolibre_category',
  'part_products.photos_required',
  'part_products.description_pattern',
] as const;

const takesVehicles = sql<0 | 1>`part_products.takes_vehicles::int`.as('takes_vehicles');
const requires = sql<Result<typeof contract.show>['requires']>`part_products.requires`.as('requires');

const vehicleHeaders = sql<number[]>`array(
  select vehicle_header_id from part_product_vehicle_headers
  where part_product_id = part_products.id order by vehicle_header_id)`.as('vehicle_headers');

const shownProduct = (db: Db, id: number | RawBuilder<number>) =>
  db
    .selectFrom('part_products')
    .innerJoin('part_categories', 'part_categories.id', 'part_products.part_category_id')
    .where('part_products.id', '=', id)
    .select([...COLUMNS, takesVehicles, requires, vehicleHeaders]);

const PARTS = partsOf(sql`part_tallies.part_product_id = part_products.id`);

const readProduct = (db: Db, id: number) => shownProduct(db, id).executeTakeFirstOrThrow(notFound);

export const products: Handlers<typeof contract> = {
  json: ({ db, user, params }) => productsInScope(db, user, params).execute(),
  jsonOfCategory: ({ db, user, params }) => productsInScope(db, user, params).execute(),
  jsonChained: ({ db, user, params }) => productsInScope(db, user, params).execute(),

  paginated: ({ db, query, params: { categoryId } }) => {
    return page(db, query, {
      list: contract.paginated,
      table: 'part_products',
      ...(categoryId !== 'all' && { where: sql`part_category_id = ${categoryId}` }),
      columns: {
        id: 'part_products.id',
        name: { compared: 'part_products.name_folded' },
        category: {
          key: 'part_products.part_category_id',
          from: sql`part_categories`,
          id: 'part_categories.id',
          compared: 'part_categories.name_folded',
        },
        mercadolibre_category: 'part_products.mercadolibre_category',
        parts_count: { compared: PARTS },
      },
      show: (id) => shownProduct(db, id).select(PARTS.as('parts_count')),
    });
  },

  show: ({ db, params }) => readProduct(db, params.id),

  add: async ({ db, user, body: { id, name, category_id, mercadolibre_category, takes_vehicles, ...required } }) => {
    if (required.description_pattern) await checkNewPattern(db, user, id, required.description_pattern);
    const values = {
      name,
      part_category_id: category_id,
      mercadolibre_category,
      ...(takes_vehicles !== undefined && { takes_vehicles: takes_vehicles === 1 }),
      ...required,
    };
    const saved = id
      ? await db
          .updateTable('part_products')
          .set(values)
          .where('id', '=', id)
          .returning('id')
          .executeTakeFirstOrThrow(notFound)
      : await db.insertInto('part_products').values(values).returning('id').executeTakeFirstOrThrow();
    return readProduct(db, saved.id);
  },

  remove: async ({ db, body: { product_id } }) => {
    // The lock waits for inserts that refer to the row, which are then counted. Later inserts wait, and find no row.
    const removed = db.selectFrom('part_products').where('id', '=', product_id).select('id').forUpdate();
    await removed.executeTakeFirstOrThrow(notFound);
    refuseInUse('El producto', await countParts(db, [sql`part_product_id = ${product_id}`]), ['pieza', 'piezas']);
    await db.deleteFrom('part_products').where('id', '=', product_id).execute();
    return null;
  },

  describe: ({ db, user, params, query }) => tryPattern(db, user, params.id, query.description_pattern),

  toggleVehicleHeader: async ({ db, body: { product_id, vehicle_header } }) => {
    // Locked, so that two concurrent clicks toggle twice.
    await db
      .selectFrom('part_products')
      .where('id', '=', product_id)
      .select('id')
      .forUpdate()
      .executeTakeFirstOrThrow(notFound);
    const link = { part_product_id: product_id, vehicle_header_id: vehicle_header };
    const { numDeletedRows } = await db
      .deleteFrom('part_product_vehicle_headers')
      .where((eb) => eb.and(link))
      .executeTakeFirst();
    if (numDeletedRows === 0n) await db.insertInto('part_product_vehicle_headers').values(link).execute();
    return readProduct(db, product_id);
  },
};

/** A stored pattern stays when an attribute that it names is gone, so that the other fields can be saved. */
async function checkNewPattern(db: Db, person: Person, id: number | null, pattern: string): Promise<void> {
  const stored = await db
    .selectFrom('part_products')
    .where('id', '=', id)
    .select('description_pattern')
    .executeTakeFirst();
  if (stored?.description_pattern !== pattern) await refusePattern(db, person, id, pattern);
}
