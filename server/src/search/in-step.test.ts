import fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { addBrand, addCategory, addProduct, addVehicle } from '../testing/catalogue.ts';
import { recount } from '../testing/recount.ts';
import { startServer } from '../testing/server.ts';
import { soak } from '../testing/soak.ts';

/* After any changes of parts and their rows, the search tables equal those that are computed again from all parts. */

const { db } = await startServer();
const category = await addCategory(db);
const brands = [(await addBrand(db)).id, (await addBrand(db)).id];
const products = [(await addProduct(db, category.id)).id, (await addProduct(db, category.id)).id];
const vehicles: number[] = [];
for (let added = 0; added < 3; added++) vehicles.push((await addVehicle(db)).id);

const read = async (rows: RawBuilder<unknown>) => (await rows.execute(db)).rows;

/* Statements over some of the parts, as calls, imports and undos make them. */

const number = fc.nat({ max: 3 });
const some = fc.tuple(fc.constantFrom(1, 2, 3), number).map(([divisor, rest]) => ({ divisor, rest: rest % divisor }));
type Some = { readonly divisor: number; readonly rest: number };
const isSome = ({ divisor, rest }: Some, id = 'part_id') => sql`${sql.ref(id)} % ${divisor} = ${rest}`;

const place = fc.record({ brand: fc.constantFrom(...brands), product: fc.constantFrom(...products) });
const text = fc.constantFrom('', '--', 'Cerámica 1,6', '779 0001', '0007790001', 'ñandú', 'rosca 5/8', '000');
const name = fc.constantFrom('GTIN', 'Código de barras', 'EAN-13', 'Material');
const code = fc.constantFrom('0012-A', '12 a', 'CAÑ 7', '---', '0', '90915-YZZD4');

const codeOf = (digit: number) => sql`repeat('0', ${digit}) || id || '-' || ${digit}::text`;
const again = fc.constantFrom(sql`nothing`, null);

const insertParts = fc.tuple(place, text, number).map(
  ([{ brand, product }, observation, count]) =>
    sql`insert into parts (part_brand_id, part_product_id, code, observation)
      select ${brand}, ${product}, gen_random_uuid(), ${observation} from generate_series(0, ${count})`,
);
const updateParts = fc.oneof(
  fc
    .tuple(some, place)
    .map(
      ([parts, { brand, product }]) =>
        sql`update parts set part_brand_id = ${brand}, part_product_id = ${product} where ${isSome(parts, 'id')}`,
    ),
  fc.tuple(some, place, number, text, fc.boolean()).map(
    ([parts, { brand }, digit, observation, flag]) =>
      sql`update parts set part_brand_id = ${brand}, code = ${codeOf(digit)}, observation = ${observation},
          enabled = ${flag} where ${isSome(parts, 'id')}`,
  ),
  fc
    .tuple(some, fc.boolean())
    .map(([parts, flag]) => sql`update parts set discontinued = ${flag} where ${isSome(parts, 'id')}`),
);
const insertRows = fc.oneof(
  fc.tuple(some, name, text, again).map(
    ([parts, attribute, value, conflict]) =>
      sql`insert into part_attributes (part_id, name, value, unit)
        select id, ${attribute}, ${value}, 'mm' from parts where ${isSome(parts, 'id')}
        on conflict (part_id, fold(name)) do ${conflict ?? sql`update set value = excluded.value || ' 2'`}`,
  ),
  fc.tuple(some, code, again).map(
    ([parts, given, conflict]) =>
      sql`insert into part_crosses (part_id, brand, code)
        select id, 'Fiat', ${given} from parts where ${isSome(parts, 'id')}
        on conflict (part_id, fold(brand), bare(code)) do ${conflict ?? sql`update set code = excluded.code || '-9'`}`,
  ),
  fc.tuple(some, fc.constantFrom(...vehicles), fc.constantFrom('', 'Trasera')).map(
    ([parts, vehicle, position]) =>
      sql`insert into part_vehicles (part_id, vehicle_id, positions)
        select id, ${vehicle}, ${position} from parts where ${isSome(parts, 'id')} on conflict do nothing`,
  ),
);
const updateRows = fc.oneof(
  fc
    .tuple(some, name, text)
    .map(
      ([parts, attribute, value]) =>
        sql`update part_attributes set name = ${attribute}, value = ${value} where ${isSome(parts)}`,
    ),
  fc.tuple(some, code).map(([parts, given]) => sql`update part_crosses set code = ${given} where ${isSome(parts)}`),
  fc
    .tuple(some, fc.constantFrom(...vehicles))
    .map(([parts, vehicle]) => sql`update part_vehicles set vehicle_id = ${vehicle} where ${isSome(parts)}`),
  some.map((parts) => sql`update part_vehicles set quantity = 2 where ${isSome(parts)}`),
);
const remove = fc.oneof(
  fc
    .tuple(fc.constantFrom('part_attributes', 'part_crosses', 'part_vehicles'), some)
    .map(([table, parts]) => sql`delete from ${sql.table(table)} where ${isSome(parts)}`),
  fc
    .constantFrom('', 'Trasera')
    .map((position) => sql`delete from part_vehicles where positions = ${position} and part_id % 2 = 0`),
  some.map((parts) => sql`delete from parts where ${isSome(parts, 'id')}`),
);
/** Restores deleted parts with their ids, under another brand and product. */
const putBack = fc.tuple(place, text).map(
  ([{ brand, product }, observation]) =>
    sql`insert into parts (id, part_brand_id, part_product_id, code, observation) overriding system value
      select id, ${brand}, ${product}, id, ${observation} from removed_parts order by id desc limit 2`,
);
const statement = fc.oneof(
  { arbitrary: insertParts, weight: 2 },
  { arbitrary: updateParts, weight: 4 },
  { arbitrary: insertRows, weight: 5 },
  { arbitrary: updateRows, weight: 3 },
  { arbitrary: remove, weight: 2 },
  { arbitrary: putBack, weight: 1 },
);

const REFUSING = new Set(['parts_code_key', 'part_attributes_name_key', 'part_crosses_key', 'part_vehicles_pkey']);

/** Runs a statement. Ignores unique violations, which change nothing. */
async function run(change: RawBuilder<unknown>): Promise<void> {
  await change.execute(db).catch((error: unknown) => {
    const isRefused =
      error instanceof pg.DatabaseError && error.code === '23505' && REFUSING.has(error.constraint ?? '');
    if (!isRefused) throw error;
  });
}

const RUNS = soak(12, 300);

test('after any changes the stored numbers, words and vehicles of all parts equal computed ones', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(statement, { minLength: 10, maxLength: 25, size: 'max' }), async (changes) => {
      await db.deleteFrom('parts').execute();
      for (const table of ['part_numbers', 'part_texts', 'vehicle_parts'])
        expect(await read(sql`select from ${sql.table(table)}`), table).toEqual([]);
      for (const change of changes) {
        await run(change);
        expect(await recount(db, 'numbers', 'texts', 'vehicleParts')).toEqual([]);
      }
    }),
    { numRuns: RUNS },
  );
});

test('a word that is too long for the index is left out, and the other words of its part are indexed', async () => {
  await db.deleteFrom('parts').execute();
  const [part_brand_id = 0, part_product_id = 0] = [brands[0], products[0]];
  const observation = `${'一'.repeat(4_000)} con sensor ${'x'.repeat(900)}`;
  await db.insertInto('parts').values({ part_brand_id, part_product_id, code: 'A1', observation }).execute();
  expect(await read(sql`select words::text from part_texts`)).toEqual([{ words: "'con' 'sensor'" }]);
});
