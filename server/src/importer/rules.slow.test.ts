import { api } from '@piezario/contract/api';
import { expect, test } from 'vitest';
import type { Row } from '../spreadsheet/writing/write-cells.ts';
import { addBrand, addCategory, addPart, addProduct, clearParts } from '../testing/catalogue.ts';
import { errorsOf, importFile, makeWorkbook } from '../testing/imports.ts';
import { startJobs } from '../testing/jobs.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';

/* How rows are read, and their errors. */

const server = await startServer();
const { db } = server;
startJobs(server);
const frenos = await addCategory(db, 'Frenos');
const pastillas = await addProduct(db, frenos.id, 'Pastillas');
await addProduct(db, (await addCategory(db, 'Motor')).id, 'Bujías');
const brand = await addBrand(db, 'Ñandú');
const maker = await enrol(server, 'manufacturer', { part_brand_id: brand.id, part_category_id: frenos.id });

/** Imports the rows and returns one line for each error. */
async function problemsOf(sheet: 'Piezas' | 'Atributos' | 'Equivalencias' | 'Aplicaciones', rows: readonly Row[]) {
  const done = await importFile(maker, await makeWorkbook({ [sheet]: rows }));
  return { done, errors: await errorsOf(maker, done) };
}

const parts = () =>
  db
    .selectFrom('parts')
    .where('part_brand_id', '=', brand.id)
    .select(['code', 'observation', 'enabled', 'discontinued', 'version'])
    .orderBy('id')
    .execute();
const clear = () => clearParts(db);

const part = (code: Row[number], ...more: Row) => ['Ñandú', null, 'Pastillas', code, ...more];

test('parts: values are accepted in several spellings', async () => {
  await clear();
  const { errors } = await problemsOf('Piezas', [
    ['  ñandu ', 'FRENOS', 'PASTILLAS', ' 00123 ', ' Con ñ y\nrenglones ', 'sí', 'No'],
    part(4711),
    part('W 712/75', '', 'X', '0'),
    part('=1+1', '', 'verdadero', 'FALSO'),
    part('n', '(vacío)', 'n', 's'),
  ]);
  expect(errors).toEqual([]);
  expect(await parts()).toEqual([
    { code: '00123', observation: 'Con ñ y\nrenglones', enabled: true, discontinued: false, version: 1 },
    { code: '4711', observation: '', enabled: true, discontinued: false, version: 1 },
    { code: 'W 712/75', observation: '', enabled: true, discontinued: false, version: 1 },
    { code: '=1+1', observation: '', enabled: true, discontinued: false, version: 1 },
    { code: 'n', observation: '', enabled: false, discontinued: true, version: 1 },
  ]);
});

test('parts: a blank cell or equal row changes nothing, (vacío) clears, another spelling is not stored', async () => {
  await clear();
  await problemsOf('Piezas', [
    part('A-1', 'Uno', 'NO', 'SI'),
    part('A-2', 'Dos', 'NO', 'SI'),
    part('A-3', 'Tres', 'NO', 'SI'),
    part('A-4', 'Cuatro', 'NO', 'SI'),
  ]);
  const { done } = await problemsOf('Piezas', [
    part('A-1'),
    part('A-2', '(VACIO)', 'SI'),
    part('a3'),
    part('A-4', 'Cuatro', 'NO', 'SI'),
    part('A-5', 'Cinco'),
  ]);
  expect(done).toMatchObject({ rows_total: 5, rows_created: 1, rows_updated: 1, rows_unchanged: 3, errors_count: 0 });
  expect(await parts()).toEqual([
    { code: 'A-1', observation: 'Uno', enabled: false, discontinued: true, version: 1 },
    { code: 'A-2', observation: '', enabled: true, discontinued: true, version: 2 },
    { code: 'A-3', observation: 'Tres', enabled: false, discontinued: true, version: 1 },
    { code: 'A-4', observation: 'Cuatro', enabled: false, discontinued: true, version: 1 },
    { code: 'A-5', observation: 'Cinco', enabled: true, discontinued: false, version: 1 },
  ]);
});

