import { readdir, readFile } from 'node:fs/promises';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '@piezario/contract/demo';
import { sql } from 'kysely';
import { hashPassword } from '../auth/passwords.ts';
import type { Db } from '../db/connection/connect.ts';
import type { Files } from '../files/files.ts';
import { loadOnce, readTaxonomy, readVehicles } from '../reference/reference.ts';
import { writePositions } from '../vehicles/application.ts';
import { DEMO_FOLDER, type DemoCatalog, type DemoPart, readDemoCatalog } from './catalog.ts';
import { insertSnapshots, insertVisits } from './home.ts';

const DEMO_GRANTS = [
  { email: 'fabricante@piezario.demo', brand: 'Pampafil' },
  { email: 'fabricante@piezario.demo', brand: 'Plafren' },
  { email: 'fabricante@piezario.demo', brand: 'Suspenor' },
  { email: 'cliente@piezario.demo', brand: 'Pampafil', category: 'Filtros' },
  { email: 'cliente@piezario.demo', brand: 'Suspenor', product: 'Amortiguador delantero' },
  { email: 'usuario@piezario.demo', brand: 'Plafren', product: 'Pastillas de freno delanteras' },
];

/** Adds demo accounts and a demo catalog to the reference data. */
export async function loadDemo(db: Db, files: Files, progress: (line: string) => void): Promise<void> {
  await loadOnce(db, 'demo', async (transaction) => {
    const { demo_brands } = await readTaxonomy();
    progress(`${DEMO_ACCOUNTS.length} cuentas y ${demo_brands.length} marcas de demostración`);
    const password_hash = await hashPassword(DEMO_PASSWORD);
    await transaction
      .insertInto('users')
      .values(DEMO_ACCOUNTS.map((account) => ({ ...account, password_hash })))
      .execute();
    await transaction
      .insertInto('part_brands')
      .values(demo_brands.map((name) => ({ name })))
      .execute();
  });
  await loadOnce(db, 'demo_parts', async (transaction) => {
    const { without_vehicles, parts, vehicle_images } = await readDemoCatalog();
    progress(`${parts.length} piezas de demostración`);
    await storePictures(files);
    await sql`update part_products p set takes_vehicles = false from part_categories c
      where c.id = p.part_category_id and c.name = any (${without_vehicles}::text[])`.execute(transaction);
    await insertParts(transaction, parts);
    await insertGrants(transaction);
    await insertVehicleImages(transaction, vehicle_images);
  });
  await loadOnce(db, 'demo_home', async (transaction) => {
    await insertSnapshots(transaction);
    await insertVisits(transaction);
  });
}

async function storePictures(files: Files) {
  const folder = new URL('media/', DEMO_FOLDER);
  for (const name of await readdir(folder))
    await files.put(`media/demo/${name}`, await readFile(new URL(name, folder)));
}

