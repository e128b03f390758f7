import { api } from '@piezario/contract/api';
import fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import { expect, test } from 'vitest';
import { addBrand, addCategory, addPart, addProduct, addVehicle } from '../testing/catalogue.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';

/* However the children of a part come and go, its counters say how many there are. */

const server = await startServer();
const { db } = server;
const brand = await addBrand(db);
const otherBrand = await addBrand(db);
const category = await addCategory(db);
const [product, otherProduct] = [await addProduct(db, category.id), await addProduct(db, category.id)];
// One after the other: their ids are too.
const vehicles: { id: number }[] = [];
for (let added = 0; added < 5; added++) vehicles.push(await addVehicle(db));
const maker = await enrol(server, 'admin');

/** The ids of a handful of parts, always as many: one that is removed gives its place to a new one. */
const parts: number[] = [];
const PLACES = [0, 1, 2, 3];
const at = (place: number) => parts[place] ?? 0;
async function renew(place: number) {
  parts[place] = (await addPart(db, brand.id, product.id)).id;
}

/** Those whose rows come and go by plain calls, and pictures, whose files are uploaded. */
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
const recounted = async () => {
  const { rows } = await sql`select id,
    (select count(*)::int from part_pictures where part_id = parts.id) as pictures_count,
    (select count(*)::int from part_attributes where part_id = parts.id) as attributes_count,
    (select count(*)::int from part_crosses where part_id = parts.id) as cross_count,
    (select count(distinct vehicle_id)::int from part_vehicles where part_id = parts.id) as vehicles_count
    from parts order by id`.execute(db);
  return rows;
};

/** How many parts of a brand a list should find. */
async function total(brandId: number, rest: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int from parts join part_counts on part_id = id
    where parts.part_brand_id = ${brandId}
      and ${rest === `${product.id}` ? sql`parts.part_product_id = ${product.id}` : sql`true`}
      and ${rest.includes('vehicles') ? sql`vehicles_count = 0` : sql`true`}
      and ${rest.includes('enabled') ? sql`enabled` : sql`true`}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** What the tallies add up to, and what counting gives. */
const tallied = () =>
  countBy(sql`sum(parts)::int as parts, sum(applications)::int as applications,
    sum(without_pictures)::int as without_pictures, sum(without_vehicles)::int as without_vehicles from part_tallies`);
const retallied = () =>
  countBy(sql`count(distinct parts.id)::int as parts, count(distinct (parts.id, vehicle_id))
      filter (where vehicle_id is not null)::int as applications,
    count(distinct parts.id) filter (where not exists (
      select from part_pictures where part_id = parts.id))::int as without_pictures,
    count(distinct parts.id) filter (where vehicle_id is null and not is_universal)::int as without_vehicles
    from parts left join part_vehicles on part_id = parts.id`);
async function countBy(counts: RawBuilder<unknown>) {
  const { rows } = await sql<{ parts: number }>`select part_brand_id as brand, part_product_id as product, ${counts}
    group by 1, 2 order by 1, 2`.execute(db);
  return rows.filter(({ parts: counted }) => counted > 0);
}

/* Calls. Each is about one part; several may be under way at once. */

async function add(table: Called, part_id: number, number: number) {
  if (table === 'part_attributes')
    return maker.send(api.attributes.store, { body: { part_id, name: `N${number}`, value: 'x' } });
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

/** Saved, some are moved to another brand or product, or disabled. */
const save = (part_id: number, number: number) =>
  maker.send(api.parts.update, {
    body: {
      part_id,
      part_brand_id: number === 1 ? otherBrand.id : brand.id,
      part_product_id: number === 2 ? otherProduct.id : product.id,
      code: `S ${part_id}`,
      enabled: number === 3 ? 0 : 1,
      is_universal: number === 4 ? 1 : 0,
    },
  });

/* Statements over many rows, as an import makes them. What is there already is left, or written again. */

const CONFLICT: Record<Called, readonly [target: string, again: string]> = {
  part_attributes: ['(part_id, fold(name))', "value = 'z'"],
  part_crosses: ['(part_id, fold(brand), bare(code))', "code = excluded.code || '-'"],
  part_vehicles: ['(part_id, vehicle_id, positions)', 'vehicle_id = excluded.vehicle_id'],
};
const ROWS: Record<Table, RawBuilder<unknown>> = {
  part_attributes: sql`part_attributes (part_id, name, value) select part, 'N' || number, 'x'`,
  part_crosses: sql`part_crosses (part_id, brand, code) select part, 'A', number`,
  // Some are of one vehicle, in different positions.
  part_vehicles: sql`part_vehicles (part_id, vehicle_id, positions)
    select part, ${vehicles[0]?.id ?? 0}::int + number / 2, case number % 2 when 1 then 'Trasera' else '' end`,
  part_pictures: sql`part_pictures (part_id, position, name, width, height, bytes, image_key, thumbnail_key)
    select part, row_number() over () + coalesce((select max(position) from part_pictures), 0), 'x', 1, 1, 1, 'x', 'x'`,
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

/* Random changes, in groups whose members are made at once. */

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
const group = fc.oneof(
  { arbitrary: fc.array(call, { minLength: 1, maxLength: 4 }), weight: 2 },
  { arbitrary: statement.map((one) => [one]), weight: 3 },
);

/** A long run sets COUNTER_RUNS to hundreds. */
const RUNS = Number(process.env.COUNTER_RUNS ?? 10);

test('after any changes, in calls or in bulk, the counters of every part are what counting its rows gives', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(group, { minLength: 1, maxLength: 10, size: 'max' }), async (groups) => {
      await db.deleteFrom('parts').execute();
      for (const p of PLACES) await renew(p);
      for (const changes of groups) {
        await Promise.all(changes.map(({ make }) => make()));
        expect(await counted()).toEqual(await recounted());
        expect(await tallied()).toEqual(await retallied());
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
      expect(listed).toMatchObject(await recounted());
    }),
    { numRuns: RUNS },
  );
}, 180_000);

test.each(TABLES)('a row of %s does not move to another part behind the counters', async (moved) => {
  for (const p of PLACES) await renew(p);
  await insertMany(moved, [0], [0], false).execute(db);
  const move = sql`update ${sql.table(moved)} set part_id = ${at(1)} where part_id = ${at(0)}`.execute(db);
  await expect(move).rejects.toThrow('a child does not move to another part');
  expect(await counted()).toEqual(await recounted());
});
