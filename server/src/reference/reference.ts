import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../db/connection/connect.ts';
import { inTransaction } from '../db/transaction.ts';
import { type ShippedVehicle, updateBase } from '../vehicles/release.ts';

const FOLDER = new URL('../../data/', import.meta.url);

const Taxonomy = z.object({
  units: z.array(z.string()),
  vehicle_headers: z.array(z.object({ id: z.int(), key: z.string(), name: z.string(), unit: z.string().nullable() })),
  demo_brands: z.array(z.string()),
  categories: z.array(
    z.object({
      name: z.string(),
      products: z.array(
        z.object({
          name: z.string(),
          aliases: z.array(z.string()),
          mercadolibre_category: z.string(),
          vehicle_headers: z.array(z.int()),
          attributes: z.array(z.tuple([z.string(), z.string().nullable()])),
        }),
      ),
    }),
  ),
});

export const readTaxonomy = async () =>
  Taxonomy.parse(JSON.parse(await readFile(new URL('taxonomy.json', FOLDER), 'utf8')));

/** Reads a shipped table. Its fields contain no commas or quotes. */
async function readTable(name: string): Promise<Record<string, string>[]> {
  const [header = '', ...rows] = (await readFile(new URL(name, FOLDER), 'utf8')).trimEnd().split('\n');
  const columns = header.split(',');
  return rows.map((row) => {
    const values = row.split(',');
    return Object.fromEntries(columns.map((column, index) => [column, values[index] ?? '']));
  });
}

/**
 * Runs `load` in a transaction, once in the life of a database and once for each later revision, whichever of its
 * processes comes first. A process of the previous version that restarts during an upgrade loads nothing.
 */
export async function loadOnce(db: Db, name: string, load: (db: Db) => Promise<void>, revision = 0): Promise<boolean> {
  return inTransaction(db, { user: null, what: name }, async (transaction) => {
    // It takes seconds, and more on a slow machine: no call waits for it.
    await sql`set local statement_timeout = 0`.execute(transaction);
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
    // A second process waits here for the first one's row, and then finds it.
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('loaded_data')
      .values({ name, revision })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({ revision, loaded_at: sql`now()` })
          .where('loaded_data.revision', '<', revision),
      )
      .executeTakeFirst();
    if (!numInsertedOrUpdatedRows) return false;
    await load(transaction);
    return true;
  });
}

/** Loads the vehicle base with the aliases of its brands, the taxonomy and the categories of Mercado Libre. */
export async function loadReference(db: Db, progress: (line: string) => void): Promise<void> {
  await loadOnce(db, 'mercadolibre_categories', async (transaction) => {
    const rows = await readTable('mercadolibre_categories.csv');
    progress(`${rows.length} categorías de Mercado Libre`);
    await sql`insert into mercadolibre_categories (id, path)
      select id, path from json_to_recordset(${JSON.stringify(rows)}::json) as r(id text, path text)`.execute(
      transaction,
    );
  });
  await loadOnce(db, 'taxonomy', (transaction) => loadTaxonomy(transaction, progress));
  // Apart from the taxonomy, so that older installations get them too. Names that an admin has given stay.
  await loadOnce(db, 'product_aliases', async (transaction) => {
    const { categories } = await readTaxonomy();
    const json = JSON.stringify(categories.flatMap(({ products }) => products));
    await sql`update part_products set aliases = array(select json_array_elements_text(p.aliases))
      from json_to_recordset(${json}::json) as p(name text, aliases json)
      where part_products.name = p.name and part_products.aliases = '{}'`.execute(transaction);
  });
  const { revision, vehicles } = await readShippedBase();
  await loadVehicles(db, vehicles, revision, progress);
  await loadOnce(db, 'vehicle_brand_aliases', async (transaction) => {
    const rows = await readTable('vehicle_brand_aliases.csv');
    await sql`insert into vehicle_brand_aliases (name, brand)
      select name, brand from json_to_recordset(${JSON.stringify(rows)}::json) as r(name text, brand text)`.execute(
      transaction,
    );
  });
}

async function loadTaxonomy(db: Db, progress: (line: string) => void) {
  const { vehicle_headers, categories } = await readTaxonomy();
  const products = categories.flatMap(({ name, products }) =>
    products.map((product) => ({ category: name, ...product })),
  );
  progress(`${categories.length} categorías y ${products.length} productos`);
  await db.insertInto('vehicle_headers').values(vehicle_headers).execute();
  await db
    .insertInto('part_categories')
    .values(categories.map(({ name }) => ({ name })))
    .execute();
  const json = JSON.stringify(products);
  await sql`insert into part_products (part_category_id, name, mercadolibre_category)
    select c.id, p.name, p.mercadolibre_category
    from json_to_recordset(${json}::json) as p(category text, name text, mercadolibre_category text)
    join part_categories c on c.name = p.category`.execute(db);
  await sql`insert into part_product_vehicle_headers (part_product_id, vehicle_header_id)
    select part_products.id, header::int
    from json_to_recordset(${json}::json) as p(name text, vehicle_headers json)
    join part_products using (name), json_array_elements_text(p.vehicle_headers) header`.execute(db);
  await sql`insert into part_product_attributes (part_product_id, position, name, unit, type)
    select part_products.id, a.position, a.pair ->> 0, coalesce(a.pair ->> 1, ''),
      case when a.pair ->> 1 is null then 'text' else 'number' end
    from json_to_recordset(${json}::json) as p(name text, attributes json)
    join part_products using (name), json_array_elements(p.attributes) with ordinality a(pair, position)`.execute(db);
}

/** The shipped vehicle base. */
export async function readVehicles() {
  const { vehicle_headers } = await readTaxonomy();
  return (await readTable('vehicles.csv')).map((row) => ({
    key: Number(row.key),
    origin: row.origin ?? '',
    brand: row.brand ?? '',
    model: row.model ?? '',
    model_master: row.model_master ?? '',
    version: row.version ?? '',
    engine_code: row.engine_code ?? '',
    fuel: row.fuel ?? '',
    sold_from_year: Number(row.sold_from_year),
    sold_until_year: row.sold_until_year ? Number(row.sold_until_year) : null,
    components: Object.fromEntries(vehicle_headers.flatMap(({ key }) => (row[key] ? [[key, row[key]]] : []))),
  }));
}

/** The shipped vehicle base with its revision, which grows with every change of it. */
async function readShippedBase() {
  const [revision] = (await readFile(new URL('vehicles.revision', FOLDER), 'utf8')).split(' ');
  const vehicles = (await readVehicles()).map(
    ({ key, components, sold_from_year, sold_until_year, ...names }): ShippedVehicle => ({
      key,
      fields: {
        ...components,
        ...names,
        sold_from_year: `${sold_from_year}`,
        sold_until_year: `${sold_until_year ?? ''}`,
      },
    }),
  );
  return { revision: Number(revision), vehicles };
}

/** Brings the vehicle base to a revision of the shipped one. Returns whether it was an earlier one. */
export const loadVehicles = (
  db: Db,
  vehicles: readonly ShippedVehicle[],
  revision: number,
  progress: (line: string) => void = () => {},
) =>
  loadOnce(
    db,
    'vehicles',
    (transaction) => {
      progress(`${vehicles.length} vehículos`);
      return updateBase(transaction, vehicles);
    },
    revision,
  );
