import { api } from '@piezario/contract/api';
import type { TemplateAttribute } from '@piezario/contract/templates';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Row } from '../../spreadsheet/writing/write-cells.ts';
import { addBrand, addCategory, addPart, addProduct } from '../../testing/catalogue.ts';
import { applyReview, changesOf, errorsOf, importFile, makeWorkbook, reviewFile } from '../../testing/imports.ts';
import { startJobs } from '../../testing/jobs.ts';
import { enrol } from '../../testing/people.ts';
import { startServer } from '../../testing/server.ts';
import { sendTemplate, templated } from '../../testing/templates.ts';
import { times } from './decimal.ts';

/* How an import corrects attributes by the template of their product. */

const server = await startServer();
const { db } = server;
startJobs(server);
const brand = await addBrand(db, 'Marca');
const category = await addCategory(db, 'Categoría');
const admin = await enrol(server, 'admin');
const maker = await enrol(server, 'manufacturer', { part_brand_id: brand.id });

const TEMPLATE = [
  templated('Ancho', {
    ...{ aliases: ['Anchura', 'Ancho total'], type: 'number', unit: 'mm', max: 1000 },
    units: [
      { unit: 'cm', factor: 10 },
      { unit: 'pulg', factor: 25.4 },
      { unit: 'µm', factor: 0.001 },
    ],
  }),
  templated('Material', { type: 'list', values: ['Acero', 'Latón'] }),
  templated('Con retén', { type: 'flag' }),
];

/** Adds a part of a product with the template. `file` makes a workbook for it, and `read` returns its attributes. */
async function furnish(template: readonly TemplateAttribute[] = TEMPLATE) {
  const product = await addProduct(db, category.id);
  await sendTemplate(admin, product.id, template);
  const part = await addPart(db, brand.id, product.id);
  const file = (rows: readonly Row[]) =>
    makeWorkbook({ Atributos: rows.map((row) => ['Marca', product.name, part.code, ...row]) });
  const read = async () => {
    const { attributes } = await maker.call(api.parts.show, { params: { partId: part.id } });
    return attributes
      .map(({ name, value, unit }) => [name, value, unit].filter((text) => text !== '').join(' '))
      .toSorted();
  };
  return { part, product, file, read };
}

test('names, units, lists and flags are stored as in the template, and each correction has a notice', async () => {
  const { file, read } = await furnish();
  const rows = [
    ['ANCHURA', '5,4', 'CM'],
    ['material', 'LATON'],
    ['Con reten', 'x'],
  ];
  const done = await importFile(maker, await file(rows));
  expect(await errorsOf(maker, done)).toEqual([]);
  expect(await read()).toEqual(['Ancho 54 mm', 'Con retén Sí', 'Material Latón']);
  expect([...done.warnings].sort()).toEqual([
    '1 fila (Atributos 2): el nombre «ANCHURA» se toma como «Ancho», de la plantilla',
    '1 fila (Atributos 2): «Ancho» se convierte de CM a mm, por ejemplo 5,4 → 54',
    '1 fila (Atributos 3): «Material» se guarda como lo escribe la plantilla, por ejemplo «LATON» → «Latón»',
    '1 fila (Atributos 4): «Con retén» se guarda Sí o No, por ejemplo «x» → «Sí»',
  ]);
  expect(await importFile(maker, await file(rows))).toMatchObject({ rows_updated: 0, rows_unchanged: 3 });
});

const WIDTHS: readonly (readonly [value: string | number, unit: string | null, stored: string])[] = [
  ['54 mm', null, '54 mm'],
  ['54mm', null, '54 mm'],
  ['5,4 cm', null, '54 mm'],
  ['1 pulg', null, '25,4 mm'],
  ['0.5', 'pulg', '12.7 mm'],
  ['1500 µm', null, '1,5 mm'],
  [5.4, 'cm', '54 mm'],
  [0.1, 'pulg', '2,54 mm'],
  ['54', 'mm', '54 mm'],
  ['54,0', 'MM', '54,0 mm'],
  ['54 kg', null, '54 kg'],
  ['54 mm', 'cm', '54 mm cm'],
  ['54 x 20', null, '54 x 20'],
  ['mucho', 'cm', 'mucho cm'],
  ['1.234', 'cm', '1.234 cm'],
  ['0.125', 'cm', '1.25 mm'],
];

