import { api } from '@piezario/contract/api';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '@piezario/contract/demo';
import { loadDemo } from '@piezario/server/demo/demo';
import { loadReference, readTaxonomy, readVehicles } from '@piezario/server/reference/reference';
import { startServer } from '@piezario/server/testing/server';
import { sql } from 'kysely';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { describeProduct } from './attributes.ts';
import { EQUIVALENT_BRANDS, MAKERS } from './makers.ts';
import { makeParts } from './parts.ts';
import { createRandom } from './random.ts';

const server = await startServer({ demo: true });
const progress: string[] = [];

async function load() {
  await loadReference(server.db, () => {});
  await loadDemo(server.db, server.files, (line) => progress.push(line));
}
beforeAll(load);

const signIn = (account: string) => server.guest.signIn(`${account}@piezario.demo`, DEMO_PASSWORD);
const firstPage = { page: 1, size: 200, filters: [], sort: [{ column: 'created_at', descending: false }] };

async function listBrand(account: string, name: string, productId: number | 'all' = 'all') {
  const client = await signIn(account);
  const brand = (await client.call(api.brands.json, {})).find((candidate) => candidate.name === name);
  return client.call(api.parts.list, { params: { brandId: brand?.id ?? 0, productId }, query: firstPage });
}

async function idOfProduct(name: string) {
  const admin = await signIn('admin');
  const products = await admin.call(api.products.json, { params: { categoryId: 'all', brandId: 'all' } });
  return products.find((product) => product.name === name)?.id ?? 0;
}

async function showAll(parts: readonly { readonly id: number }[]) {
  const admin = await signIn('admin');
  return Promise.all(parts.map(({ id }) => admin.call(api.parts.show, { params: { partId: id } })));
}

const showProduct = async (brand: string, product: string) =>
  showAll((await listBrand('admin', brand, await idOfProduct(product))).data);

/** A digest of the whole catalog, by names and codes. */
const fingerprint = async () => {
  const { rows } = await sql<{ parts: number; children: number; hash: string }>`
    select count(*)::int as parts, sum(attributes_count + cross_count + pictures_count + vehicles_count)::int as children,
      md5(string_agg(row::text, '' order by row::text)) as hash
    from (
      select parts.*, attributes_count, cross_count, pictures_count, vehicles_count, b.name as brand, p.name as product,
        (select json_agg(row(name, value, unit) order by name) from part_attributes where part_id = parts.id) as attributes,
        (select json_agg(row(brand, code) order by brand, code) from part_crosses where part_id = parts.id) as crosses,
        (select json_agg(row(position, name, image_key, thumbnail_key, is_blueprint) order by position)
          from part_pictures where part_id = parts.id) as pictures,
        (select json_agg(row(vehicle_id, positions, quantity, note, from_year, until_year) order by vehicle_id, positions)
          from part_vehicles where part_id = parts.id) as vehicles
      from parts join part_counts n on n.part_id = parts.id
        join part_brands b on b.id = parts.part_brand_id join part_products p on p.id = parts.part_product_id
    ) row`.execute(server.db);
  return rows[0];
};

test('the five accounts sign in', async () => {
  for (const { email, name } of DEMO_ACCOUNTS) {
    const client = await server.guest.signIn(email, DEMO_PASSWORD);
    expect(await client.call(api.auth.profile, {})).toMatchObject({ name, email });
  }
});

test('twenty brands have about five thousand parts, at least a hundred each', async () => {
  const { rows } = await server.sql<{ name: string; parts: number }>(
    'select b.name, count(parts.id)::int as parts from part_brands b left join parts on part_brand_id = b.id group by b.name',
  );
  expect(rows.length).toBe(20);
  expect(rows.filter(({ parts }) => parts < 100)).toEqual([]);
  const total = rows.reduce((sum, { parts }) => sum + parts, 0);
  expect(total).toBeGreaterThan(4000);
  expect(total).toBeLessThan(6000);
  expect(progress).toContain(`${total} piezas de demostración`);
});

