import { IMPORT_SHEETS } from '@piezario/contract/importer';
import { expect, test } from 'vitest';
import { addBrand, addCategory, addProduct, clearParts } from '../testing/catalogue.ts';
import { asFile, errorsOf, importFile } from '../testing/imports.ts';
import { startJobs } from '../testing/jobs.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';
import { odsParts, withMacros, workbookParts, zip } from '../testing/workbook.ts';
import { writeBySheetJs } from '../testing/writers.ts';

/* The same workbook in every format gives the same import. */

const server = await startServer();
const { db } = server;
startJobs(server);
await addProduct(db, (await addCategory(db, 'Frenos')).id, 'Pastillas');
const brand = await addBrand(db, 'Ñandú');
const maker = await enrol(server, 'manufacturer', { part_brand_id: brand.id });

const part = (code: string, ...more: string[]) => ['Ñandú', 'Frenos', 'Pastillas', code, ...more];
const PARTS = [[...IMPORT_SHEETS.Piezas], part('00123', 'Juego & freno', 'NO'), part('W 712/75'), part('')];
const ATTRIBUTES = [[...IMPORT_SHEETS.Atributos], ['Ñandú', 'Pastillas', '00123', 'Ancho', '12,5', 'mm']];

const inXml = (text: string) => text.replaceAll('&', '&amp;');
const xlsxRows = (rows: readonly (readonly string[])[]) =>
  rows.map((cells) => `<row>${cells.map((text) => `<c t="str"><v>${inXml(text)}</v></c>`).join('')}</row>`).join('');
const odsTable = (name: string, rows: readonly (readonly string[])[]) => {
  const cell = (text: string) =>
    `<table:table-cell office:value-type="string"><text:p>${inXml(text)}</text:p></table:table-cell>`;
  const lines = rows.map((cells) => `<table:table-row>${cells.map(cell).join('')}</table:table-row>`);
  const blank = '<table:table-row table:number-rows-repeated="1048570"><table:table-cell/></table:table-row>';
  return `<table:table table:name="${name}">${lines.join('')}${blank}</table:table>`;
};

const stored = async () => ({
  parts: await db.selectFrom('parts').select(['code', 'observation', 'enabled']).orderBy('id').execute(),
  attributes: await db.selectFrom('part_attributes').select(['name', 'value', 'unit']).orderBy('id').execute(),
});

const JUST_PARTS = {
  parts: [
    { code: '00123', observation: 'Juego & freno', enabled: false },
    { code: 'W 712/75', observation: '', enabled: true },
  ],
  attributes: [],
};
const EVERYTHING = { ...JUST_PARTS, attributes: [{ name: 'Ancho', value: '12,5', unit: 'mm' }] };
const MACROS = 'El archivo tiene macros: no se leen';
const xlsx = workbookParts(xlsxRows(PARTS));

test.each<[name: string, make: () => Promise<Buffer | File>, warnings: string[], expected: object]>([
  ['piezas.xlsx', () => zip(xlsx), [], JUST_PARTS],
  ['piezas.xlsm', () => zip(withMacros(xlsx)), [MACROS], JUST_PARTS],
  ['piezas.ods', () => zip(odsParts(odsTable('Atributos', ATTRIBUTES) + odsTable('Piezas', PARTS))), [], EVERYTHING],
  ['OTRA.ODS', async () => writeBySheetJs({ Piezas: PARTS, Atributos: ATTRIBUTES }, 'ods'), [], EVERYTHING],
  ['con otro nombre.xlsx', async () => writeBySheetJs({ Piezas: PARTS, Atributos: ATTRIBUTES }, 'ods'), [], EVERYTHING],
])('%s is imported', async (name, make, warnings, expected) => {
  await clearParts(db);
  const made = await make();
  const bytes = made instanceof File ? Buffer.from(await made.arrayBuffer()) : made;
  const done = await importFile(maker, asFile(bytes, name));
  expect(done).toMatchObject({ name, state: 'done', warnings });
  expect(await errorsOf(maker, done)).toEqual(['Piezas 4 Código «»: Completá este campo']);
  expect(await stored()).toEqual(expected);
});

const CSV = PARTS.map((cells) => cells.join(';')).join('\r\n');

test.each<[name: string, content: Buffer]>([
  ['piezas.csv', Buffer.from(CSV)],
  ['piezas.txt', Buffer.from(CSV, 'latin1')],
  ['piezas.tsv', Buffer.from(`\ufeff${CSV.replaceAll(';', '\t')}`, 'utf16le')],
  ['exportado por otro sistema.xls', Buffer.from(CSV)],
])('%s is received, and waits to be mapped', async (name, content) => {
  const done = await importFile(maker, asFile(content, name));
  expect(done).toMatchObject({ state: 'mapping', status_message: expect.stringMatching(/^Para mapear/) });
});

test('a .csv that turns out not to be a text fails with an explanation', async () => {
  const done = await importFile(maker, asFile(Buffer.from(`${'a;b\n'.repeat(5_000)}\0`), 'piezas.csv'));
  expect(done).toMatchObject({
    state: 'failed',
    status_message: expect.stringMatching(/tiene datos que no son texto/),
  });
});