test('a number is separated from its unit and converted exactly, and stays as it is where its unit is unknown', async () => {
  const { product } = await furnish();
  const parts: { id: number; code: string }[] = [];
  for (const _ of WIDTHS) parts.push(await addPart(db, brand.id, product.id));
  const rows = WIDTHS.map(([value, unit], index) => [
    'Marca',
    product.name,
    parts[index]?.code ?? '',
    'Ancho',
    value,
    unit,
  ]);
  await importFile(maker, await makeWorkbook({ Atributos: rows }));
  const stored: string[] = [];
  for (const { id } of parts) {
    const { attributes } = await maker.call(api.parts.show, { params: { partId: id } });
    stored.push(...attributes.map(({ value, unit }) => `${value} ${unit}`.trim()));
  }
  expect(stored).toEqual(WIDTHS.map(([, , meant]) => meant));
});

test('the unit of the template is never converted', async () => {
  const { product, file, read } = await furnish();
  // Older templates may list it among the converted units.
  await db
    .updateTable('part_product_attributes')
    .set({ units: JSON.stringify([{ unit: 'MM', factor: 10 }]) })
    .where('part_product_id', '=', product.id)
    .where('name', '=', 'Ancho')
    .execute();
  await importFile(maker, await file([['Ancho', '5', 'mm']]));
  expect(await read()).toEqual(['Ancho 5 mm']);
});

test('a value that does not fit is a notice, or an error where the template is strict', async () => {
  const [width = templated(''), ...others] = TEMPLATE;
  const { file, read } = await furnish([{ ...width, is_strict: 1 }, ...others]);
  const done = await importFile(
    maker,
    await file([
      ['Ancho', '2', 'kg'],
      ['Material', 'Hierro'],
      ['Color', 'Rojo'],
    ]),
  );
  expect(await errorsOf(maker, done)).toEqual([
    'Atributos 2 Unidad «kg»: No es la unidad de la plantilla: así lo pide la plantilla',
  ]);
  expect([...done.warnings].sort()).toEqual([
    '1 fila (Atributos 3): «Material»: no está entre los valores de la plantilla',
    '1 fila (Atributos 4): el atributo no está en la plantilla de su producto',
  ]);
  expect(await read()).toEqual(['Color Rojo', 'Material Hierro']);
});

test('an attribute that is stored under another name of the template is the same one', async () => {
  const { part, file, read } = await furnish();
  await maker.call(api.attributes.store, { body: { part_id: part.id, name: 'Anchura', value: '1', unit: 'cm' } });
  const review = await reviewFile(maker, await file([['Anchura', '2', 'cm']]));
  expect(await changesOf(maker, review)).toEqual([
    `Atributos 2 ${part.code} changed Anchura: name Anchura→Ancho`,
    `Atributos 2 ${part.code} changed Anchura: value 1→20`,
    `Atributos 2 ${part.code} changed Anchura: unit cm→mm`,
  ]);
  await applyReview(maker, review);
  expect(await read()).toEqual(['Ancho 20 mm']);
});

test('a converted value is carried out with its unit, or not at all', async () => {
  const { part, file, read } = await furnish();
  await maker.call(api.attributes.store, { body: { part_id: part.id, name: 'Ancho', value: '1', unit: 'cm' } });
  const review = await reviewFile(maker, await file([['Ancho', '2', 'cm']]));
  const { udid } = review;
  await maker.call(api.importReview.choose, { body: { udid, field: 'unit', accepted: 0 } });
  expect(await applyReview(maker, review)).toMatchObject({ rows_updated: 0, rows_left_out: 1 });
  expect(await read()).toEqual(['Ancho 1 cm']);
});

test('a row that another template reads differently after its review is refused', async () => {
  const { product, file, read } = await furnish([]);
  await importFile(
    maker,
    await file([
      ['Ancho', '1', 'mm'],
      ['Peso', '3', 'kg'],
    ]),
  );
  const review = await reviewFile(
    maker,
    await file([
      ['Ancho', '2', 'cm'],
      ['Peso', '4', 'kg'],
      ['Con retén', 'x'],
    ]),
  );
  await sendTemplate(admin, product.id, TEMPLATE);
  const done = await applyReview(maker, review);
  expect(await errorsOf(maker, done)).toEqual([
    'Atributos 2 Valor «2»: Después de la revisión se lee «20»: no se tocó',
    'Atributos 4 Nombre «Con retén»: Después de la revisión se lee de otra manera: no se tocó',
  ]);
  expect(await read()).toEqual(['Ancho 1 mm', 'Peso 4 kg']);
});