test('parts: «Universal» says that a part needs no vehicles; without the column it stays as it is', async () => {
  await clear();
  const rowOf = (code: string, universal: string | null) => [...part(code, null, null, null), null, universal];
  await problemsOf('Piezas', [rowOf('U-1', 'SI'), rowOf('U-2', 'no'), rowOf('U-3', null)]);
  const universal = async () =>
    (await db.selectFrom('parts').select('is_universal').orderBy('id').execute()).map((row) => row.is_universal);
  expect(await universal()).toEqual([true, false, false]);
  const { done, errors } = await problemsOf('Piezas', [part('U-1'), rowOf('U-2', 'x'), rowOf('U-3', 'quizás')]);
  expect(errors).toEqual(['Piezas 4 Universal «quizás»: Tiene que ser SI o NO']);
  expect(done).toMatchObject({ rows_updated: 1, rows_unchanged: 1 });
  expect(await universal()).toEqual([true, true, false]);
});

test('parts: each flag has its own words for yes and no, and a cell without data leaves it unchanged', async () => {
  await clear();
  const { errors } = await problemsOf('Piezas', [
    part('F-1', null, 'Activo', 'vigente'),
    part('F-2', null, 'BAJA', 'Baja'),
    part('F-3', null, 'Inactiva', 'discontinuado'),
    part('F-4', 'S/D', 'S/D', '---'),
    part('F-5', null, '✓', 'n/a', '-'),
    part('F-6', null, 'discontinuado', 'inactivo'),
  ]);
  expect(errors).toEqual([
    'Piezas 7 Habilitada «discontinuado»: Tiene que ser SI o NO',
    'Piezas 7 Discontinuada «inactivo»: Tiene que ser SI o NO',
  ]);
  const stored = await db
    .selectFrom('parts')
    .select(['enabled', 'discontinued', 'observation'])
    .orderBy('id')
    .execute();
  expect(stored).toEqual([
    { enabled: true, discontinued: false, observation: '' },
    { enabled: false, discontinued: true, observation: '' },
    { enabled: false, discontinued: true, observation: '' },
    { enabled: true, discontinued: false, observation: 'S/D' },
    { enabled: true, discontinued: false, observation: '' },
  ]);
});

test('parts: every error of a row is listed with its column, and the other rows are saved', async () => {
  await clear();
  const { done, errors } = await problemsOf('Piezas', [
    part('B-1'),
    [null, null, 'Pastillas', null],
    part('--', 'x'.repeat(5001), 'quizás', '(vacío)'),
    part('b 1'),
    part(1e16),
    part(new Date('2026-02-01T12:00:00Z')),
    ['Otra', null, 'Pastillas', 'B-7'],
    ['Ñandú', null, 'Bujías', 'B-8'],
    ['Ñandú', null, 'Nada', 'B-9'],
    ['Ñandú', 'Motor', 'Pastillas', 'B-10'],
    ['Ñandú', '(vacío)', '(vacío)', 'línea\nlínea'],
    part('B-12'),
  ]);
  expect(errors).toEqual([
    'Piezas 3 Marca «»: Completá este campo',
    'Piezas 3 Código «»: Completá este campo',
    'Piezas 4 Código «--»: Tiene que tener alguna letra o número',
    `Piezas 4 Descripción «${'x'.repeat(200)}…»: Se permiten hasta 5000 caracteres`,
    'Piezas 4 Habilitada «quizás»: Tiene que ser SI o NO',
    'Piezas 4 Discontinuada «(vacío)»: No se puede vaciar: acá no va (vacío)',
    expect.stringMatching(/^Piezas 6 Código «\d+»: El número tiene más de 15 cifras/),
    'Piezas 7 Código «01/02/2026»: La planilla lo convirtió en una fecha: poné la columna como texto y escribí el código de nuevo',
    'Piezas 8 Marca «Otra»: No existe o no está a tu alcance',
    'Piezas 9 Producto «Bujías»: No existe o no está a tu alcance',
    'Piezas 10 Producto «Nada»: No existe o no está a tu alcance',
    'Piezas 11 Categoría «Motor»: No es la categoría del producto',
    'Piezas 12 Categoría «(vacío)»: No se puede vaciar: acá no va (vacío)',
    'Piezas 12 Producto «(vacío)»: No se puede vaciar: acá no va (vacío)',
    'Piezas 12 Código «línea\nlínea»: No puede tener saltos de línea ni caracteres de control',
  ]);
  expect(done).toMatchObject({
    status_message: 'Completado con 9 errores: 2 nuevas, 0 modificadas, 1 sin cambios, 1 aviso',
    rows_total: 12,
    rows_done: 12,
    errors_count: 9,
  });
  expect((await parts()).map(({ code }) => code)).toEqual(['B-1', 'B-12']);
});

