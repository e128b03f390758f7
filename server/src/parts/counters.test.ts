import { api } from '@piezario/contract/api';
import type { BulkAction } from '@piezario/contract/bulk';
import { GAPS, type Gap, REQUIRABLE } from '@piezario/contract/gaps';
import type { TemplateAttribute } from '@piezario/contract/templates';
import fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import { expect, test } from 'vitest';
import { addBrand, addCategory, addPart, addProduct, addVehicle } from '../testing/catalogue.ts';
import { lastOperation } from '../testing/history.ts';
import { makeWorkbook, upload } from '../testing/imports.ts';
import { runJobs } from '../testing/jobs.ts';
import { enrol } from '../testing/people.ts';
import { recount } from '../testing/recount.ts';
import { startServer } from '../testing/server.ts';
import { inTiers } from '../testing/soak.ts';
import { sendTemplate, templated } from '../testing/templates.ts';

/* The counters and gaps of parts stay right after any changes of parts and their rows. */

const server = await startServer();
const { db } = server;
const brand = await addBrand(db);
const otherBrand = await addBrand(db);
const category = await addCategory(db);
const [product, otherProduct] = [await addProduct(db, category.id), await addProduct(db, category.id)];
// Added one after the other, so that their ids are consecutive.
const vehicles: { id: number }[] = [];
for (let added = 0; added < 5; added++) vehicles.push(await addVehicle(db));
const maker = await enrol(server, 'admin');
const BARCODE = '4006381333931';

/** Ids of a fixed number of parts: a removed part is replaced by a new one. */
const parts: number[] = [];
const PLACES = [0, 1, 2, 3];
const at = (place: number) => parts[place] ?? 0;
async function renew(place: number) {
  parts[place] = (await addPart(db, brand.id, product.id)).id;
}

/** Tables whose rows are inserted and deleted by JSON calls. Pictures are not, because their files are uploaded. */
const CALLED = ['part_attributes', 'part_crosses', 'part_vehicles'] as const;
const TABLES = [...CALLED, 'part_pictures'] as const;
type Called = (typeof CALLED)[number];
type Table = (typeof TABLES)[number];

const counted = () =>
  db
    .selectFrom('part_counts')
    .select(['part_id as id', 'attributes_count', 'cross_count', 'pictures_count', 'vehicles_count'])
    .orderBy('part_id')
    .execute();
type Facts = {
  readonly id: number;
  readonly brand: number;
  readonly is_sold: boolean;
  readonly has: Readonly<Record<Exclude<Gap, 'photos'>, boolean>>;
  readonly photos: number;
  readonly requires: readonly Gap[];
  readonly photos_required: number;
  readonly takes_vehicles: boolean;
};

/** Gaps and completeness of the parts, computed from their rows alone. */
async function judged() {
  const { rows } =
    await sql<Facts>`select parts.id, part_brand_id as brand, enabled and not discontinued as is_sold, requires, photos_required, takes_vehicles,
    (select count(*)::int from part_pictures
      where part_id = parts.id and not is_blueprint and width >= 500 and height >= 500) as photos,
    json_build_object(
      'observation', observation <> '',
      'vehicles', is_universal or exists (select from part_vehicles where part_id = parts.id),
      'attributes', exists (select from part_attributes where part_id = parts.id) and not exists (
        select from part_product_attributes t where t.part_product_id = part_products.id and importance = 'required'
          and name not in (select name from part_attributes where part_id = parts.id)),
      'crosses', exists (select from part_crosses where part_id = parts.id),
      'barcode', exists (select from part_attributes where part_id = parts.id and name = 'EAN' and value = ${BARCODE}),
      'category', mercadolibre_category is not null) as has
    from parts join part_products on part_products.id = part_product_id order by parts.id`.execute(db);
  return rows.map(({ id, brand, is_sold, has, photos, requires, photos_required, takes_vehicles }) => {
    const asked = GAPS.filter((gap) =>
      gap === 'photos' ? photos_required > 0 : requires.includes(gap) && (gap !== 'vehicles' || takes_vehicles),
    );
    const gaps = asked.filter((gap) => (gap === 'photos' ? photos < photos_required : !has[gap]));
    const missing = asked.length === 0 ? 0 : Math.ceil((100 * gaps.length) / asked.length);
    return { id, brand, gaps: is_sold ? gaps : [], completeness: is_sold ? 100 - missing : null };
  });
}

