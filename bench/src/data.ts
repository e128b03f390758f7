import pg from 'pg';

export const BRAND = 'Marca grande';
const PARTS = 300_000;
const OTHER_PARTS = 50_000;
const PRODUCTS = 50;

/** Children of a part by its number, so that every counter has different values. */
const COUNTS = { attributes: 'i % 4', crosses: 'i % 3', vehicles: 'i % 5' };

/**
 * Fills a catalogue: one brand with 300,000 parts in fifty products, and nine smaller brands. Triggers and foreign keys
 * are disabled while it is filled, and the counters are written directly.
 */
export async function fill(connection: pg.ClientConfig, say: (line: string) => void): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const { rowCount } = await client.query('select from part_brands where name = $1', [BRAND]);
    if (rowCount) return say('The parts are there already');
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    await client.query('insert into part_brands (name) values ($1)', [BRAND]);
    await client.query("insert into part_brands (name) select 'Marca ' || i from generate_series(1, 9) i");
    say(`Writing ${PARTS} parts of ${BRAND} and ${OTHER_PARTS} of others`);
    await client.query(
      `insert into parts (part_brand_id, part_product_id, code, observation, enabled, discontinued, created_at,
          attributes_count, cross_count, vehicles_count)
        select b.id, p.id, upper(substr(md5(i::text), 1, 3)) || '-' || lpad((i::bigint * 7919 % 1000003)::text, 7, '0'),
          case when i % 3 = 0 then 'Para motores del año ' || 1990 + i % 30 else '' end, i % 20 <> 0, i % 25 = 0,
          timestamptz '2020-01-01' + i * interval '5 minutes', ${COUNTS.attributes}, ${COUNTS.crosses}, ${COUNTS.vehicles}
        from generate_series(1, ${PARTS + OTHER_PARTS}) i
        join (select id, row_number() over (order by id) - 1 as n from part_brands) b
          on b.n = case when i <= ${PARTS} then 0 else 1 + i % 9 end
        join (select id, row_number() over (order by id) - 1 as n from part_products) p
          on p.n = (hashint4(i) & 65535) % ${PRODUCTS}
        order by i`,
    );
    const children = 'from (select id, row_number() over (order by id)::int as i from parts) part';
    say('Writing their attributes, equivalences and applications');
    await client.query(`insert into part_attributes (part_id, name, value, unit)
      select id, 'Atributo ' || n, (i * n % 500)::text, 'mm' ${children}, generate_series(1, ${COUNTS.attributes}) n`);
    await client.query(`insert into part_crosses (part_id, brand, code)
      select id, 'Equivalente ' || n, 'E' || i || '-' || n ${children}, generate_series(1, ${COUNTS.crosses}) n`);
    await client.query(`insert into part_vehicles (part_id, vehicle_id)
      select id, 1 + (i * 37 + n * 101) % 2600 ${children}, generate_series(1, ${COUNTS.vehicles}) n`);
    await client.query('commit');
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

/** Adds many children to some parts, with triggers. */
export async function enrich(client: pg.Client, ids: readonly number[]): Promise<void> {
  await client.query(
    `insert into part_attributes (part_id, name, value, unit)
      select id, 'Medida ' || n, (n * 7)::text, 'mm' from unnest($1::int[]) id, generate_series(1, 6) n on conflict do nothing`,
    [ids],
  );
  await client.query(
    `insert into part_crosses (part_id, brand, code)
      select id, 'Marca ' || n, 'X-' || n from unnest($1::int[]) id, generate_series(1, 5) n on conflict do nothing`,
    [ids],
  );
  await client.query(
    `insert into part_vehicles (part_id, vehicle_id)
      select id, n from unnest($1::int[]) id, generate_series(1, 15) n on conflict do nothing`,
    [ids],
  );
}
