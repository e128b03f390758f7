import type { CellObject } from '@e965/xlsx';
import { IMPORT_SHEETS } from '@piezario/contract/importer';
import { beforeEach, expect, test } from 'vitest';
import { COLUMN_NAMES, type Row } from '../spreadsheet/writing/write-cells.ts';
import { addBrand, addCategory, addProduct, clearParts } from '../testing/catalogue.ts';
import { asFile, errorsOf, importFile } from '../testing/imports.ts';
import { startJobs } from '../testing/jobs.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';
import { type Parts, workbookParts, zip } from '../testing/workbook.ts';
import { WRITERS, writeBySheetJs } from '../testing/writers.ts';

/* Formulas, merged cells, titles far below and rows that contradict each other, as several programs write them. */

const server = await startServer();
const { db } = server;
startJobs(server);
await addProduct(db, (await addCategory(db, 'Frenos')).id, 'Pastillas');
const brand = await addBrand(db, 'Ñandú');
const maker = await enrol(server, 'manufacturer', { part_brand_id: brand.id });

beforeEach(async () => {
  await clearParts(db);
});

const { Piezas, Atributos } = IMPORT_SHEETS;
const part = (code: Row[number], ...more: Row) => ['Ñandú', 'Frenos', 'Pastillas', code, ...more];
const stored = async () => {
  const parts = await db.selectFrom('parts').select(['code', 'observation']).orderBy('id').execute();
  return parts.map(({ code, observation }) => [code, observation]);
};

/** Sheet of parts with inline strings, as some libraries write them. */
const inline = (cell: string, text: string) => `<c r="${cell}" t="inlineStr"><is><t>${text}</t></is></c>`;
const TITLES = Piezas.map((title, index) => inline(`${COLUMN_NAMES[index]}1`, title)).join('');
const partCells = (row: number, code: string) =>
  inline(`A${row}`, 'Ñandú') + inline(`C${row}`, 'Pastillas') + (code && inline(`D${row}`, code));
const sheetOf = (rows: readonly string[]): Parts =>
  workbookParts([TITLES, ...rows].map((cells, index) => `<row r="${index + 1}">${cells}</row>`).join(''));
const SHEET = 'xl/worksheets/sheet1.xml';
const withMerged = (parts: Parts, ranges: readonly string[]): Parts => {
  const merged = ranges.map((range) => `<mergeCell ref="${range}"/>`).join('');
  const after = `</sheetData><mergeCells count="${ranges.length}">${merged}</mergeCells>`;
  return { ...parts, [SHEET]: String(parts[SHEET]).replace('</sheetData>', after) };
};
const asWorkbook = async (parts: Parts) => asFile(await zip(parts), 'a.xlsx');

const UNCALCULATED: CellObject = { t: 'z', f: '1+1' };
const NOTHING: CellObject = { t: 's', v: '', f: '""' };

test.each<[program: string, make: () => Promise<File>]>([
  [
    'a library that writes no results',
    () =>
      asWorkbook(
        sheetOf([
          `${partCells(2, '')}<c r="D2"><f>"D"&amp;1</f></c>`,
          `${partCells(3, 'D-2')}<c r="E3"><f>A1</f><v/></c><c r="F3" t="b"><f>TRUE()</f><v></v></c>`,
          `${partCells(4, 'D-3')}<c r="E4" t="str"><f>""</f><v></v></c>`,
        ]),
      ),
  ],
  [
    'SheetJS',
    async () =>
      writeBySheetJs({ Piezas: [Piezas, part(null), part('D-2'), part('D-3')] }, 'xlsx', {
        cells: { D2: UNCALCULATED, E3: UNCALCULATED, F3: UNCALCULATED, E4: NOTHING },
      }),
  ],
])('a formula of %s without a stored result is an error, and stays one in the file of errors', async (_, make) => {
  const reason =
    'La fórmula no tiene un resultado guardado: abrí la planilla en Excel, guardala y volvé a subirla, o escribí el valor';
  const errors = [
    `Piezas 2 Código «#SIN CALCULAR»: ${reason}`,
    `Piezas 3 Descripción «#SIN CALCULAR»: ${reason}`,
    `Piezas 3 Habilitada «#SIN CALCULAR»: ${reason}`,
  ];
  const done = await importFile(maker, await make());
  expect(await errorsOf(maker, done)).toEqual(errors);
  expect(await stored()).toEqual([['D-3', '']]);
  const response = await maker.fetch('GET', `/api/backend/importer/files/${done.udid}/errors.xlsx`);
  const again = await importFile(maker, asFile(Buffer.from(await response.arrayBuffer()), 'b.xlsx'));
  expect(await errorsOf(maker, again)).toEqual(errors);
});