test('the error of a row that is read differently after its review does not claim that a user changed it', async () => {
  const { product, file, read } = await furnish([]);
  await importFile(maker, await file([['Ancho', '1', 'cm']]));
  const changed = await reviewFile(maker, await file([['Ancho', '2', 'cm']]));
  const created = await reviewFile(maker, await file([['Anchura', '3', 'mm']]));
  await sendTemplate(admin, product.id, TEMPLATE);
  expect(await errorsOf(maker, await applyReview(maker, changed))).toEqual([
    'Atributos 2 Valor «2»: Después de la revisión se lee «20»: no se tocó',
  ]);
  expect(await errorsOf(maker, await applyReview(maker, created))).toEqual([
    'Atributos 2 Nombre «Anchura»: No estaba en la revisión y ahora está: no se tocó',
  ]);
  expect(await read()).toEqual(['Ancho 1 cm']);
});

test('a file with the stored values changes nothing, even where they do not fit the template', async () => {
  const { part, file, read } = await furnish();
  const rows = [
    { name: 'Ancho total', value: '5 cm', unit: '' },
    { name: 'MATERIAL', value: 'LATON', unit: '' },
    { name: 'Con retén', value: 's', unit: '' },
    { name: 'Color', value: 'Rojo', unit: 'x' },
  ];
  await maker.call(api.attributes.storeMany, { body: { part_id: part.id, rows } });
  const before = await read();
  const again = await importFile(maker, await file(rows.map(({ name, value, unit }) => [name, value, unit || null])));
  expect(again).toMatchObject({ rows_created: 0, rows_updated: 0, rows_unchanged: 4, errors_count: 0, warnings: [] });
  expect(await read()).toEqual(before);
});

test('a part with two names of one attribute keeps both, and a row changes the one that it names', async () => {
  const { part, file, read } = await furnish();
  const stored = [
    { name: 'Ancho', value: '1', unit: 'mm' },
    { name: 'Anchura', value: '2', unit: 'mm' },
  ];
  await maker.call(api.attributes.storeMany, { body: { part_id: part.id, rows: stored } });
  const rows = stored.map(({ name, value, unit }) => [name, value, unit]);
  for (const order of [rows, rows.toReversed()]) {
    const again = await importFile(maker, await file(order));
    expect(again).toMatchObject({ rows_updated: 0, rows_unchanged: 2, errors_count: 0, warnings: [] });
  }
  await importFile(maker, await file([['Anchura', '3', 'mm']]));
  expect(await read()).toEqual(['Ancho 1 mm', 'Anchura 3 mm']);
});

test('two names of one attribute in a file are refused as repeated', async () => {
  const { file } = await furnish();
  const done = await importFile(
    maker,
    await file([
      ['Ancho', '1', 'mm'],
      ['Anchura', '2', 'mm'],
    ]),
  );
  expect(await errorsOf(maker, done)).toEqual([
    'Atributos 3 Nombre «Anchura»: Está repetida: la fila 2 ya dice «Ancho», con otro de sus nombres',
  ]);
});

test('a conversion is exact', () => {
  expect(times('0,1', 0.2)).toBe('0,02');
  expect(times('-1.005', 1000)).toBe('-1005');
  expect(times('3', 1e-7)).toBe('0,0000003');
  expect(times('0,10', 1)).toBe('0,1');
  const numbers = fc.tuple(
    fc.integer({ min: -99_999, max: 99_999 }),
    fc.nat(4),
    fc.integer({ min: 1, max: 9_999 }),
    fc.nat(4),
  );
  fc.assert(
    fc.property(numbers, ([digits, decimals, factorDigits, factorDecimals]) => {
      const value = (digits / 10 ** decimals).toFixed(decimals).replace('.', ',');
      const product = times(value, Number((factorDigits / 10 ** factorDecimals).toFixed(factorDecimals)));
      expect(Number(product.replace(',', '.'))).toBe(Number(`${digits * factorDigits}e-${decimals + factorDecimals}`));
    }),
  );
});
