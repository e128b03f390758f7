import { api } from '@piezario/contract/api';
import { IMPORT_SHEETS } from '@piezario/contract/importer';
import { beforeEach, expect, test } from 'vitest';
import type { Row } from '../spreadsheet/writing/write-cells.ts';
import { addBrand, addCategory, addPart, addProduct, clearParts } from '../testing/catalogue.ts';
import { errorsOf, importFile } from '../testing/imports.ts';
import { startJobs } from '../testing/jobs.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';
import { WRITERS } from '../testing/writers.ts';

/* Texts with invisible characters, and values that the spreadsheet has replaced, as several programs write them. */

const server = await startServer();
const { db } = server;
startJobs(server);
const frenos = await addCategory(db, 'Frenos');
const pastillas = await addProduct(db, frenos.id, 'Pastillas');
const brand = await addBrand(db, 'Ñandú');
const maker = await enrol(server, 'manufacturer', { part_brand_id: brand.id });

beforeEach(async () => {
  await clearParts(db);
});

const { Piezas, Atributos, Equivalencias } = IMPORT_SHEETS;
const part = (code: Row[number], ...more: Row) => ['Ñandú', 'Frenos', 'Pastillas', code, ...more];

const stored = () =>
  db.selectFrom('parts').select(['code', 'observation', 'enabled', 'discontinued']).orderBy('id').execute();

test.each(WRITERS)('%s: texts with unusual spaces and invisible characters are read as shown', async (_, writer) => {
  const titles = [
    'Mar\u200bca',
    'Categoría\u00a0',
    'Pro\u00adducto',
    '\ufeffCódigo',
    'Descripcio\u0301n',
    'Habilitada',
  ];
  const file = await writer({
    'Pie\u200bzas\u00a0': [
      titles,
      [
        'N\u0303andu\u0301\u00a0',
        '\u200b',
        'Pas\u00adtillas',
        'A\u200b-1  X\u00a0\u2009Y',
        'Uno\u202e  dos',
        'si\u0301\u00a0',
      ],
      ['Ñandú', '\u00a0', 'Pastillas', 'A-2', '(vaci\u0301o)\u00a0', '\u2003NO\u200e'],
      ['\u200b', null, '\u00a0', '\u2003', null, null],
    ],
  });
  await addPart(db, brand.id, pastillas.id, 'A-2');
  const done = await importFile(maker, file);
  expect(await errorsOf(maker, done)).toEqual([]);
  expect(done).toMatchObject({ rows_total: 2, rows_created: 1, rows_updated: 1, warnings: [] });
  expect(await stored()).toEqual([
    { code: 'A-2', observation: '', enabled: false, discontinued: false },
    { code: 'A-1 X Y', observation: 'Uno  dos', enabled: true, discontinued: false },
  ]);
});

test('screens store and search the same texts as an import', async () => {
  const place = { part_brand_id: brand.id, part_product_id: pastillas.id };
  const { code } = await maker.call(api.parts.store, {
    body: { ...place, code: 'B\u00a0\u2003-\u200b1', observation: 'a\u200b  b' },
  });
  expect(code).toBe('B -1');
  const found = async (column: string, value: string) => {
    const filters = [{ mode: 'contains' as const, column, value }];
    const query = { page: 1, size: 50, filters, sort: [] };
    const params = { brandId: brand.id, productId: pastillas.id };
    return (await maker.call(api.parts.list, { params, query })).data.map((one) => one.code);
  };
  expect(await found('code', 'b\u00a0-\ufeff1')).toEqual(['B -1']);
  expect(await found('product', '\u2003pas\u00adtillas')).toEqual(['B -1']);
  expect(await found('observation', 'a  \u200bb')).toEqual(['B -1']);
});

test.each(WRITERS)('%s: Ñ and N are different letters of a code', async (_, writer) => {
  const cross = (code: string) => ['Ñandú', 'Pastillas', 'T80-N1', 'Fiat', code];
  const attribute = (code: string, value: string) => ['Ñandú', 'Pastillas', code, 'Ancho', value];
  const first = await importFile(
    maker,
    await writer({
      Piezas: [Piezas, part('T80-Ñ1', 'Eñe'), part('T80-N1', 'Ene')],
      Atributos: [Atributos, attribute('t80n\u03031', '1'), attribute('t80n1', '2')],
      Equivalencias: [Equivalencias, cross('Ñ-1'), cross('N-1'), cross('ñ1')],
    }),
  );
  expect(first).toMatchObject({ errors_count: 0 });
  expect(first.warnings).toEqual([
    '1 fila (Equivalencias 4): está repetida en el archivo, con lo mismo, y se lee una sola vez',
  ]);
  await importFile(maker, await writer({ Piezas: [Piezas, part('T80-N1', 'Otra')] }));
  expect((await stored()).map(({ code, observation }) => [code, observation])).toEqual([
    ['T80-Ñ1', 'Eñe'],
    ['T80-N1', 'Otra'],
  ]);
  const search = async (value: string) => {
    const query = { page: 1, size: 50, filters: [{ mode: 'contains' as const, column: 'code', value }], sort: [] };
    const { data } = await maker.call(api.parts.list, { params: { brandId: brand.id, productId: 'all' }, query });
    return data.map(({ code, attributes_count, cross_count }) => [code, attributes_count, cross_count]);
  };
  expect(await search('80-ñ')).toEqual([['T80-Ñ1', 1, 0]]);
  expect(await search('80N')).toEqual([['T80-N1', 1, 2]]);
});

const DATED =
  /^Atributos 2 Valor «05\/08\/2026.*»: La planilla lo convirtió en una fecha: poné la columna como texto y escribí el valor de nuevo$/;
const shortened = (row: string, column: string, code: string) =>
  `1 fila (${row}): ${column} «${code}»: parece un número que la planilla abrevió. Si le faltan cifras, poné la columna como texto y escribilo de nuevo`;

test.each(WRITERS)('%s: a date in the value of an attribute is an error', async (_, writer) => {
  await addPart(db, brand.id, pastillas.id, 'C-1');
  const file = await writer({
    Piezas: [Piezas],
    Atributos: [
      Atributos,
      ['Ñandú', 'Pastillas', 'C-1', 'Rosca', new Date('2026-08-05T12:00:00Z')],
      ['Ñandú', 'Pastillas', 'C-1', 'Paso', '5/8'],
    ],
  });
  const done = await importFile(maker, file);
  expect(await errorsOf(maker, done)).toEqual([expect.stringMatching(DATED)]);
  expect(done).toMatchObject({ rows_created: 1, warnings: [] });
});

test.each(WRITERS)('%s: a code that the spreadsheet has shortened is accepted with a notice', async (_, writer) => {
  const codes = ['7,79E+12', 7_780_000_000_000, '7790000000000', 7_791_234_567_890, '7E12', '12E-4', 120_000];
  const file = await writer({
    Piezas: [Piezas, ...codes.map((code) => part(code))],
    Equivalencias: [Equivalencias, ['Ñandú', 'Pastillas', '7E12', 'Fiat', '1.5e+11']],
  });
  const done = await importFile(maker, file);
  expect(await errorsOf(maker, done)).toEqual([]);
  expect((await stored()).map(({ code }) => code)).toEqual(codes.map(String));
  expect(done.warnings.toSorted()).toEqual(
    [
      shortened('Piezas 2', 'Código', '7,79E+12'),
      shortened('Piezas 3', 'Código', '7780000000000'),
      shortened('Equivalencias 2', 'Código equivalente', '1.5e+11'),
    ].toSorted(),
  );
});