/** One statement for each table, so that the triggers update the counters once for each table. */
async function insertParts(db: Db, parts: readonly DemoPart[]) {
  const rows = parts.map(({ attributes, crosses, applications, pictures, ...row }) => row);
  const { rows: inserted } = await sql<{ id: number; brand: string; code: string }>`
    with given as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as p(brand text, product text, code text,
        observation text, enabled boolean, discontinued boolean, is_universal boolean, created_at timestamptz)
    ), inserted as (
      insert into parts (part_brand_id, part_product_id, code, observation, enabled, discontinued, is_universal, created_at)
      select b.id, p.id, code, observation, enabled, discontinued, is_universal, created_at
      from given join part_brands b on b.name = given.brand join part_products p on p.name = given.product
      order by created_at, brand, code
      returning id, part_brand_id, code
    )
    select inserted.id, b.name as brand, code from inserted join part_brands b on b.id = part_brand_id`.execute(db);
  const ids = new Map(inserted.map(({ id, brand, code }) => [`${brand} ${code}`, id]));
  // Parts of brands and products that were removed or renamed since the first start are left out.
  const children = <Child>(of: (part: DemoPart) => readonly Child[]) =>
    JSON.stringify(
      parts.flatMap((part) => {
        const part_id = ids.get(`${part.brand} ${part.code}`);
        return part_id === undefined ? [] : of(part).map((child) => ({ part_id, ...child }));
      }),
    );

  await sql`insert into part_attributes (part_id, name, value, unit)
    select part_id, name, value, unit from json_to_recordset(${children(({ attributes }) => attributes)}::json)
      as a(part_id int, name text, value text, unit text)`.execute(db);
  await sql`insert into part_crosses (part_id, brand, code)
    select part_id, brand, code from json_to_recordset(${children(({ crosses }) => crosses)}::json)
      as c(part_id int, brand text, code text)`.execute(db);
  const vehicleIds = await findVehicles(db);
  const applications = children(({ applications }) =>
    applications.flatMap(({ vehicle, positions, ...fields }) => {
      const vehicle_id = vehicleIds[vehicle];
      return vehicle_id === undefined ? [] : [{ ...fields, vehicle_id, positions: writePositions(positions) }];
    }),
  );
  await sql`insert into part_vehicles (part_id, vehicle_id, positions, quantity, note, from_year, until_year)
    select part_id, vehicle_id, positions, quantity, note, from_year, until_year
    from json_to_recordset(${applications}::json) as l(part_id int, vehicle_id int,
      positions text, quantity int, note text, from_year int, until_year int)`.execute(db);
  await sql`insert into part_pictures
      (part_id, position, name, is_blueprint, width, height, bytes, image_key, thumbnail_key)
    select part_id, position, name, is_blueprint, width, height, bytes, image_key, thumbnail_key
    from json_to_recordset(${children(({ pictures }) => pictures)}::json) as p(part_id int, position int, name text,
      is_blueprint boolean, width int, height int, bytes int, image_key text, thumbnail_key text)`.execute(db);
  // As if each part had been complete since its creation.
  await sql`update part_counts set updated_at = created_at`.execute(db);
}

/** The ids of the shipped vehicles, in their order. Undefined for one that was changed or removed since. */
async function findVehicles(db: Db): Promise<(number | undefined)[]> {
  const keyOf = (
    vehicle: Omit<Awaited<ReturnType<typeof readVehicles>>[number], 'key' | 'origin' | 'model_master' | 'components'>,
  ) =>
    JSON.stringify([
      vehicle.brand,
      vehicle.model,
      vehicle.version,
      vehicle.engine_code,
      vehicle.fuel,
      vehicle.sold_from_year,
      vehicle.sold_until_year,
    ]);
  const stored = await db
    .selectFrom('vehicles')
    .select(['id', 'brand', 'model', 'version', 'engine_code', 'fuel', 'sold_from_year', 'sold_until_year'])
    .execute();
  const ids = new Map(stored.map((vehicle) => [keyOf(vehicle), vehicle.id]));
  return (await readVehicles()).map((vehicle) => ids.get(keyOf(vehicle)));
}

const insertVehicleImages = (db: Db, images: DemoCatalog['vehicle_images']) =>
  sql`insert into vehicle_images (brand, model, image_key)
    select brand, model, image_key from json_to_recordset(${JSON.stringify(images)}::json)
      as i(brand text, model text, image_key text)
    on conflict do nothing`.execute(db);

async function insertGrants(db: Db) {
  await sql`insert into grants (user_id, part_brand_id, part_category_id, part_product_id)
    select users.id, b.id, c.id, p.id
    from json_to_recordset(${JSON.stringify(DEMO_GRANTS)}::json)
      as given(email text, brand text, category text, product text)
    join users using (email)
    join part_brands b on b.name = given.brand
    left join part_categories c on c.name = given.category
    left join part_products p on p.name = given.product`.execute(db);
}
