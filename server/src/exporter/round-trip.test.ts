import { expect, test } from 'vitest';
import { addAwkwardBrand, download } from '../testing/exports.ts';
import { asFile, errorsOf, importFile, startImports } from '../testing/imports.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';

const server = await startServer();
startImports(server);
const { db } = server;
const { brand } = await addAwkwardBrand(db);
const manufacturer = await enrol(server, 'manufacturer', { part_brand_id: brand.id });

const TABLES = ['parts', 'part_attributes', 'part_crosses', 'part_vehicles', 'part_pictures'] as const;
const readTables = () =>
  Promise.all(
    TABLES.map(async (table) => (await server.sql<object>(`select * from ${table} order by ${table}::text`)).rows),
  );

test('what was taken away for the importer changes nothing when it is imported again', async () => {
  await db.updateTable('parts').set({ observation: '(vacío)' }).where('code', '=', '00123').execute();
  await db.updateTable('parts').set({ observation: 'Uno\r\ndos\rtres' }).where('code', '=', '1e5').execute();
  const before = await readTables();
  const { bytes } = await download(manufacturer, 'for_importer', { brand: brand.id });
  const file = await importFile(manufacturer, asFile(bytes, 'base.xlsx'));
  expect(await errorsOf(manufacturer, file)).toEqual([]);
  expect(file).toMatchObject({ state: 'done', rows_created: 0, rows_updated: 0, warnings: [] });
  expect(file.rows_unchanged).toBe(before.slice(0, 4).flat().length);
  expect(await readTables()).toEqual(before);
});
