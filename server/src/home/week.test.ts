import { api } from '@piezario/contract/api';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addBrand, addCategory, addPart, addProduct } from '../testing/catalogue.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';

const server = await startServer();
const { db } = server;
const [brand, other] = [await addBrand(db), await addBrand(db)];
const product = await addProduct(db, (await addCategory(db)).id);
const parts = [await addPart(db, brand.id, product.id), await addPart(db, other.id, product.id)];
// Moves the operations so far before the week.
await sql`update operations set at = now() - interval '8 days'`.execute(db);
const admin = await enrol(server, 'admin');
const staff = await enrol(server, 'staff');
const maker = await enrol(server, 'manufacturer', { part_brand_id: brand.id });

test('the changes of a week that a person may see are summed by author, kind of operation and entity', async () => {
  expect(await maker.call(api.home.week, {})).toEqual({ operations: 0, rows: 0, people: [], kinds: [], done: [] });
  const [mine, theirs] = parts.map(({ id }) => id);
  if (!mine || !theirs) throw new Error('There are two parts');
  const attribute = (part_id: number, name: string) => ({ body: { part_id, name, value: '1', unit: '' } });
  await maker.call(api.attributes.store, attribute(mine, 'Alto'));
  await maker.call(api.crosses.store, { body: { part_id: mine, brand: 'Otra', code: 'X1' } });
  await staff.call(api.attributes.store, attribute(mine, 'Ancho'));
  await staff.call(api.attributes.store, attribute(theirs, 'Ancho'));

  const created = { action: 'created' as const };
  const week = await maker.call(api.home.week, {});
  expect(week).toMatchObject({ operations: 3, rows: 3, kinds: [{ kind: 'screen', operations: 3, rows: 3 }] });
  expect(week.done).toEqual([
    { entity: 'attribute', ...created, rows: 2 },
    { entity: 'cross', ...created, rows: 1 },
  ]);
  expect(week.people.map(({ operations, rows }) => [operations, rows])).toEqual([
    [2, 2],
    [1, 1],
  ]);
  const whole = await admin.call(api.home.week, {});
  // Only admins see the accounts that the test created.
  expect(whole.done.find(({ entity }) => entity === 'user')).toMatchObject({ action: 'created' });
  expect((await staff.call(api.home.week, {})).done).toEqual([
    { entity: 'attribute', ...created, rows: 3 },
    { entity: 'cross', ...created, rows: 1 },
  ]);
});
