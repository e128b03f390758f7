import { api } from '@piezario/contract/api';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addBrand, addCategory, addPart, addProduct } from '../testing/catalogue.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';

const server = await startServer();
const { db } = server;
const admin = await enrol(server, 'admin');
const today = (person = admin) => person.call(api.home.today, {});
const done = (is_done: 0 | 1) => (step: string) => ({ step, is_done });

test('a new installation has steps until its first part is complete', async () => {
  expect(await today()).toEqual({
    tasks: [],
    setup: ['brand', 'people', 'template', 'part', 'photo', 'complete'].map(done(0)),
  });
  // A person without brands who may not create one has no steps.
  expect((await today(await enrol(server, 'manufacturer'))).setup).toBeNull();
  const brand = await addBrand(db, 'Álamo');
  const maker = await enrol(server, 'manufacturer', { part_brand_id: brand.id });
  expect((await today(maker)).setup).toEqual(['part', 'photo', 'complete'].map(done(0)));
  const product = await addProduct(db, (await addCategory(db)).id);
  await db
    .updateTable('part_products')
    .set({ requires: ['observation'], photos_required: 0 })
    .execute();
  const part = await addPart(db, brand.id, product.id);
  expect((await today()).setup).toEqual([
    ...['brand', 'people'].map(done(1)),
    { step: 'template', is_done: 0 },
    { step: 'part', is_done: 1 },
    ...['photo', 'complete'].map(done(0)),
  ]);
  await db.updateTable('parts').set({ observation: 'Con válvula' }).where('id', '=', part.id).execute();
  expect((await today()).setup).toBeNull();
  expect((await today(maker)).setup).toBeNull();
});

test('gaps, conflicts, misfits, changes of others and expiring trash are tasks within the scope', async () => {
  const [mine, theirs] = [await addBrand(db, 'Mía'), await addBrand(db, 'Ajena')];
  const product = await addProduct(db, (await addCategory(db)).id);
  await db
    .updateTable('part_products')
    .set({ requires: ['observation'], photos_required: 0 })
    .execute();
  const maker = await enrol(server, 'manufacturer', { part_brand_id: mine.id });
  const colleague = await enrol(server, 'manufacturer', { part_brand_id: mine.id });
  const stranger = await enrol(server, 'manufacturer', { part_brand_id: theirs.id });
  const part = await addPart(db, mine.id, product.id, 'A1');
  const gone = await addPart(db, mine.id, product.id, 'A2');
  const strange = [await addPart(db, theirs.id, product.id, 'B1'), await addPart(db, theirs.id, product.id, 'B2')];

  const gap = { kind: 'gap', gap: 'observation', parts: 2, part_brand_id: mine.id, brand: 'Mía' };
  expect((await today(maker)).tasks).toEqual([gap]);
  await colleague.call(api.attributes.store, { body: { part_id: part.id, name: 'Alto', value: '1', unit: '' } });
  await colleague.call(api.parts.remove, { body: { id: gone.id } });
  await sql`update removed_parts set removed_at = now() - interval '27 days'`.execute(db);
  for (const [place, pairs] of [
    [mine, 3],
    [theirs, 5],
  ] as const) {
    await db
      .insertInto('conflict_counts')
      .values({ part_brand_id: place.id, part_product_id: product.id, pairs })
      .execute();
  }
  for (const { id } of [part, ...strange]) {
    await sql`update part_counts set off_template = 1 where part_id = ${id}`.execute(db);
  }
  const { tasks } = await today(maker);
  expect(tasks).toMatchObject([
    { ...gap, parts: 1 },
    { kind: 'conflicts', pairs: 3, part_brand_id: mine.id, brand: 'Mía' },
    { kind: 'misfits', parts: 1, part_brand_id: mine.id, brand: 'Mía' },
    { kind: 'changes', operations: 2, people: [expect.any(String)] },
    { kind: 'trash', parts: 1 },
  ]);
  // A person's own changes are no task.
  expect((await today(colleague)).tasks.map(({ kind }) => kind)).toEqual(['gap', 'conflicts', 'misfits', 'trash']);
  expect((await today(stranger)).tasks).toEqual([
    { kind: 'gap', gap: 'observation', parts: 2, part_brand_id: theirs.id, brand: 'Ajena' },
    { kind: 'conflicts', pairs: 5, part_brand_id: theirs.id, brand: 'Ajena' },
    { kind: 'misfits', parts: 2, part_brand_id: theirs.id, brand: 'Ajena' },
  ]);
});