test('the fabricante sees three whole brands, the cliente a category and a product, the usuario a product', async () => {
  const names = async (account: string) =>
    (await (await signIn(account)).call(api.brands.json, {})).map(({ name }) => name);
  expect(await names('fabricante')).toEqual(['Pampafil', 'Plafren', 'Suspenor']);
  expect(await names('cliente')).toEqual(['Pampafil', 'Suspenor']);
  expect(await names('usuario')).toEqual(['Plafren']);

  const whole = await listBrand('admin', 'Pampafil');
  expect(await listBrand('fabricante', 'Pampafil')).toEqual(whole);
  const filters = await listBrand('cliente', 'Pampafil');
  expect(filters.total).toBeGreaterThan(100);
  expect(filters.total).toBeLessThan(whole.total);
  expect(new Set(filters.data.map((part) => part.product_with_category.category))).toEqual(new Set(['Filtros']));
  const pads = await listBrand('usuario', 'Plafren');
  expect(new Set(pads.data.map((part) => part.product_with_category.name))).toEqual(
    new Set(['Pastillas de freno delanteras']),
  );
});

test('every counter is right, and most parts have attributes, cross references and vehicles', async () => {
  const { rows } = await server.sql<{ wrong: number; complete: number; most_vehicles: number }>(`
    select count(*) filter (where attributes_count <> (select count(*) from part_attributes where part_id = parts.id)
        or cross_count <> (select count(*) from part_crosses where part_id = parts.id)
        or pictures_count <> (select count(*) from part_pictures where part_id = parts.id)
        or vehicles_count <> (select count(distinct vehicle_id) from part_vehicles where part_id = parts.id))::int as wrong,
      (100 * count(*) filter (where attributes_count > 0 and cross_count > 0 and vehicles_count > 0) / count(*))::int
        as complete,
      max(vehicles_count) as most_vehicles
    from parts join part_counts on part_id = parts.id`);
  expect(rows).toEqual([{ wrong: 0, complete: expect.any(Number), most_vehicles: 40 }]);
  expect(rows[0]?.complete).toBeGreaterThan(70);
});

test('applications have positions and quantities, some a note or years; oils and lamps need no vehicles', async () => {
  const [pads] = await showProduct('Plafren', 'Pastillas de freno delanteras');
  expect(pads?.vehicles[0]?.applications).toMatchObject([{ positions: ['Delantera'], quantity: null }]);
  const [damper] = await showProduct('Suspenor', 'Amortiguador trasero');
  expect(damper?.vehicles[0]?.applications).toMatchObject([{ positions: ['Trasera'], quantity: 2 }]);
  const { rows } = await server.sql(`
    select bool_and(from_year is null or from_year between sold_from_year and sold_until_year) as from_is_right,
      bool_and(until_year is null or until_year between sold_from_year and sold_until_year) as until_is_right,
      count(from_year) > 20 and count(until_year) > 20 as narrowed, count(nullif(note, '')) > 100 as noted,
      count(*) filter (where positions in ('Delantera, Izquierda', 'Trasera, Derecha')) > 20 as sided,
      count(*) - count(distinct (part_id, vehicle_id)) > 20 as on_both_axles
    from part_vehicles join vehicles on vehicles.id = vehicle_id`);
  expect(rows).toEqual([
    { from_is_right: true, until_is_right: true, narrowed: true, noted: true, sided: true, on_both_axles: true },
  ]);
  const { rows: needing } = await server.sql(`
    select count(*) filter (where is_universal) > 20 as universal,
      count(*) filter (where not takes_vehicles) > 20 as without, count(*) filter (where vehicles_count = 0
        and takes_vehicles and not part_counts.is_universal)::int as lacking
    from part_counts join part_products on part_products.id = part_product_id`);
  expect(needing).toEqual([{ universal: true, without: true, lacking: 0 }]);
});

