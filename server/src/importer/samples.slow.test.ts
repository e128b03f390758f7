import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { addBrand, addCategory, addProduct, clearParts } from '../testing/catalogue.ts';
import { asFile, errorsOf, importFile } from '../testing/imports.ts';
import { startJobs } from '../testing/jobs.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';
import { type Parts, workbookParts, zip } from '../testing/workbook.ts';

/*
 * One workbook, as written here and as LibreOffice saved it: shared and inline strings, numbers as codes, dates,
 * formulas with results, a merged title, empty rows. The files in samples/ were made with soffice --convert-to xlsx|xls
 */

const text = (cell: string, value: string) => `<c r="${cell}" t="inlineStr"><is><t>${value}</t></is></c>`;
const titles = ['Marca', 'Categoría', 'Producto', 'Código', 'Descripción', 'Habilitada'];
const part = (row: number) => text(`A${row}`, 'Ñandú') + text(`B${row}`, 'Frenos') + text(`C${row}`, 'Pastillas');

const ZEROS = 1;
const DATE = 2;
const ROWS = [
  `<row r="1">${text('A1', 'Lista de otoño')}</row>`,
  `<row r="3">${titles.map((title, index) => text(`${'ABCDEF'[index]}3`, title)).join('')}</row>`,
  `<row r="4">${part(4)}<c r="D4" s="${ZEROS}"><v>123</v></c><c r="E4" t="str"><f>"Juego "&amp;"de 4"</f><v>Juego de 4</v></c><c r="F4" t="b"><v>0</v></c></row>`,
  '<row r="5"/>',
  `<row r="6">${part(6)}<c r="D6"><v>7501234567890</v></c><c r="E6"><v>10.5</v></c><c r="F6"><v>1</v></c></row>`,
  `<row r="8">${part(8)}${text('D8', 'W 712/75')}<c r="E8" s="${DATE}"><v>45413</v></c>${text('F8', 'no')}</row>`,
  `<row r="9">${part(9)}<c r="D9" s="${DATE}"><v>45413</v></c></row>`,
  `<row r="10">${part(10)}<c r="D10" t="e"><f>NA()</f><v>#N/A</v></c></row>`,
  `<row r="11">${part(11)}<c r="D11"><v>123456789012345678</v></c></row>`,
];

function sample(): Parts {
  const parts = workbookParts(ROWS.join(''), { formats: ['00000', 14] });
  const merged = '</sheetData><mergeCells count="1"><mergeCell ref="A1:F1"/></mergeCells>';
  const sheet = String(parts['xl/worksheets/sheet1.xml']).replace('</sheetData>', merged);
  return { ...parts, 'xl/worksheets/sheet1.xml': sheet };
}

const read = (name: string) => readFile(new URL(`samples/${name}`, import.meta.url));
const FILES = [
  ['sample.xlsx', () => zip(sample())],
  ...['libreoffice.xlsx', 'libreoffice.xls'].map((name) => [name, () => read(name)] as const),
] as const;

const server = await startServer();
const { db } = server;
startJobs(server);
await addProduct(db, (await addCategory(db, 'Frenos')).id, 'Pastillas');
const brand = await addBrand(db, 'Ñandú');
const maker = await enrol(server, 'manufacturer', { part_brand_id: brand.id });

test.each(FILES)('%s is read as it is shown, and its file of errors fails in the same way', async (name, bytes) => {
  await clearParts(db);
  const done = await importFile(maker, asFile(await bytes(), name));
  expect(done.warnings).toEqual(['Hoja «Piezas»: no se leyó lo que está arriba de los títulos']);
  expect(await errorsOf(maker, done)).toEqual([
    expect.stringMatching(/^Piezas 9 Código «01\/05\/2024»: La planilla lo convirtió en una fecha/),
    'Piezas 10 Código «#N/A»: La celda tiene un error de la planilla: #N/A',
    expect.stringMatching(/^Piezas 11 Código «\d+»: El número tiene más de 15 cifras/),
  ]);
  const parts = await db.selectFrom('parts').select(['code', 'observation', 'enabled']).orderBy('id').execute();
  expect(parts).toEqual([
    { code: '00123', observation: 'Juego de 4', enabled: false },
    { code: '7501234567890', observation: '10,5', enabled: true },
    { code: 'W 712/75', observation: '01/05/2024', enabled: false },
  ]);

  // The file of errors, uploaded as it is, has the same errors again.
  const before = await db.selectFrom('parts').selectAll().orderBy('id').execute();
  const response = await maker.fetch('GET', `/api/backend/importer/files/${done.udid}/errors.xlsx`);
  const again = await importFile(maker, asFile(Buffer.from(await response.arrayBuffer()), 'errores.xlsx'));
  const told = (errors: readonly string[]) => errors.map((error) => error.replace(/^Piezas \d+/, ''));
  expect(told(await errorsOf(maker, again))).toEqual(told(await errorsOf(maker, done)));
  expect(again).toMatchObject({ rows_total: 3, errors_count: 3 });
  expect(await db.selectFrom('parts').selectAll().orderBy('id').execute()).toEqual(before);
});

test('numbers are imported as their cells show them', async () => {
  await clearParts(db);
  const [MONEY, PERCENT, TWO] = [1, 2, 3];
  const rows = [
    `<row r="1">${titles.map((title, index) => text(`${'ABCDEF'[index]}1`, title)).join('')}</row>`,
    `<row r="2">${part(2)}<c r="D2" s="${TWO}"><v>10.5</v></c><c r="E2" s="${MONEY}"><v>1234.5</v></c><c r="F2" s="${TWO}"><v>1</v></c></row>`,
    `<row r="3">${part(3)}<c r="D3"><v>7</v></c><c r="E3" s="${PERCENT}"><v>0.5</v></c><c r="F3" s="${TWO}"><v>0</v></c></row>`,
  ];
  const file = await zip(workbookParts(rows.join(''), { formats: [4, 9, '0.00'] }));
  expect(await errorsOf(maker, await importFile(maker, asFile(file, 'formatos.xlsx')))).toEqual([]);
  expect(await db.selectFrom('parts').select(['code', 'observation', 'enabled']).orderBy('id').execute()).toEqual([
    { code: '10,50', observation: '1.234,50', enabled: true },
    { code: '7', observation: '50%', enabled: false },
  ]);
});