/* Templates of attributes with the values x, z or Sí, and how parts fit them, computed from their rows alone. */

const required = { importance: 'required' } as const;
const TEMPLATES = [
  [],
  [templated('N0', required)],
  [templated('N1', { type: 'number', ...required }), templated('N2', { type: 'list', values: ['x'] })],
  [templated('N2', { type: 'list', values: ['z'], ...required }), templated('N3', { type: 'flag' }), templated('N0')],
  [templated('N0', required), templated('N1', required), templated('N2', required), templated('EAN', required)],
];
const fitted = async () =>
  (await sql`select part_id as id, missing_attributes, off_template from part_counts order by part_id`.execute(db))
    .rows;
async function refitted() {
  const { rows } = await sql<{ id: number; product: number; attributes: { name: string; value: string }[] }>`
    select id, part_product_id as product, coalesce((
      select json_agg(a) from part_attributes a where part_id = parts.id), '[]') as attributes
    from parts order by id`.execute(db);
  const templates = new Map<number, readonly TemplateAttribute[]>();
  for (const { id } of [product, otherProduct])
    templates.set(id, (await maker.call(api.templates.show, { params: { productId: id } })).attributes);
  return rows.map(({ id, product, attributes }) => {
    const template = templates.get(product) ?? [];
    const fits = ({ name, value }: { name: string; value: string }) => {
      const one = template.find((asked) => asked.name === name);
      if (template.length === 0 || name === 'EAN') return true;
      // An x in a file is stored as Sí.
      if (one?.type === 'flag') return value === 'Sí';
      return one?.type === 'text' || (one?.type === 'list' && one.values.includes(value));
    };
    const has = (name: string) => attributes.some((attribute) => attribute.name === name);
    return {
      id,
      missing_attributes: template.filter(({ name, importance }) => importance === 'required' && !has(name)).length,
      off_template: attributes.filter((attribute) => !fits(attribute)).length,
    };
  });
}