test('most parts have pictures, some have none, and every picture can be fetched', async () => {
  const { rows } = await server.sql<{
    without: number;
    most: number;
    plans: number;
    order: number;
    positions: number;
  }>(`
    select (100 * count(*) filter (where pictures_count = 0) / count(*))::int as without, max(pictures_count) as most,
      (select count(*)::int from part_pictures where is_blueprint) as plans,
      (select sum(position)::int from part_pictures) as order,
      sum(pictures_count * (pictures_count + 1) / 2)::int as positions
    from part_counts`);
  const [found] = rows;
  expect(found?.without).toBeGreaterThan(10);
  expect(found?.without).toBeLessThan(20);
  expect(found?.most).toBe(4);
  expect(found?.plans).toBeGreaterThan(100);
  expect(found?.order).toBe(found?.positions);

  const keys = await server.sql<{ key: string; bytes: number | null }>(`
    select distinct image_key as key, bytes from part_pictures union select thumbnail_key, null from part_pictures
    union select image_key, null from vehicle_images`);
  expect(keys.rows.length).toBeGreaterThan(100);
  for (const { key, bytes } of keys.rows) {
    const image = Buffer.from(await (await server.guest.fetch('GET', `/${key}`)).arrayBuffer());
    const { format, width } = await sharp(image).metadata();
    if (bytes !== null) expect([format, width, image.length]).toEqual(['jpeg', 1200, bytes]);
    else expect([format, [320, 640].includes(width)]).toEqual(['webp', true]);
  }
});

test('every model has a silhouette, and each kind of vehicle its own', async () => {
  const { rows } = await server.sql<{ without: number; kinds: number }>(`
    select count(*) filter (where image_key is null)::int as without, count(distinct image_key)::int as kinds
    from vehicles left join vehicle_images using (brand, model)`);
  expect(rows).toEqual([{ without: 0, kinds: 10 }]);
});

test('cross references name vehicle brands, some by an alias, demo brands and other invented brands', async () => {
  const { rows } = await server.sql<{ brand: string; coded: boolean }>(`
    select brand, bool_and(code like 'DEMO-%') as coded from part_crosses
    where brand not in (select brand from vehicles) and brand not in (select name from part_brands) group by brand`);
  const names = (coded: boolean) => rows.filter((row) => row.coded === coded).map(({ brand }) => brand);
  expect(names(true).sort()).toEqual([...EQUIVALENT_BRANDS].sort());
  expect(names(false).sort()).toEqual(['Citroen', 'GM', 'General Motors', 'Mercedes', 'Mercedes Benz', 'VW']);
  expect(EQUIVALENT_BRANDS.filter((brand) => brand in MAKERS)).toEqual([]);
});

test('brands share OEM numbers, and format them differently', async () => {
  const originals = async (brand: string) =>
    (await showProduct(brand, 'Pastillas de freno delanteras')).flatMap(({ cross, vehicles }) =>
      cross
        .filter(({ brand }) => !EQUIVALENT_BRANDS.includes(brand) && !(brand in MAKERS))
        .map(({ code }) => ({ code, bare: code.replace(/[^A-Z0-9]/g, ''), fits: vehicles.map(({ id }) => id).sort() })),
    );
  const [some, others] = await Promise.all([originals('Plafren'), originals('Norvial')]);
  const shared = some.flatMap((one) => others.filter(({ bare }) => bare === one.bare).map((other) => ({ one, other })));
  expect(shared.length).toBeGreaterThan(5);
  for (const { one, other } of shared) expect(one.fits).toEqual(other.fits);
  expect(shared.filter(({ one, other }) => one.code !== other.code)).not.toEqual([]);
});

test('a part may name a part of another brand, which does not name it back', async () => {
  const [pads, others] = await Promise.all(
    ['Plafren', 'Norvial'].map((brand) => showProduct(brand, 'Pastillas de freno delanteras')),
  );
  const named = (pads ?? []).flatMap(({ code, cross }) =>
    cross.filter(({ brand }) => brand === 'Norvial').map((one) => ({ by: code, code: one.code })),
  );
  expect(named).not.toEqual([]);
  for (const { by, code } of named) {
    const other = others?.find((one) => one.code === code);
    expect(other?.cross.filter((one) => one.brand === 'Plafren' && one.code === by)).toEqual([]);
  }
});

test('codes of a left and a right part differ only in the last letter, and each part names the other', async () => {
  const { data } = await listBrand('admin', 'Suspenor', await idOfProduct('Amortiguador delantero'));
  const lefts = data.filter(({ code }) => code.endsWith('-I'));
  expect(lefts).not.toEqual([]);
  for (const { code, observation } of lefts) {
    const right = data.find((one) => one.code === code.replace(/I$/, 'D'));
    expect(observation).toContain(`Lado izquierdo. El otro lado es ${right?.code}.`);
    expect(right?.observation).toContain(`Lado derecho. El otro lado es ${code}.`);
  }
});