test('attributes: added, changed, removed with (vacío); a new one needs a value', async () => {
  await clear();
  const { id } = await addPart(db, brand.id, pastillas.id, 'C-1');
  const attribute = (name: string, value: Row[number], unit: Row[number] = null) => [
    'Ñandú',
    'Pastillas',
    'c1',
    name,
    value,
    unit,
  ];
  const first = await problemsOf('Atributos', [
    attribute('Ancho', '10', 'mm'),
    attribute('Alto', 20),
    attribute('Espesor', '17,5', 'mm'),
    attribute('Peso', '1', 'kg'),
  ]);
  expect(first.done).toMatchObject({ rows_created: 4 });
  const { done, errors } = await problemsOf('Atributos', [
    attribute('ANCHO', null, '(vacío)'),
    attribute('Alto', '20'),
    attribute('Espesor', '(vacío)'),
    attribute('Peso', '2'),
    attribute('Color', null, 'RAL'),
    attribute('Nada', '(vacío)'),
    attribute('GTIN', 7.79e16),
    attribute('Peor', '#N/D'),
    attribute('ánchó', '3'),
    ['Ñandú', 'Pastillas', 'No está', 'Ancho', '1'],
  ]);
  expect(done).toMatchObject({ rows_created: 0, rows_updated: 2, rows_removed: 1, rows_unchanged: 2, errors_count: 5 });
  expect(errors).toEqual([
    'Atributos 6 Valor «»: La pieza no tiene este atributo: completá su valor',
    expect.stringMatching(/^Atributos 8 Valor «\d+»: El número tiene más de 15 cifras/),
    'Atributos 9 Valor «#N/D»: La celda tiene un error de la planilla: #N/D',
    'Atributos 10 Nombre «ánchó»: Está repetida: dice otra cosa que la fila 2',
    'Atributos 11 Código «No está»: No hay una pieza con ese código en la marca y el producto',
  ]);
  const { attributes } = await maker.call(api.parts.show, { params: { partId: id } });
  expect(attributes.map(({ name, value, unit }) => [name, value, unit])).toEqual([
    ['Peso', '2', 'kg'],
    ['Ancho', '10', ''],
    ['Alto', '20', ''],
  ]);
});

test('a good row after a row of the same part with an error is refused, and the part is not saved', async () => {
  await clear();
  const { errors } = await problemsOf('Piezas', [part('B-20', null, 'quizás'), part('B-20', null, 'NO'), part('B-21')]);
  expect(errors).toEqual([
    'Piezas 2 Habilitada «quizás»: Tiene que ser SI o NO',
    'Piezas 3 Código «B-20»: Está repetida: dice otra cosa que la fila 2',
  ]);
});

test('equivalences: added, never duplicated, and another spelling is not stored', async () => {
  await clear();
  const { id } = await addPart(db, brand.id, pastillas.id, 'D-1');
  const cross = (...given: Row) => ['Ñandú', 'Pastillas', 'D-1', ...given];
  await problemsOf('Equivalencias', [cross('Citroën', '12-34'), cross('Fiat', 777)]);
  const { done, errors } = await problemsOf('Equivalencias', [
    cross('CITROEN', '1234'),
    cross('Fiat', '777'),
    cross('fíat', '7 7 7'),
    cross('Ford', '8'),
    cross(null, '9'),
  ]);
  expect(done).toMatchObject({ rows_created: 1, rows_updated: 0, rows_unchanged: 3, errors_count: 1 });
  expect(done.warnings).toEqual([
    '1 fila (Equivalencias 4): está repetida en el archivo, con lo mismo, y se lee una sola vez',
  ]);
  expect(errors).toEqual(['Equivalencias 6 Marca equivalente «»: Completá este campo']);
  const { cross: stored } = await maker.call(api.parts.show, { params: { partId: id } });
  expect(stored.map(({ brand, code }) => [brand, code])).toEqual([
    ['Ford', '8'],
    ['Fiat', '777'],
    ['Citroën', '12-34'],
  ]);
});
