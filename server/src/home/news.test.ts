import { api } from '@piezario/contract/api';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addAttribute, addBrand, addCategory, addCross, addPart, addProduct } from '../testing/catalogue.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';

const server = await startServer();
const { db } = server;
const [brand, other] = [await addBrand(db, 'Álamo'), await addBrand(db, 'Zorzal')];
const category = await addCategory(db);
const [product, hidden] = [await addProduct(db, category.id), await addProduct(db, category.id)];
const client = await enrol(server, 'client', { part_brand_id: brand.id, part_product_id: product.id });
const elsewhere = await enrol(server, 'user', { part_brand_id: other.id });

const newsOf = (person: typeof client, since?: string) =>
  person.call(api.home.news, { query: { ...(since !== undefined && { since }) } });
const visit = (person: typeof client) => person.call(api.home.visit, {});
/** Moves the visits of all users some hours into the past. */
const hoursPass = (hours: number) =>
  sql`update users set visited_at = visited_at - make_interval(hours => ${hours}), news_since = news_since - make_interval(hours => ${hours})`.execute(
    db,
  );
const age = (...parts: { id: number }[]) =>
  sql`update parts set created_at = now() - interval '1 year' where id in (${sql.join(parts.map(({ id }) => id))})`.execute(
    db,
  );
const calm = () => sql`update part_counts set updated_at = created_at`.execute(db);

const dayBefore = (day: string, days: number) =>
  new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);

const partsOf = async (person: typeof client) =>
  (await newsOf(person)).brands.map(({ name, created, changed, discontinued }) => ({
    name,
    ...Object.fromEntries(
      Object.entries({ created, changed, discontinued }).map(([kind, { count, parts }]) => [
        kind,
        [count, ...parts.map(({ code }) => code)],
      ]),
    ),
  }));

await addPart(db, brand.id, product.id, 'NUEVA');
const [changed, dropped, still] = [
  await addPart(db, brand.id, product.id, 'CAMBIADA'),
  await addPart(db, brand.id, product.id, 'DISCONTINUADA'),
  await addPart(db, brand.id, product.id, 'IGUAL'),
];
const disabled = await addPart(db, brand.id, product.id, 'DESHABILITADA');
await addPart(db, brand.id, hidden.id, 'AJENA');
await addPart(db, other.id, product.id, 'DE OTRA MARCA');
await age(changed, dropped, still);
await calm();
await db.updateTable('parts').set({ discontinued: true }).where('id', '=', dropped.id).execute();
await db.updateTable('parts').set({ enabled: false }).where('id', '=', disabled.id).execute();
await addAttribute(db, changed.id);

test('a part in the scope is news once: as new, changed or discontinued', async () => {
  expect(await partsOf(client)).toEqual([
    { name: 'Álamo', created: [1, 'NUEVA'], changed: [1, 'CAMBIADA'], discontinued: [1, 'DISCONTINUADA'] },
  ]);
  expect(await partsOf(elsewhere)).toMatchObject([{ name: 'Zorzal', created: [1, 'DE OTRA MARCA'] }]);
  expect((await newsOf(client)).brands).toMatchObject([{ created: { has_more: false } }]);
});

test('a part that is sold again is not listed as discontinued', async () => {
  await db.updateTable('parts').set({ discontinued: false }).where('id', '=', dropped.id).execute();
  expect(await partsOf(client)).toMatchObject([
    { discontinued: [0], changed: [2, expect.anything(), expect.anything()] },
  ]);
  await db.updateTable('parts').set({ discontinued: true }).where('id', '=', dropped.id).execute();
  await db.updateTable('parts').set({ observation: 'Otra' }).where('id', '=', dropped.id).execute();
  expect(await partsOf(client)).toMatchObject([{ discontinued: [1, 'DISCONTINUADA'], changed: [1, 'CAMBIADA'] }]);
});

test('news stay for the four hours of a visit; the next visit shows what came after it', async () => {
  const { since: first } = await newsOf(client);
  await visit(client);
  await hoursPass(3);
  await visit(client);
  expect((await newsOf(client)).since).toBe(first);
  expect((await newsOf(client)).brands).toHaveLength(1);
  await hoursPass(5);
  await visit(client);
  const { since } = await newsOf(client);
  expect(since > first).toBe(true);
  // Everything above happened a moment ago, and so after a visit of five hours ago.
  expect((await newsOf(client)).brands).toHaveLength(1);
  await sql`update part_counts set created_at = created_at - interval '3 days', updated_at = updated_at - interval '3 days',
    discontinued_at = discontinued_at - interval '3 days'`.execute(db);
  expect((await newsOf(client)).brands).toEqual([]);
  expect((await newsOf(client, dayBefore(since, 30))).brands).toHaveLength(1);
  await addPart(db, brand.id, product.id, 'RECIÉN');
  expect(await partsOf(client)).toEqual([{ name: 'Álamo', created: [1, 'RECIÉN'], changed: [0], discontinued: [0] }]);
});