test('a replaced part either no longer exists or names its replacement, and some are discontinued', async () => {
  const { data } = await listBrand('admin', 'Plafren');
  const found = data.flatMap((part) => {
    const [, replaced] = /Reemplaza a (\S+)\./.exec(part.observation) ?? [];
    return replaced ? [{ code: part.code, older: data.find(({ code }) => code === replaced) }] : [];
  });
  const stillThere = found.filter(({ older }) => older);
  expect(stillThere.length).toBeLessThan(found.length);
  for (const { code, older } of stillThere) expect(older?.observation).toContain(`Reemplazada por ${code}.`);
  expect(stillThere.filter(({ older }) => older?.discontinued)).not.toEqual([]);
});

test('most parts have a valid and unique bar code with the prefix of Argentina', async () => {
  const parts = await showAll((await listBrand('admin', 'Plafren')).data);
  const codes = parts.flatMap(({ attributes }) =>
    attributes.filter(({ name }) => name === 'Código de barras').map(({ value }) => value),
  );
  expect(codes.length).toBeGreaterThan(parts.length * 0.75);
  expect(codes.length).toBeLessThan(parts.length);
  for (const code of codes) {
    expect(code).toMatch(/^779\d{10}$/);
    // With the check digit, the digits times 1, 3, 1, 3… add up to a multiple of ten.
    expect([...code].reduce((sum, digit, index) => sum + Number(digit) * (index % 2 ? 3 : 1), 0) % 10).toBe(0);
  }
  const { rows } = await server.sql<{ repeated: number }>(`select count(*)::int - count(distinct value)::int as repeated
    from part_attributes where name = 'Código de barras'`);
  expect(rows).toEqual([{ repeated: 0 }]);
});

test('a part is consistent: its category, its vehicles, and the side in its code', async () => {
  const { data } = await listBrand('admin', 'Suspenor');
  for (const part of await showAll(data)) {
    expect(part.product_with_category.category).toBe('Suspensión');
    expect(new Set(part.vehicles.map(({ brand, model }) => `${brand} ${model}`)).size).toBe(1);
    const side = part.attributes.find(({ name }) => name === 'Lado')?.value;
    if (side) expect(part.code.at(-1)).toBe(side.charAt(0));
  }
});

test('every product of the taxonomy can be described', async () => {
  const { categories } = await readTaxonomy();
  for (const { name, attributes } of categories.flatMap(({ products }) => products)) {
    const described = describeProduct(createRandom(name), name, attributes);
    expect(described.filter(({ value }) => !value)).toEqual([]);
  }
});

test('loading again changes nothing', async () => {
  const before = await fingerprint();
  await load();
  expect(await fingerprint()).toEqual(before);
});

test('every new installation gets the parts of these sources', async () => {
  const vehicles = (await readVehicles()).map((vehicle, index) => ({ ...vehicle, index }));
  const made = makeParts(await readTaxonomy(), vehicles).map(({ attributes, crosses, applications, ...part }) => ({
    ...part,
    created_at: new Date(part.created_at),
    attributes_count: attributes.length,
    cross_count: crosses.length,
    vehicles_count: new Set(applications.map(({ vehicle }) => vehicle)).size,
  }));
  const stored = await server.db
    .selectFrom('parts')
    .innerJoin('part_counts', 'part_counts.part_id', 'parts.id')
    .innerJoin('part_brands', 'part_brands.id', 'parts.part_brand_id')
    .innerJoin('part_products', 'part_products.id', 'parts.part_product_id')
    .select(['part_brands.name as brand', 'part_products.name as product', 'code', 'observation', 'parts.enabled'])
    .select([
      'parts.discontinued',
      'parts.is_universal',
      'parts.created_at',
      'attributes_count',
      'cross_count',
      'vehicles_count',
    ])
    .execute();
  const keyOf = ({ brand, product, code }: (typeof stored)[number]) => `${brand} ${product} ${code}`;
  const byKey = (parts: typeof stored) => Object.fromEntries(parts.map((part) => [keyOf(part), part]));
  expect(byKey(stored)).toEqual(byKey(made));
});
