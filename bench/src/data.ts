import pg from 'pg';

export const BRAND = 'Marca grande';
export const MIDDLE_BRAND = 'Marca media';
const BRANDS = 120;
const PRODUCTS_PER_BRAND = 50;

/** Words of the descriptions. A pair of a thing and a quality is in about one of a thousand parts. */
const THINGS = [
  'soporte',
  'sensor',
  'retén',
  'resorte',
  'tornillo',
  'guía',
  'junta',
  'manguera',
  'conector',
  'buje',
  'rosca',
  'tapa',
  'válvula',
  'carcasa',
  'cable',
  'arandela',
  'fuelle',
  'anillo',
];
const QUALITIES = [
  'reforzado',
  'original',
  'corto',
  'largo',
  'doble',
  'de goma',
  'de acero',
  'de aluminio',
  'de bronce',
  'cromado',
  'pintado',
  'sin rosca',
  'con traba',
  'flexible',
  'importado',
  'nacional',
  'liviano',
  'pesado',
];

/** Text that the filter "contains" finds in descriptions. */
export const PHRASE = `${THINGS[0]} ${QUALITIES[0]}`;

const inSql = (words: readonly string[]) => `array[${words.map((word) => `'${word}'`).join(', ')}]`;

/** Exclusive upper limits of the children of a part. Their number depends on its id, so that counters differ. */
export type Richness = { readonly crosses: number; readonly vehicles: number };
const PLAIN: Richness = { crosses: 3, vehicles: 5 };
const countsOf = ({ crosses, vehicles }: Richness) => ({
  attributes: 'pick(id, 11, 4)',
  crosses: `pick(id, 12, ${crosses})`,
  vehicles: `pick(id, 13, ${vehicles})`,
});

/** A number below `n` that depends only on `i` and the seed. Different seeds give independent numbers. */
const PICK = `create function pick(i integer, seed integer, n integer) returns integer language sql immutable
  return ((hashint4extended(i, seed) & 2147483647) % n)::integer`;

/**
 * A third of the parts is of the first brand, one of a hundred is of the second, and the others share the rest. A part
 * is created one to five minutes after the previous one.
 */
const PARTS = `
  insert into parts (id, part_brand_id, part_product_id, code, observation, enabled, discontinued, created_at)
  overriding system value
  select i, brands.ids[brand], products.ids[1 + (brand * 7 + pick(i, 2, ${PRODUCTS_PER_BRAND})) % cardinality(products.ids)],
    upper(substr(md5(i::text), 1, 3)) || '-' || lpad((i::bigint * 7919 % 15485863)::text, 8, '0'),
    case when pick(i, 3, 3) = 0 then 'Para motores del año ' || 1950 + pick(i, 4, 70) || ', con '
      || (${inSql(THINGS)})[1 + pick(i, 5, ${THINGS.length})] || ' '
      || (${inSql(QUALITIES)})[1 + pick(i, 6, ${QUALITIES.length})] else '' end,
    pick(i, 7, 20) <> 0, pick(i, 8, 25) = 0,
    timestamptz '2026-01-01' - ($1::integer - i) * interval '3 minutes' + pick(i, 9, 120) * interval '1 second'
  from generate_series(1, $1::integer) i,
    lateral (select case when pick(i, 1, 300) < 100 then 1 when pick(i, 1, 300) < 103 then 2
      else 3 + pick(i, 10, ${BRANDS - 2}) end as brand) placed,
    (select array_agg(id order by id) as ids from part_brands) brands,
    (select array_agg(id order by id) as ids from part_products) products`;