/** How many parts of a brand a list should find. */
async function total(brandId: number, rest: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int from parts join part_counts on part_id = id
    where parts.part_brand_id = ${brandId}
      and ${rest === `${product.id}` ? sql`parts.part_product_id = ${product.id}` : sql`true`}
      and ${rest.includes('vehicles') ? sql`vehicles_count = 0` : sql`true`}
      and ${rest.includes('enabled') ? sql`parts.enabled` : sql`true`}`.execute(db);
  return rows[0]?.count ?? 0;
}

/* Calls, of which several may run at once. */

async function add(table: Called, part_id: number, number: number) {
  if (table === 'part_attributes')
    return maker.send(api.attributes.store, {
      body: { part_id, name: number === 4 ? 'EAN' : `N${number}`, value: number === 4 ? BARCODE : 'x' },
    });
  if (table === 'part_crosses')
    return maker.send(api.crosses.store, { body: { part_id, brand: 'A', code: `${number}` } });
  return maker.send(api.vehicles.toggle, { body: { part_id, vehicle_id: vehicles[number]?.id ?? 0 } });
}

async function removeOne(table: Called, part_id: number) {
  const { rows } = await sql<{
    id: number;
  }>`select coalesce(min(${sql.ref(table === 'part_vehicles' ? 'vehicle_id' : 'id')}), 1)
    as id from ${sql.table(table)} where part_id = ${part_id}`.execute(db);
  const id = rows[0]?.id ?? 1;
  if (table === 'part_attributes') return maker.send(api.attributes.remove, { body: { part_id, attribute_id: id } });
  if (table === 'part_crosses') return maker.send(api.crosses.remove, { body: { part_id, cross_id: id } });
  return maker.send(api.vehicles.toggle, { body: { part_id, vehicle_id: id } });
}

/** Saves a part. Some numbers move it to another brand or product, or disable it. */
const save = (part_id: number, number: number) =>
  maker.send(api.parts.update, {
    body: {
      part_id,
      part_brand_id: number === 1 ? otherBrand.id : brand.id,
      part_product_id: number === 2 ? otherProduct.id : product.id,
      code: `S ${part_id}`,
      enabled: number === 3 ? 0 : 1,
      is_universal: number === 4 ? 1 : 0,
      observation: number === 0 ? 'Descripción' : '',
    },
  });

/** Changes what a product requires of its parts. */
const ask = ({ id, name }: typeof product, number: number) =>
  maker.send(api.products.add, {
    body: {
      ...{ id, name, category_id: category.id },
      takes_vehicles: number === 1 ? 0 : 1,
      requires: REQUIRABLE.filter((_, index) => index % 3 !== number),
      photos_required: number % 4,
      mercadolibre_category: number % 2 ? 'MLA1' : null,
    },
  });

/* Jobs, which end before the next change. */

/** Imports a file that sets one attribute of each part and removes another one. */
async function importAttributes(places: readonly number[], number: number) {
  const named = await db
    .selectFrom('parts')
    .innerJoin('part_brands', 'part_brands.id', 'part_brand_id')
    .innerJoin('part_products', 'part_products.id', 'part_product_id')
    .where('parts.id', 'in', places.map(at))
    .select(['part_brands.name as brand', 'part_products.name as product', 'code'])
    .execute();
  const Atributos = named.flatMap(({ brand, product, code }, index) => [
    [brand, product, code, `N${number}`, index % 2 ? 'x' : 'z'],
    [brand, product, code, `N${(number + 1) % 4}`, 'z', null, 'QUITAR'],
  ]);
  await upload(maker, await makeWorkbook({ Atributos }, `${crypto.randomUUID()}.xlsx`));
  await runJobs(server);
}

/** Applies a bulk action to parts. */
async function changeMany(places: readonly number[], number: number) {
  const actions: readonly BulkAction[] = [
    { do: 'set_attribute', name: 'N0', value: 'z' },
    { do: 'set_attribute', name: 'N2', value: 'x' },
    { do: 'remove_attribute', name: 'N2' },
    { do: 'set_flag', field: 'enabled', value: 0 },
    { do: 'set_flag', field: 'discontinued', value: 1 },
    { do: 'set_flag', field: 'is_universal', value: 1 },
  ];
  const action: BulkAction = actions[number] ?? { do: 'set_flag', field: 'enabled', value: 1 };
  await maker.call(api.bulk.store, { body: { ids: places.map(at), action } });
  await runJobs(server);
}

/** Undoes one of the last operations, which may be an undo. */
async function undo(number: number) {
  const operation_id = (await lastOperation(db)) - number;
  expect([200, 404, 409, 422]).toContain((await maker.send(api.undos.store, { body: { operation_id } })).code);
  await runJobs(server);
  const left = await db.selectFrom('parts').where('id', 'in', parts).select('id').execute();
  for (const p of PLACES) if (!left.some(({ id }) => id === at(p))) await renew(p);
}

/* Statements over many rows, like those of an import. Existing rows are left or updated. */

const CONFLICT: Record<Called, readonly [target: string, again: string]> = {
  part_attributes: ['(part_id, fold(name))', "value = 'z'"],
  part_crosses: ['(part_id, fold(brand), bare(code))', "code = excluded.code || '-'"],
  part_vehicles: ['(part_id, vehicle_id, positions)', 'vehicle_id = excluded.vehicle_id'],
};
const ROWS: Record<Table, RawBuilder<unknown>> = {
  part_attributes: sql`part_attributes (part_id, name, value) 
    select part, case number when 4 then 'EAN' else 'N' || number end, case number when 4 then ${BARCODE} else 'x' end`,
  part_crosses: sql`part_crosses (part_id, brand, code) select part, 'A', number`,
  // Some rows have the same vehicle in different positions.
  part_vehicles: sql`part_vehicles (part_id, vehicle_id, positions)
    select part, ${vehicles[0]?.id ?? 0}::int + number / 2, case number % 2 when 1 then 'Trasera' else '' end`,
  part_pictures: sql`part_pictures (part_id, position, name, width, height, bytes, image_key, thumbnail_key, is_blueprint)
    select part, row_number() over () + coalesce((select max(position) from part_pictures), 0), 'x', 400 + 50 * number, 600, 1,
      'x', 'x', number = 1`,
};
function insertMany(table: Table, places: readonly number[], numbers: readonly number[], again: boolean) {
  const rows = sql`insert into ${ROWS[table]}
    from unnest(${places.map(at)}::int[]) part, unnest(${numbers}::int[]) number`;
  if (table === 'part_pictures') return rows;
  const [target, set] = CONFLICT[table];
  return sql`${rows} on conflict ${sql.raw(target)} do ${sql.raw(again ? `update set ${set}` : 'nothing')}`;
}
const deleteMany = (table: Table, remainder: number) =>
  sql`delete from ${sql.table(table)} where part_id % 2 = ${remainder}`;

async function inVain(statement: RawBuilder<unknown>) {
  const undo = new Error('undo');
  const undone = db.transaction().execute(async (transaction) => {
    await statement.execute(transaction);
    throw undo;
  });
  await expect(undone).rejects.toBe(undo);
}

/* Random changes, in groups that run concurrently. */

type Change = { readonly name: string; readonly make: () => Promise<unknown> };
const named = (name: string, make: () => Promise<unknown>): Change => ({ name, make });
const called = (name: string, send: () => Promise<{ code: number }>) =>
  named(name, async () => expect([200, 404, 409]).toContain((await send()).code));

const table = fc.constantFrom(...TABLES);
const child = fc.constantFrom(...CALLED);
const place = fc.constantFrom(...PLACES);
const number = fc.nat({ max: vehicles.length - 1 });
const call = fc.oneof(
  fc.tuple(child, place, number).map(([t, p, n]) => called(`add ${t} ${p} ${n}`, () => add(t, at(p), n))),
  fc.tuple(child, place).map(([t, p]) => called(`remove ${t} ${p}`, () => removeOne(t, at(p)))),
  fc.tuple(place, number).map(([p, n]) => called(`save ${p} ${n}`, () => save(at(p), n))),
  fc
    .tuple(fc.constantFrom(product, otherProduct), number)
    .map(([p, n]) => called(`ask ${p.name} ${n}`, () => ask(p, n))),
  fc
    .tuple(fc.constantFrom(product, otherProduct), number)
    .map(([p, n]) => called(`template ${p.name} ${n}`, () => sendTemplate(maker, p.id, TEMPLATES[n] ?? []))),
);
const many = fc.record({
  t: table,
  places: fc.uniqueArray(place, { minLength: 1 }),
  numbers: fc.uniqueArray(number, { minLength: 1 }),
  again: fc.boolean(),
});
const statement = fc.oneof(
  many.map(({ t, places, numbers, again }) =>
    named(`insert ${t} ${places} ${numbers} ${again}`, () => insertMany(t, places, numbers, again).execute(db)),
  ),
  many.map(({ t, places, numbers, again }) =>
    named(`insert ${t} in vain`, () => inVain(insertMany(t, places, numbers, again))),
  ),
  fc.tuple(table, fc.nat({ max: 1 })).map(([t, r]) => named(`delete ${t} ${r}`, () => deleteMany(t, r).execute(db))),
  fc.tuple(table, fc.nat({ max: 1 })).map(([t, r]) => named(`delete ${t} in vain`, () => inVain(deleteMany(t, r)))),
  fc
    .nat({ max: 1 })
    .map((r) =>
      named(`turn pictures into blueprints and back ${r}`, () =>
        sql`update part_pictures set is_blueprint = not is_blueprint where part_id % 2 = ${r}`.execute(db),
      ),
    ),
  fc.constant(
    named('rename attributes', () =>
      sql`update part_attributes a set name = 'Ñ', value = '2,5', unit = 'cm' where name = 'N0' and not exists (
        select from part_attributes other where other.part_id = a.part_id and other.name = 'Ñ')`.execute(db),
    ),
  ),
  place.map((p) =>
    named(`remove part ${p}`, async () => {
      await maker.call(api.parts.remove, { body: { id: at(p) } });
      await renew(p);
    }),
  ),
  fc.constant(
    named('remove every part', async () => {
      await db.deleteFrom('parts').execute();
      for (const p of PLACES) await renew(p);
    }),
  ),
);
const several = fc.tuple(fc.uniqueArray(place, { minLength: 1 }), number);
const job = fc.oneof(
  several.map(([places, n]) => named(`import ${places} ${n}`, () => importAttributes(places, n))),
  several.map(([places, n]) => named(`in bulk ${places} ${n}`, () => changeMany(places, n))),
  number.map((n) => named(`undo ${n}`, () => undo(n))),
);
const group = fc.oneof(
  { arbitrary: fc.array(call, { minLength: 1, maxLength: 4 }), weight: 2 },
  { arbitrary: job.map((one) => [one]), weight: 2 },
  { arbitrary: statement.map((one) => [one]), weight: 3 },
);

const RUNS = inTiers(2, 8, 300);

test('after any calls, bulk statements or jobs, the counters of parts equal the counts of their rows', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(group, { minLength: 1, maxLength: 10, size: 'max' }), async (groups) => {
      await db.deleteFrom('parts').execute();
      for (const p of PLACES) await renew(p);
      for (const changes of groups) {
        await Promise.all(changes.map(({ make }) => make()));
        await runJobs(server);
        expect(await fitted()).toEqual(await refitted());
        expect(await recount(db, 'counts', 'tallies', 'gapTallies', 'attributeValues')).toEqual([]);
        for (const { id } of [brand, otherBrand]) {
          for (const rest of [
            'all',
            `${product.id}`,
            'all?filter[matches-vehicles_count]=0',
            'all?filter[matches-enabled]=1',
          ]) {
            const { result } = await maker.request('GET', `/api/backend/user-catalog/parts/${id}/${rest}`);
            expect([rest, result]).toMatchObject([rest, { total: await total(id, rest) }]);
          }
          for (const [place, gap] of GAPS.entries()) {
            const { data } = await maker.call(api.parts.list, {
              params: { brandId: id, productId: 'all' },
              query: api.parts.list.query.parse({ 'filter[matches-gaps]': `${place + 1}`, sort: 'id' }),
            });
            const lacking = (await judged()).filter(({ brand, gaps }) => brand === id && gaps.includes(gap));
            expect([gap, data.map((part) => part.id)]).toEqual([gap, lacking.map((part) => part.id)]);
          }
        }
      }
      const lists = await Promise.all(
        [brand, otherBrand].map(({ id: brandId }) =>
          maker.call(api.parts.list, {
            params: { brandId, productId: 'all' },
            query: api.parts.list.query.parse({ sort: 'id' }),
          }),
        ),
      );
      const listed = lists.flatMap(({ data }) => data).sort((a, b) => a.id - b.id);
      expect(listed).toMatchObject(await counted());
      expect(listed).toMatchObject((await judged()).map(({ id, gaps, completeness }) => ({ id, gaps, completeness })));
    }),
    { numRuns: RUNS },
  );
});

test('turning a photo into a blueprint and back keeps the number of large photos right', async () => {
  for (const p of PLACES) await renew(p);
  // A small blueprint and a large photo.
  await insertMany('part_pictures', [0], [1, 4], false).execute(db);
  const swap = sql`update part_pictures set is_blueprint = not is_blueprint where part_id = ${at(0)}`;
  const large = async () => {
    const { rows } = await sql<{ large_photos_count: number }>`
      select large_photos_count from part_counts where part_id = ${at(0)}`.execute(db);
    return rows[0]?.large_photos_count;
  };
  expect(await large()).toBe(1);
  await swap.execute(db);
  expect(await large()).toBe(0);
  await swap.execute(db);
  expect(await large()).toBe(1);
});

test('a cached total is counted again when a product changes its requirements', async () => {
  await db.deleteFrom('parts').execute();
  for (const { id } of [product, product, otherProduct, otherProduct]) await addPart(db, brand.id, id);
  const withoutAttributes = async () =>
    (
      await maker.call(api.parts.list, {
        params: { brandId: brand.id, productId: 'all' },
        query: api.parts.list.query.parse({ 'filter[matches-gaps]': '3', 'page[size]': '1' }),
      })
    ).total;
  for (const asking of [product, otherProduct]) await ask(asking, 0);
  expect(await withoutAttributes()).toBe(4);
  await ask(product, 2);
  expect(await withoutAttributes()).toBe(2);
  for (const p of PLACES) await renew(p);
});

test.each(TABLES)('a statement that moves a row of %s to another part is refused', async (moved) => {
  for (const p of PLACES) await renew(p);
  await insertMany(moved, [0], [0], false).execute(db);
  const move = sql`update ${sql.table(moved)} set part_id = ${at(1)} where part_id = ${at(0)}`.execute(db);
  await expect(move).rejects.toThrow('a child does not move to another part');
  expect(await recount(db, 'counts')).toEqual([]);
});
