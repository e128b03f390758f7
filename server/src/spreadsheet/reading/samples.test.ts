import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Parts, readAll, relationsXml, sheetXml, workbookParts, zip } from '../../testing/workbook.ts';
import { saveInLibreOffice } from '../../testing/written-workbook.ts';
import type { Cell } from './read.ts';

/*
 * One workbook: as written here, as LibreOffice saved it as .xlsx and .xls, and saved again by LibreOffice where it is
 * installed. The files in samples/ were made with soffice --convert-to xlsx|xls
 */

const text = (reference: string, value: string) =>
  `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${value}</t></is></c>`;

const FORMATS = ['00000', 14, 'yyyy\\-mm\\-dd\\ hh:mm', '0.00%', '00\\-00000000\\-0', '"AB-"000'];

const ROWS = [
  `<row r="1">${text('A1', 'Marca y producto')}<c r="B1"/>${text('C1', 'Código')}${text('D1', 'Descripción')}</row>`,
  // Empty styled cells.
  '<row r="2"/><row r="3"><c r="A3" s="1"/><c r="B3" s="2"/></row>',
  `<row r="4">${text('A4', 'Ñandú &amp; Cía')}${text('B4', 'Bujía')}<c r="C4" s="1"><v>123</v></c>${text('D4', '  «línea 1»\nlínea 2 🚗 ')}</row>`,
  `<row r="5">${text('A5', '00123')}<c r="C5"><v>7501234567890</v></c><c r="D5"><v>10.5</v></c><c r="E5"><v>-3</v></c></row>`,
  '<row r="6"><c r="A6" s="2"><v>45413</v></c><c r="B6" s="3"><v>45413.75</v></c><c r="C6" s="4"><v>0.125</v></c></row>',
  '<row r="7"><c r="A7" t="b"><v>1</v></c><c r="B7" t="b"><v>0</v></c><c r="C7" t="e"><f>NA()</f><v>#N/A</v></c></row>',
  `<row r="8"><c r="A8" t="str"><f>A5&amp;"-"&amp;C4</f><v>00123-123</v></c><c r="B8"><f>C5+1</f><v>7501234567891</v></c>` +
    `<c r="C8" t="b"><f>C5&gt;1</f><v>1</v></c></row>`,
  '<row r="9"><c r="A9" s="5"><v>30712345671</v></c><c r="B9" s="6"><v>12</v></c></row>',
  `<row r="20">${text('C20', '=1+1')}</row>`,
];

const EXPECTED: readonly (readonly [number, ...Cell[]])[] = [
  [1, 'Marca y producto', null, 'Código', 'Descripción'],
  [4, 'Ñandú & Cía', 'Bujía', '00123', '  «línea 1»\nlínea 2 🚗 '],
  [5, '00123', null, 7501234567890, 10.5, -3],
  [6, new Date('2024-05-01'), new Date('2024-05-01T18:00Z'), '12,50%'],
  [7, true, false, { error: '#N/A' }],
  [8, '00123-123', 7501234567891, true],
  [9, '30-71234567-1', 'AB-012'],
  [20, null, null, '=1+1'],
];

function sampleParts(): Parts {
  const parts = workbookParts(ROWS.join(''), { formats: FORMATS });
  const sheets =
    '<sheet name="Aplicaciones" sheetId="2" r:id="rId9"/><sheet name="Oculta" sheetId="3" state="hidden" r:id="rId8"/>';
  const merged = String(parts['xl/worksheets/sheet1.xml']).replace(
    '</sheetData>',
    '</sheetData><mergeCells count="1"><mergeCell ref="A1:B1"/></mergeCells>',
  );
  return {
    ...parts,
    'xl/workbook.xml': String(parts['xl/workbook.xml']).replace('</sheets>', `${sheets}</sheets>`),
    'xl/_rels/workbook.xml.rels': relationsXml([
      ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
      ['rId2', 'styles', 'styles.xml'],
      ['rId8', 'worksheet', 'worksheets/sheet3.xml'],
      ['rId9', 'worksheet', 'worksheets/sheet2.xml'],
    ]),
    '[Content_Types].xml': CONTENT_TYPES,
    'xl/worksheets/sheet1.xml': merged,
    'xl/worksheets/sheet2.xml': sheetXml(`<row r="1">${text('A1', 'Modelo')}</row>`),
    'xl/worksheets/sheet3.xml': sheetXml(`<row r="1">${text('A1', 'nada')}</row>`),
  };
}

const CONTENT_TYPES = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
  <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
  <Default Extension="xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>
  <Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>
  <Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>
</Types>`;

async function expectSample(path: string, kind: 'xlsx' | 'xls' | 'ods') {
  const workbook = await readAll(path);
  expect(workbook.kind).toBe(kind);
  expect(workbook.sheets.map(({ name, hidden }) => [name, hidden])).toEqual([
    ['Piezas', false],
    ['Aplicaciones', false],
    ['Oculta', true],
  ]);
  expect(workbook.sheets[0]?.rows.map(({ number, cells }) => [number, ...cells])).toEqual(EXPECTED);
  expect(workbook.sheets[1]?.rows).toEqual([{ number: 1, cells: ['Modelo'] }]);
}

let folder: string;
let source: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'samples-'));
  source = join(folder, 'source.xlsx');
  await writeFile(source, await zip(sampleParts()));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

it('a workbook is read as it was written', () => expectSample(source, 'xlsx'));

describe('a workbook of LibreOffice', () => {
  it.each(['xlsx', 'xls'] as const)('is read from .%s', (kind) =>
    expectSample(join(import.meta.dirname, 'samples', `libreoffice.${kind}`), kind),
  );

  it.each(['xlsx', 'xls', 'ods'] as const)('saved on this machine is read from .%s', async (kind) => {
    const path = join(folder, `resaved.${kind}`);
    await writeFile(path, await saveInLibreOffice(await readFile(source), kind));
    await expectSample(path, kind);
  });
});
