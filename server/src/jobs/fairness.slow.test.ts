import { expect, test } from 'vitest';
import { addBrand, addCategory, addProduct } from '../testing/catalogue.ts';
import { finished, makeWorkbook, upload } from '../testing/imports.ts';
import { startJobs } from '../testing/jobs.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';

const server = await startServer();
const { db } = server;
await addProduct(db, (await addCategory(db)).id, 'Pastillas');
const brand = await addBrand(db, 'Ñandú');
const [first, second] = [
  await enrol(server, 'manufacturer', { part_brand_id: brand.id }),
  await enrol(server, 'manufacturer', { part_brand_id: brand.id }),
];
const workbook = (code: string) => makeWorkbook({ Piezas: [['Ñandú', '', 'Pastillas', code]] }, `${code}.xlsx`);

/* Only long jobs, which one loop of the queue runs. Small jobs of two people could run at the same time. */

test('the many files of one person do not delay those of another', async () => {
  for (const code of ['A1', 'A2', 'A3']) await upload(first, await workbook(code));
  const others = [await upload(second, await workbook('B1')), await upload(second, await workbook('B2'))];
  await db.updateTable('jobs').set({ is_small: false }).execute();
  startJobs(server);
  const ended = await Promise.all(others.map((file) => finished(second, file)));
  expect(ended.map(({ state }) => state)).toEqual(['done', 'done']);
  const inOrder = await db
    .selectFrom('imports')
    .innerJoin('jobs', 'jobs.id', 'imports.id')
    .select('name')
    .orderBy('finished_at')
    .execute();
  expect(inOrder.slice(0, 4).map(({ name }) => name)).toEqual(['A1.xlsx', 'B1.xlsx', 'A2.xlsx', 'B2.xlsx']);
});