/** The first cross reference of a part is an OEM number that other parts share. Its vehicles have consecutive ids. */
const childrenOf = (counts: ReturnType<typeof countsOf>) => [
  `insert into part_counts (part_id, part_brand_id, part_product_id, created_at, attributes_count, cross_count,
      pictures_count, photos_count, large_photos_count, vehicles_count, enabled, discontinued, is_described, off_template)
    select id, part_brand_id, part_product_id, created_at, ${counts.attributes}, ${counts.crosses}, photos, photos, photos,
      ${counts.vehicles}, enabled, discontinued, is_described,
      -- No template has the attributes below.
      case when part_product_id in (select part_product_id from part_product_attributes) then ${counts.attributes} else 0 end
    from parts, lateral (select case when pick(id, 14, 10) = 0 then 0 else 1 end as photos) pictures`,
  `insert into part_tallies (part_brand_id, part_product_id, parts, applications, without_pictures, without_vehicles)
    select part_brand_id, part_product_id, count(*), sum(vehicles_count),
      count(*) filter (where pictures_count = 0), count(*) filter (where vehicles_count = 0)
    from part_counts group by 1, 2`,
  `insert into gap_tallies (part_brand_id, part_product_id, lacks, parts)
    select part_brand_id, part_product_id, lacks, count(*) from part_counts group by 1, 2, 3`,
  `insert into part_attributes (part_id, name, value, unit)
    select id, 'Atributo ' || n, (id::bigint * n % 500)::text, 'mm' from parts, generate_series(1, ${counts.attributes}) n`,
  `insert into part_crosses (part_id, brand, code)
    select id, case n when 1 then 'Renault' else 'Equivalente ' || n end,
      case n when 1 then lpad(pick(id, 15, 400000)::text, 8, '0') else 'E' || n || '-' || (hashint4extended(id, n) & 268435455) end
    from parts, generate_series(1, ${counts.crosses}) n`,
  `insert into part_vehicles (part_id, vehicle_id)
    select id, 1 + (pick(id, 16, 2600) + n) % 2600 from parts, generate_series(1, ${counts.vehicles}) n`,
];

/** Rows for searches and for lists by attributes, which triggers would write. */
const SEARCHED = [
  `insert into part_numbers
    select number_of(code_bare), 'code', id, part_brand_id, part_product_id, 0 from parts
    union all
    select number_of(bare(c.code)), 'cross', p.id, p.part_brand_id, p.part_product_id, c.id
    from part_crosses c join parts p on p.id = c.part_id`,
  `insert into part_texts select * from texts_of(array(select id from parts)) where words <> ''`,
  `insert into attribute_values
    select a.part_id, fold_fast(a.name), p.part_brand_id, p.part_product_id, p.created_at, measured.*
    from part_attributes a join parts p on p.id = a.part_id cross join lateral measure(a.value, a.unit) measured`,
  `insert into vehicle_parts
    select v.vehicle_id, p.part_brand_id, p.part_product_id, p.id, p.enabled and not p.discontinued
    from part_vehicles v join parts p on p.id = v.part_id order by 1, 2, 3, 4`,
];

/**
 * Fills an empty catalog with parts of 120 brands. Triggers and foreign keys are disabled while it is filled, and the
 * rows that triggers would write are written directly. One transaction, so that an interrupted run leaves nothing.
 */
export async function fill(
  connection: pg.ClientConfig,
  parts: number,
  say: (line: string) => void,
  richness = PLAIN,
): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const { rowCount } = await client.query('select from part_brands where name = $1', [BRAND]);
    if (rowCount) return say('The parts are there already');
    say(`Writing ${parts} parts`);
    await client.query('begin');
    await client.query(PICK);
    await client.query("set local session_replication_role = replica; set local maintenance_work_mem = '512MB'");
    await client.query(
      `insert into part_brands (name) select case i when 1 then $1 when 2 then $2 else 'Marca ' || i end
        from generate_series(1, ${BRANDS}) i`,
      [BRAND, MIDDLE_BRAND],
    );
    const restore = await dropIndexes(client, STORED);
    await client.query(PARTS, [parts]);
    await client.query("select setval(pg_get_serial_sequence('parts', 'id'), $1)", [parts]);
    say('Writing their attributes, equivalences and applications');
    for (const statement of childrenOf(countsOf(richness))) await client.query(statement);
    say('Making the indexes');
    for (const statement of restore) await client.query(statement);
    say('Writing what is searched');
    const restoreSearched = await dropIndexes(client, ['part_numbers', 'part_texts', 'attribute_values']);
    for (const statement of [...SEARCHED, ...restoreSearched]) await client.query(statement);
    await client.query('drop function pick');
    await client.query('commit');
    await client.query('vacuum analyze');
    // Without a checkpoint, pages would be written to disk during the measurement.
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}

const STORED = [
  'parts',
  'part_counts',
  'part_tallies',
  'gap_tallies',
  'part_attributes',
  'part_crosses',
  'part_vehicles',
];

/** Drops the indexes of tables except those of constraints. Returns the statements that create them again. */
async function dropIndexes(client: pg.Client, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
      where schemaname = 'public' and indexname not in (select conname from pg_constraint)
        and tablename = any ($1)`,
    [tables],
  );
  for (const { name } of rows) await client.query(`drop index ${client.escapeIdentifier(name)}`);
  return rows.map(({ definition }) => definition);
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