test('changed parts have topics, and the former and current values of attributes', async () => {
  const part = await addPart(db, brand.id, product.id, 'DISTINTA');
  const [wide, high] = [await addAttribute(db, part.id, 'Ancho'), await addAttribute(db, part.id, 'Alto')];
  await db.updateTable('part_attributes').set({ value: '10', unit: 'mm' }).where('part_id', '=', part.id).execute();
  await age(part);
  await sql`update changes set at = at - interval '40 days' where part_id = ${part.id}`.execute(db);
  const set = (id: number, value: string) =>
    db.updateTable('part_attributes').set({ value }).where('id', '=', id).execute();
  for (const value of ['11', '12']) await set(wide.id, value);
  // A value that was changed back is no news.
  for (const value of ['11', '10']) await set(high.id, value);
  await db.updateTable('parts').set({ observation: 'Reforzada' }).where('id', '=', part.id).execute();
  await addCross(db, part.id);
  const find = async () =>
    (await newsOf(client)).brands.flatMap(({ changed }) => changed.parts).find(({ code }) => code === 'DISTINTA');
  const values = [{ name: 'Ancho', before: '10', after: '12', unit: 'mm' }];
  expect(await find()).toMatchObject({ topics: ['observation', 'cross'], values });
  // Changes that were made while the part was out of scope are not shown.
  await db.updateTable('parts').set({ part_product_id: hidden.id }).where('id', '=', part.id).execute();
  await addAttribute(db, part.id, 'Secreto');
  await db.updateTable('parts').set({ part_product_id: product.id }).where('id', '=', part.id).execute();
  expect(await find()).toMatchObject({ topics: ['observation', 'cross'], values });
  await db.deleteFrom('parts').where('id', '=', part.id).execute();
});

test('the list of parts finds the same new parts by date', async () => {
  const { since, until, brands } = await newsOf(client, '2000-01-01');
  expect(since).toBe('2000-01-01');
  const [ofBrand] = brands;
  const { data, total } = await client.call(api.parts.list, {
    params: { brandId: brand.id, productId: 'all' },
    query: {
      ...{ page: 1, size: 50, sort: [{ column: 'created_at', descending: true }] },
      filters: [
        { mode: 'between', column: 'created_at', value: `${since}..${until}` },
        { mode: 'matches', column: 'enabled', value: '1' },
        { mode: 'matches', column: 'discontinued', value: '0' },
      ],
    },
  });
  expect(total).toBe(ofBrand?.created.count);
  expect(data.slice(0, 5).map(({ id }) => id)).toEqual(ofBrand?.created.parts.map(({ id }) => id));
  expect(await client.request('GET', `${api.home.news.path}?since=0000-01-01`)).toMatchObject({ code: 422 });
});

test('a visit is not recorded as a change', async () => {
  const operations = () => db.selectFrom('operations').select('id').execute();
  const before = await operations();
  await visit(client);
  expect(await operations()).toEqual(before);
});

test('more than five parts are counted, and the newest five shown', async () => {
  for (let n = 1; n <= 6; n++) await addPart(db, brand.id, product.id, `SERIE ${n}`);
  const [ofBrand] = await partsOf(client);
  expect(ofBrand).toMatchObject({ created: [7, 'SERIE 6', 'SERIE 5', 'SERIE 4', 'SERIE 3', 'SERIE 2'] });
});

test('parts of a brand out of scope do not affect the news, however many they are', async () => {
  const { id } = await addBrand(db, 'Enorme');
  const [byProduct, byCategory] = [
    await enrol(server, 'client', { part_brand_id: id, part_product_id: product.id }),
    await enrol(server, 'client', { part_brand_id: id, part_category_id: category.id }),
  ];
  await addPart(db, id, product.id, 'ANTERIOR');
  const elsewhere = await addProduct(db, (await addCategory(db)).id);
  // Only the counts of the parts: the parts themselves would take long to insert.
  await db.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction);
    await sql`insert into part_counts
        (part_id, part_brand_id, part_product_id, created_at, is_universal, enabled, discontinued, is_described)
      select 1000000 + n, ${id}, ${elsewhere.id}, now(), false, true, false, true from generate_series(1, 20000) n`.execute(
      transaction,
    );
  });
  for (const person of [byProduct, byCategory]) {
    expect(await partsOf(person)).toEqual([
      { name: 'Enorme', created: [1, 'ANTERIOR'], changed: [0], discontinued: [0] },
    ]);
    expect((await newsOf(person)).brands).toMatchObject([{ created: { has_more: false } }]);
  }
  await sql`update part_counts set created_at = '2020-01-01', updated_at = '2020-01-01'
    where part_brand_id = ${id} and part_id < 1000000`.execute(db);
  for (const person of [byProduct, byCategory]) expect((await newsOf(person)).brands).toEqual([]);
});
