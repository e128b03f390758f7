import pg from 'pg';

/** Brands by the export that they are for. */
export const BRANDS = {
  million: { name: 'Marca de un millón', parts: 50_000, vehicles: 20, attributes: 0, crosses: 0 },
  tenth: { name: 'Marca de cien mil', parts: 5_000, vehicles: 20, attributes: 0, crosses: 0 },
  detail: { name: 'Marca con detalle', parts: 50_000, vehicles: 5, attributes: 4, crosses: 3 },
} as const;
export type BrandName = keyof typeof BRANDS;

/** Adds parts with these numbers of children. The triggers update the counters. Returns the ids of the brands. */
export async function fillForExport(connection: pg.ClientConfig, say: (line: string) => void) {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const ids = {} as Record<BrandName, number>;
    for (const key of Object.keys(BRANDS) as BrandName[]) ids[key] = await fillBrand(client, key, say);
    return ids;
  } finally {
    await client.end();
  }
}

async function fillBrand(client: pg.Client, key: BrandName, say: (line: string) => void): Promise<number> {
  const { name, parts, vehicles, attributes, crosses } = BRANDS[key];
  const found = await client.query<{ id: number }>('select id from part_brands where name = $1', [name]);
  if (found.rows[0]) return found.rows[0].id;
  say(`Writing ${parts} parts of ${name}`);
  await client.query('begin');
  const brand = await client.query<{ id: number }>('insert into part_brands (name) values ($1) returning id', [name]);
  const id = brand.rows[0]?.id ?? 0;
  await client.query(
    `insert into parts (part_brand_id, part_product_id, code, observation)
      select $1, (select id from part_products order by id offset i % 40 limit 1), 'C-' || lpad(i::text, 7, '0'),
        case when i % 3 = 0 then 'Para motores del año ' || 1990 + i % 30 else '' end
      from generate_series(1, $2::int) i`,
    [id, parts],
  );
  const each = (count: number) => `from parts, generate_series(1, ${count}) n where part_brand_id = ${id}`;
  await client.query(`insert into part_vehicles (part_id, vehicle_id)
    select parts.id, 1 + (parts.id * 37 + n * 101) % 2600 ${each(vehicles)}`);
  await client.query(`insert into part_attributes (part_id, name, value, unit)
    select parts.id, 'Atributo ' || n, (parts.id * n % 500)::text, 'mm' ${each(attributes)}`);
  await client.query(`insert into part_crosses (part_id, brand, code)
    select parts.id, 'Equivalente ' || n, 'E' || parts.id || '-' || n ${each(crosses)}`);
  await client.query('commit');
  await client.query('vacuum analyze');
  return id;
}
