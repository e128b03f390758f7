import { api } from '@piezario/contract/api';
import { expect, test } from 'vitest';
import { addBrand, addCategory, addImport, addMapping, addPart, addProduct, addReview } from '../testing/catalogue.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';

const server = await startServer();
const { db } = server;
const admin = await enrol(server, 'admin');
const counts = (person = admin) => person.call(api.home.counts, {});

test('an empty catalog has nothing to do', async () => {
  expect(await counts()).toEqual({ pending: 0, review: 0, conflicts: 0 });
  expect(await counts(await enrol(server, 'manufacturer'))).toEqual({ pending: 0, review: 0, conflicts: 0 });
});

test('counts the parts with gaps in the scope, and the files of the person', async () => {
  const [mine, theirs] = [await addBrand(db), await addBrand(db)];
  const product = await addProduct(db, (await addCategory(db)).id);
  await db
    .updateTable('part_products')
    .set({ requires: ['observation'], photos_required: 0 })
    .execute();
  const maker = await enrol(server, 'manufacturer', { part_brand_id: mine.id });
  const [part, complete, disabled] = [
    await addPart(db, mine.id, product.id),
    await addPart(db, mine.id, product.id),
    await addPart(db, mine.id, product.id),
  ];
  await db.updateTable('parts').set({ observation: 'Con válvula' }).where('id', '=', complete.id).execute();
  await db.updateTable('parts').set({ enabled: false }).where('id', '=', disabled.id).execute();
  for (let n = 0; n < 2; n++) await addPart(db, theirs.id, product.id);
  await addReview(db, maker.id, part.id);
  await addMapping(db, maker.id, mine.id);
  await addImport(db, maker.id);
  expect(await counts(maker)).toEqual({ pending: 1, review: 2, conflicts: 0 });
  expect(await counts()).toEqual({ pending: 3, review: 0, conflicts: 0 });
});