/** Rows 2 to 4 share their brand, and 2 and 3 their description; row 5 is blank but for the brand. */
const MERGED = ['A2:B5', 'E2:E3', 'E4:G4', 'C1:D1'];
const MERGED_ROWS = [
  part('E-1', 'Juego'),
  [null, null, 'Pastillas', 'E-2'],
  [null, null, 'Pastillas', 'E-3', null, 'SI'],
  [],
  [null, null, 'Pastillas', 'E-4'],
];

test.each<[program: string, make: () => Promise<File>]>([
  [
    'a library',
    () => {
      const cells = (row: number, code: string) => inline(`C${row}`, 'Pastillas') + inline(`D${row}`, code);
      const rows = [
        `${partCells(2, 'E-1')}${inline('E2', 'Juego')}`,
        cells(3, 'E-2'),
        `${cells(4, 'E-3')}${inline('F4', 'SI')}`,
        '',
        cells(6, 'E-4'),
      ];
      return asWorkbook(withMerged(sheetOf(rows), MERGED));
    },
  ],
  ['SheetJS as .xlsx', async () => writeBySheetJs({ Piezas: [Piezas, ...MERGED_ROWS] }, 'xlsx', { merged: MERGED })],
  ['SheetJS as .xls', async () => writeBySheetJs({ Piezas: [Piezas, ...MERGED_ROWS] }, 'xls', { merged: MERGED })],
  [
    'SheetJS as .ods',
    // It does not write covered cells, and the last range covers a title.
    async () => writeBySheetJs({ Piezas: [Piezas, ...MERGED_ROWS] }, 'ods', { merged: MERGED.slice(0, -1) }),
  ],
])('merged cells of %s are read in each of their rows', async (_, make) => {
  const done = await importFile(maker, await make());
  expect(done).toMatchObject({ rows_total: 4, warnings: ['Hoja «Piezas»: se completaron las celdas combinadas'] });
  expect(await errorsOf(maker, done)).toEqual(['Piezas 6 Marca «»: Completá este campo']);
  expect(await stored()).toEqual([
    ['E-1', 'Juego'],
    ['E-2', 'Juego'],
    ['E-3', ''],
  ]);
});

test('with too many merged cells none is completed, and a notice says so', async () => {
  const ranges = Array.from({ length: 10_001 }, (_, index) => `A${index * 2 + 2}:A${index * 2 + 3}`);
  const done = await importFile(maker, await asWorkbook(withMerged(sheetOf([partCells(2, 'F-1')]), ranges)));
  expect(done.warnings).toEqual(['Hoja «Piezas»: tiene demasiadas celdas combinadas, y no se completaron']);
  expect(await stored()).toEqual([['F-1', '']]);
});

test.each(WRITERS)('%s: titles are found in row 50, and not in row 51', async (_, write) => {
  const above = Array.from({ length: 50 }, (_, index) => [`Nota ${index + 1}`]);
  const found = await importFile(maker, await write({ Piezas: [...above.slice(1), Piezas, part('G-1')] }));
  expect(found).toMatchObject({ rows_created: 1 });
  const lost = await importFile(maker, await write({ Piezas: [...above, Piezas, part('G-2')] }));
  expect(lost.status_message).toBe('Fallido: a la hoja «Piezas» le faltan las columnas «Marca», «Producto», «Código»');
});

test.each(WRITERS)(
  '%s: a repeated row is a notice when its values are the same, and else an error',
  async (_, write) => {
    const attribute = (...given: Row) => ['Ñandú', 'Pastillas', ...given];
    const file = await write({
      Piezas: [Piezas, part('H-1', 'Una', 'SI'), part('h1', 'Una', 'X'), part('H-1', 'Otra'), part('H-2')],
      Atributos: [
        Atributos,
        attribute('H-1', 'Ancho', '10', 'mm'),
        attribute('H1', 'ANCHO', 10, 'mm'),
        attribute('H1', 'Ancho', '10', 'cm'),
        attribute('H1', 'Ancho', '(vacío)'),
      ],
    });
    const done = await importFile(maker, file);
    expect(done.warnings).toEqual([
      '2 filas (Piezas 3, Atributos 3): está repetida en el archivo, con lo mismo, y se lee una sola vez',
    ]);
    expect(await errorsOf(maker, done)).toEqual([
      'Piezas 4 Código «H-1»: Está repetida: dice otra cosa que la fila 2',
      'Atributos 4 Nombre «Ancho»: Está repetida: dice otra cosa que la fila 2',
      'Atributos 5 Nombre «Ancho»: Está repetida: dice otra cosa que la fila 2',
    ]);
  },
);
