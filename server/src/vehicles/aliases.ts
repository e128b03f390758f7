import { vehicleAliases as contract } from '@piezario/contract/vehicle-aliases';
import { sql } from 'kysely';
import type { Db } from '../db/connection/connect.ts';
import { page } from '../db/list/page.ts';
import { notFound, refusal } from '../http/failure.ts';
import type { Handlers } from '../http/implement.ts';

const COLUMNS = ['id', 'name', 'brand'] as const;

export const vehicleAliases: Handlers<typeof contract> = {
  brands: async ({ db }) => {
    const brands = await db.selectFrom('vehicles').select('brand').distinct().orderBy('brand').execute();
    return brands.map(({ brand }) => brand);
  },

  paginated: ({ db, query }) =>
    page(db, query, {
      list: contract.paginated,
      table: 'vehicle_brand_aliases',
      columns: { id: 'id', name: { compared: sql`fold(name)` }, brand: { compared: sql`fold(brand)` } },
      show: (id) => db.selectFrom('vehicle_brand_aliases').where('id', '=', id).select(COLUMNS),
    }),

  show: ({ db, params }) =>
    db
      .selectFrom('vehicle_brand_aliases')
      .where('id', '=', params.id)
      .select(COLUMNS)
      .executeTakeFirstOrThrow(notFound),

  store: async ({ db, body: { id, ...given } }) => {
    const alias = { name: given.name, brand: await findBrand(db, given) };
    return id
      ? db
          .updateTable('vehicle_brand_aliases')
          .set(alias)
          .where('id', '=', id)
          .returning(COLUMNS)
          .executeTakeFirstOrThrow(notFound)
      : db.insertInto('vehicle_brand_aliases').values(alias).returning(COLUMNS).executeTakeFirstOrThrow();
  },

  remove: async ({ db, body: { id } }) => {
    const removed = db.deleteFrom('vehicle_brand_aliases').where('id', '=', id).returning('id');
    await removed.executeTakeFirstOrThrow(notFound);
    return null;
  },
};

/** The brand as the vehicle base writes it. */
async function findBrand(db: Db, { name, brand }: { name: string; brand: string }): Promise<string> {
  const { rows } = await sql<{ brand: string; is_named: boolean }>`
    select brand, bare(brand) = bare(${name}) as is_named from (select distinct brand from vehicles) base
    where bare(brand) in (bare(${name}), bare(${brand}))`.execute(db);
  if (rows.some(({ is_named }) => is_named)) throw refusal('name', 'Es una marca de la base de vehículos');
  const [found] = rows;
  if (!found) throw refusal('brand', 'No hay una marca de vehículos con ese nombre');
  return found.brand;
}
