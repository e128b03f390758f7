import { api } from '@piezario/contract/api';
import { expect, test } from 'vitest';
import { addCategory, addProduct } from '../testing/catalogue.ts';
import { createDatabase, openTransaction } from '../testing/database.ts';
import { startServer } from '../testing/server.ts';
import { recompute, sendTemplate, templated } from '../testing/templates.ts';

const server = await startServer();
const admin = await server.signIn('admin');
const { id: category } = await addCategory(server.db);
const REQUIRED = templated('Ancho', { importance: 'required' });

const jobOf = async (productId: number) => (await admin.call(api.templates.show, { params: { productId } })).job;

test('parts are compared with a template once the transactions that were open when it changed have ended', async () => {
  const { id: product } = await addProduct(server.db, category);
  const saving = await openTransaction(server.connection);
  await saving.query(`update part_categories set name = name || '!' where id = ${category}`);
  await sendTemplate(admin, product, [REQUIRED]);
  let turns = 0;
  const counting = recompute(server, 2, () => turns++);
  // A product without parts reports progress once. More reports mean that the job waits.
  await expect.poll(() => turns).toBeGreaterThan(1);
  expect(await jobOf(product)).toMatchObject({ state: 'running' });
  await saving.commit();
  await counting;
  expect(await jobOf(product)).toBeNull();
});

test('a template does not wait for a transaction in another database of the server', async () => {
  const { id: product } = await addProduct(server.db, category);
  const elsewhere = await openTransaction(await createDatabase());
  await elsewhere.query('create table unfinished ()');
  await sendTemplate(admin, product, [REQUIRED]);
  await recompute(server);
  expect(await jobOf(product)).toBeNull();
});
