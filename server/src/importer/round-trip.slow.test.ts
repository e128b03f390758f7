import { api } from '@piezario/contract/api';
import { expect, test } from 'vitest';
import { addAwkwardBrand, download } from '../testing/exports.ts';
import { asFile, errorsOf, importFile, makeSheets } from '../testing/imports.ts';
import { startJobs } from '../testing/jobs.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';
import { readWorkbook, saveInLibreOffice, type Value } from '../testing/written-workbook.ts';

/* Importing an export changes nothing. Importing an edited export changes only what was edited. */

const server = await startServer();
const { db } = server;
startJobs(server);
const { brand } = await addAwkwardBrand(db);
const maker = await enrol(server, 'manufacturer', { part_brand_id: brand.id });
// In a file this would tell the importer to clear the description.
await db.updateTable('parts').set({ observation: '(vacío)' }).where('code', '=', '+1').execute();
// Technical values of vehicles are exported as they are, also texts.
const components = [
  { cilindrada: '1.6', valvulas: '16V' },
  { cilindrada: 'Única', valvulas: 'S/D' },
];
for (const [index, { id }] of (await db.selectFrom('vehicles').select('id').orderBy('id').execute()).entries()) {
  const values = JSON.stringify(components[index % components.length]);
  await db.updateTable('vehicles').set({ components: values }).where('id', '=', id).execute();
}

const exported = async () => (await download(maker, 'for_importer', { brand: brand.id })).bytes;

/** The whole catalog, with versions and ids. */
async function everything() {
  const [parts, attributes, crosses, links, pictures] = await Promise.all([
    db.selectFrom('parts').selectAll().orderBy('id').execute(),
    db.selectFrom('part_attributes').selectAll().orderBy('id').execute(),
    db.selectFrom('part_crosses').selectAll().orderBy('id').execute(),
    db.selectFrom('part_vehicles').selectAll().orderBy('id').execute(),
    db.selectFrom('part_pictures').selectAll().orderBy('id').execute(),
  ]);
  return { parts, attributes, crosses, links, pictures };
}
test('importing an export changes nothing', async () => {
  const describe = (observation: string) =>
    db.updateTable('parts').set({ observation }).where('code', '=', '-2').execute();
  await describe('uno\r\ndos\rtres\u0001');
  const before = await everything();
  const done = await importFile(maker, asFile(await exported(), 'export.xlsx'));
  expect(await errorsOf(maker, done)).toEqual([]);
  const rows = before.parts.length + before.attributes.length + before.crosses.length + before.links.length;
  expect(done).toMatchObject({ rows_created: 0, rows_updated: 0, rows_unchanged: rows, warnings: [], state: 'done' });
  expect(await everything()).toEqual(before);
  // The next tests use spreadsheets and readers that keep no carriage returns or other control characters.
  await describe('uno\ndos');
});

test('importing a backup restores changed values, and clears those that were blank', async () => {
  const told = async () => {
    const { parts, attributes, links } = await everything();
    return {
      links,
      parts: parts.map(({ code, observation, enabled }) => ({ code, observation, enabled })),
      attributes: attributes.map(({ name, value, unit }) => ({ name, value, unit })),
    };
  };
  const before = await told();
  const { bytes } = await download(maker, 'backup', { brand: brand.id });
  // A description that is literally «(vacío)» cannot be told from an empty one.
  await db.updateTable('parts').set({ observation: 'otra', enabled: false }).where('code', '<>', '+1').execute();
  await db.updateTable('part_attributes').set({ value: 'otro', unit: 'kg' }).execute();
  await db.updateTable('part_vehicles').set({ quantity: 9, note: 'otra', from_year: 2002, until_year: 2003 }).execute();
  const done = await importFile(maker, asFile(bytes, 'respaldo.xlsx'));
  expect(await errorsOf(maker, done)).toEqual([]);
  expect(await told()).toEqual(before);
});

test.each(['xlsx', 'xls'] as const)(
  'importing an export that LibreOffice has saved as %s changes nothing',
  async (kind) => {
    const before = await everything();
    const done = await importFile(maker, asFile(await saveInLibreOffice(await exported(), kind), `export.${kind}`));
    expect(await errorsOf(maker, done)).toEqual([]);
    expect(done).toMatchObject({ rows_created: 0, rows_updated: 0 });
    expect(await everything()).toEqual(before);
  },
);

test('importing an edited export changes only what was edited', async () => {
  const sheets = readWorkbook(await exported());
  const before = await everything();
  const change = (sheet: string, row: number, column: string, value: Value) =>
    sheets[sheet]?.map((cells, index) =>
      index === row ? cells.map((cell, position) => (sheets[sheet]?.[0]?.[position] === column ? value : cell)) : cells,
    ) ?? [];
  const changed = {
    Piezas: change('Piezas', 1, 'Descripción', 'Otra'),
    Atributos: change('Atributos', 1, 'Valor', '(vacío)'),
    Equivalencias: change('Equivalencias', 1, 'Código equivalente', 'Nueva 1'),
    Aplicaciones: sheets.Aplicaciones ?? [],
  };
  const done = await importFile(maker, await makeSheets(changed));
  expect(await errorsOf(maker, done)).toEqual([]);
  expect(done).toMatchObject({ rows_created: 1, rows_updated: 1, rows_removed: 1 });

  const after = await everything();
  const code = sheets.Piezas?.[1]?.[3];
  const part = before.parts.find((one) => one.code === code);
  expect(after.parts).toEqual(
    before.parts.map((one) =>
      one.id === part?.id ? { ...one, observation: 'Otra', is_described: true, version: one.version + 1 } : one,
    ),
  );
  const [, attribute = []] = sheets.Atributos ?? [];
  expect(before.attributes.filter(({ id }) => !after.attributes.some((one) => one.id === id))).toMatchObject([
    { name: attribute[3], value: attribute[4] },
  ]);
  expect(after.attributes).toHaveLength(before.attributes.length - 1);
  expect(after.crosses.filter(({ id }) => !before.crosses.some((one) => one.id === id))).toMatchObject([
    { code: 'Nueva 1', brand: sheets.Equivalencias?.[1]?.[3] },
  ]);
  expect(after.crosses).toHaveLength(before.crosses.length + 1);
  expect(after.links).toEqual(before.links);
});

test('importing an export restores removed parts', async () => {
  const file = asFile(await exported(), 'export.xlsx');
  const before = await maker.call(api.parts.list, {
    params: { brandId: brand.id, productId: 'all' },
    query: { page: 1, size: 200, filters: [], sort: [{ column: 'code', descending: false }] },
  });
  await db.deleteFrom('parts').execute();
  const done = await importFile(maker, file);
  expect(await errorsOf(maker, done)).toEqual([]);
  const after = await maker.call(api.parts.list, {
    params: { brandId: brand.id, productId: 'all' },
    query: { page: 1, size: 200, filters: [], sort: [{ column: 'code', descending: false }] },
  });
  // A file cannot hold «(vacío)» as a text, nor pictures.
  const told = ({ data }: typeof before) =>
    data.map(
      ({
        id,
        version,
        created_at,
        updated_at,
        updated_by,
        discontinued_at,
        pictures_count,
        thumbnailUrl,
        observation,
        has_observation_str,
        completeness,
        gaps,
        ...part
      }) => ({
        ...part,
        observation: observation === '(vacío)' ? '' : observation,
      }),
    );
  expect(told(after)).toEqual(told(before));
});
