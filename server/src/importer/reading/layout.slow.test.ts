import { IMPORT_SHEETS } from '@piezario/contract/importer';
import { expect, test } from 'vitest';
import { addBrand, addCategory, addProduct, clearParts } from '../../testing/catalogue.ts';
import { asFile, errorsOf, importFile, makeSheets } from '../../testing/imports.ts';
import { startJobs } from '../../testing/jobs.ts';
import { enrol } from '../../testing/people.ts';
import { startServer } from '../../testing/server.ts';
import { workbookParts, zip } from '../../testing/workbook.ts';

/* How sheets and titles are recognized, and the message for each wrong file. */

const server = await startServer();
const { db } = server;
startJobs(server);
await addProduct(db, (await addCategory(db, 'Frenos')).id, 'Pastillas');
const brand = await addBrand(db, 'Ñandú');
const maker = await enrol(server, 'manufacturer', { part_brand_id: brand.id });

const codes = async () => {
  const rows = await db.selectFrom('parts').select(['code', 'observation']).orderBy('id').execute();
  await clearParts(db);
  return rows.map(({ code, observation }) => [code, observation]);
};

const titles = IMPORT_SHEETS.Piezas;
const part = ['Ñandú', 'Frenos', 'Pastillas', 'A-1'];

test('titles and sheet names are found in any case, with any accents, punctuation and order', async () => {
  const file = await makeSheets({
    ' ATRIBUTOS ': [
      ['valor', 'NOMBRE', 'codigo', 'Producto', 'MARCA'],
      ['10', 'Ancho', 'A1', 'Pastillas', 'Ñandú'],
    ],
    piezas: [
      ['CODIGO:', '  descripcion ', 'Motivo', 'márca', 'Producto *'],
      ['A-1', 'Una', 'x', 'Ñandú', 'Pastillas'],
    ],
    Ayuda: [['Hoja'], ['lo que sea']],
  });
  const done = await importFile(maker, file);
  expect(done).toMatchObject({ state: 'done', rows_created: 2, warnings: [] });
  expect(await codes()).toEqual([['A-1', 'Una']]);
});

test('sheets and columns that are not in the format are warnings', async () => {
  const file = await makeSheets({
    Precios: [['Código'], ['A-1']],
    Piezas: [
      ['Lista de precios 2026'],
      [],
      ['Marca', 'Producto', 'Código', 'Precio', null, 'Stock'],
      ['Ñandú', 'Pastillas', 'A-1', 100, 'algo', 3],
      [null, null, null, null, null, 7],
    ],
    'Piezas (2)': [
      ['Marca', 'Producto', 'Código'],
      ['Ñandú', 'Pastillas', 'A-2'],
      ['Ñandú', 'Pastillas', 'A-1'],
    ],
  });
  const done = await importFile(maker, file);
  expect(done.warnings).toEqual([
    'No se leyeron las hojas que no son del formato: «Precios»',
    'Hoja «Piezas»: no se leyó lo que está arriba de los títulos',
    'Hoja «Piezas»: no se leen las columnas «Precio», «Stock», que no son del formato: los datos de una pieza van en la hoja «Atributos»',
    'Hoja «Piezas»: no se leen las columnas sin título',
    '1 fila (Piezas (2) 3): está repetida en el archivo, con lo mismo, y se lee una sola vez',
  ]);
  expect(await errorsOf(maker, done)).toEqual([]);
  expect(await codes()).toEqual([
    ['A-1', ''],
    ['A-2', ''],
  ]);
});

test.each([
  [
    'has only other sheets of the format',
    { Atributos: [IMPORT_SHEETS.Atributos], Notas: [['x']] },
    'el archivo no tiene una hoja «Piezas». Tiene: «Atributos», «Notas»',
  ],
  ['has no table', { Hoja1: [['Hola'], ['Chau']] }, 'el archivo no tiene una hoja «Piezas». Tiene: «Hoja1»'],
  [
    'lacks a column',
    {
      Piezas: [
        ['Marca', 'Código'],
        ['a', 'b'],
      ],
    },
    'a la hoja «Piezas» le falta la columna «Producto»',
  ],
  [
    'lacks a column, below the name of the list',
    { Piezas: [['Lista 2026'], ['Marca', 'Código', 'Precio'], ['a', 'b', 1]] },
    'a la hoja «Piezas» le falta la columna «Producto»',
  ],
  [
    'has a column twice',
    { Piezas: [[...titles, 'CÓDIGO '], part] },
    'la hoja «Piezas» tiene dos veces la columna «Código»',
  ],
  [
    'has no rows',
    { Piezas: [titles], Atributos: [IMPORT_SHEETS.Atributos] },
    'el archivo no tiene filas debajo de los títulos',
  ],
  [
    'has no column about vehicles',
    {
      Piezas: [titles, part],
      Aplicaciones: [
        ['Marca', 'Producto', 'Código'],
        ['a', 'b', 'c'],
      ],
    },
    'a la hoja «Aplicaciones» le falta la columna «ID vehículo»',
  ],
])('a file that %s fails with an explanation and changes nothing', async (_, sheets, reason) => {
  const done = await importFile(maker, await makeSheets(sheets));
  expect(done).toMatchObject({ state: 'failed', status_message: `Fallido: ${reason}`, rows_total: null });
  expect(done.finished_at).not.toBeNull();
  expect(await codes()).toEqual([]);
});

test('a table in another sheet waits to be mapped and changes nothing', async () => {
  const done = await importFile(maker, await makeSheets({ Hoja1: [titles, part] }));
  expect(done).toMatchObject({ state: 'mapping', rows_total: null });
  expect(await codes()).toEqual([]);
});

test('a hidden sheet is not read, and the message says so', async () => {
  const parts = workbookParts('<row r="1"><c r="A1"><v>1</v></c></row>');
  const hidden = String(parts['xl/workbook.xml']).replace('name="Piezas"', 'name="Piezas" state="hidden"');
  const done = await importFile(maker, asFile(await zip({ ...parts, 'xl/workbook.xml': hidden }), 'oculta.xlsx'));
  expect(done.status_message).toBe(
    'Fallido: está oculta la hoja «Piezas»: mostrala en Excel y volvé a subir el archivo',
  );
});
