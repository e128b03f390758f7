import { api } from '@piezario/contract/api';
import type { GridPart } from '@piezario/contract/grid';
import { expect, test } from 'vitest';
import { addBrand, addCategory, addCross, addPart, addProduct } from '../testing/catalogue.ts';
import { applyReview, changesOf, errorsOf, finished } from '../testing/imports.ts';
import { startJobs } from '../testing/jobs.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';

/* Cells of a grid, saved as an import that is reviewed. How imports review, apply and undo is tested with them. */

const server = await startServer();
const { db } = server;
startJobs(server);
const [brand, rivalBrand] = [await addBrand(db, 'Ñandú'), await addBrand(db, 'Rival')];
const category = await addCategory(db, 'Frenos');
const product = await addProduct(db, category.id, 'Pastillas');
const maker = await enrol(server, 'manufacturer', { part_brand_id: brand.id });

const place = { part_brand_id: brand.id, part_product_id: product.id };
const params = { brandId: brand.id, productId: product.id, after: 0 };
type Changed = Parameters<typeof save>[0][number];
const save = (parts: (typeof api.grid.store)['body']['_input']['parts']) =>
  maker.send(api.grid.store, { body: { ...place, parts } });
async function review(parts: Changed[]) {
  return finished(maker, await maker.call(api.grid.store, { body: { ...place, parts } }));
}
const rowsOf = (ids: readonly number[]) =>
  maker.call(api.grid.rows, { params, query: [] }).then((rows) => rows.filter(({ id }) => ids.includes(id)));
async function rowOf(id: number): Promise<GridPart | undefined> {
  return (await rowsOf([id]))[0];
}
const setAttribute = (part_id: number, name: string, value: string, unit = '') =>
  maker.call(api.attributes.store, { body: { part_id, name, value, unit } });

test('rows have the values of each part, in pages by id, within the filters of the list', async () => {
  const [one, two] = [await addPart(db, brand.id, product.id, 'R-1'), await addPart(db, brand.id, product.id, 'R-2')];
  await addPart(db, rivalBrand.id, product.id, 'R-3');
  await setAttribute(one.id, 'Ancho', '10', 'mm');
  await addCross(db, one.id, 'Fram');
  const row = { id: one.id, code: 'R-1', observation: '', enabled: 1, discontinued: 0, is_universal: 0 };
  expect(await rowsOf([one.id, two.id])).toEqual([
    {
      ...row,
      attributes: [{ name: 'Ancho', value: '10', unit: 'mm' }],
      crosses: [{ brand: 'Fram', code: 'X1' }],
    },
    { ...row, id: two.id, code: 'R-2', attributes: [], crosses: [] },
  ]);
  const after = await maker.call(api.grid.rows, { params: { ...params, after: one.id }, query: [] });
  expect(after.map(({ code }) => code)).toEqual(['R-2']);
  const query = [{ mode: 'contains', column: 'code', value: 'R-1' }] as const;
  expect(await maker.call(api.grid.rows, { params, query })).toHaveLength(1);
});

test('changed cells wait for their review, and are applied and undone as one operation', async () => {
  const part = await addPart(db, brand.id, product.id, 'S-1');
  await setAttribute(part.id, 'Ancho', '10', 'mm');
  await setAttribute(part.id, 'Color', 'Rojo');
  await addCross(db, part.id, 'Fram');
  const before = await rowOf(part.id);
  const file = await review([
    {
      part_id: part.id,
      code: 'S-1',
      observation: { from: '', to: '=Con sensor' },
      enabled: { from: 1, to: 0 },
      attributes: [
        { name: 'ancho', from: { value: '10', unit: 'mm' }, to: { value: '12', unit: '' } },
        { name: 'Color', from: { value: 'Rojo', unit: '' }, to: null },
        { name: 'Alto', from: null, to: { value: '007', unit: 'cm' } },
      ],
      crosses: [
        { brand: 'Fram', code: 'X1', remove: 1 },
        { brand: 'Mann', code: 'W 712/75' },
      ],
    },
    { part_id: null, code: 'S-2', attributes: [{ name: 'Alto', from: null, to: { value: '8', unit: 'cm' } }] },
  ]);
  expect(file).toMatchObject({ name: 'Planilla Ñandú, Pastillas.xlsx', state: 'review', errors_count: 0 });
  expect(await changesOf(maker, file)).toEqual([
    'Piezas 2 S-1 changed S-1: observation →=Con sensor',
    'Piezas 2 S-1 changed S-1: enabled SI→NO',
    expect.stringMatching(/^Piezas 3 S-2 created/),
    'Atributos 2 S-1 changed Ancho: value 10→12',
    'Atributos 2 S-1 changed Ancho: unit mm→',
    expect.stringMatching(/^Atributos 3 S-1 removed Color/),
    expect.stringMatching(/^Atributos 4 S-1 created Alto/),
    expect.stringMatching(/^Atributos 5 S-2 created Alto/),
    expect.stringMatching(/^Equivalencias 2 S-1 removed Fram X1/),
    expect.stringMatching(/^Equivalencias 3 S-1 created Mann W 712\/75/),
  ]);
  expect(await rowOf(part.id)).toEqual(before);

  const { operation_id } = await applyReview(maker, file, 1);
  expect(await rowOf(part.id)).toMatchObject({
    observation: '=Con sensor',
    enabled: 0,
    attributes: [
      { name: 'Ancho', value: '12', unit: '' },
      { name: 'Alto', value: '007', unit: 'cm' },
    ],
    crosses: [{ brand: 'Mann', code: 'W 712/75' }],
  });
  expect(operation_id).not.toBeNull();
});

test('a cell that another person has changed since refuses the save, and says what it has now', async () => {
  const part = await addPart(db, brand.id, product.id, 'T-1');
  await setAttribute(part.id, 'Ancho', '10', 'mm');
  const change: Changed = {
    part_id: part.id,
    code: 'T-1',
    observation: { from: '', to: 'Mía' },
    attributes: [{ name: 'Ancho', from: { value: '9', unit: 'mm' }, to: { value: '12', unit: 'mm' } }],
  };
  await db.updateTable('parts').set({ observation: 'Ajena' }).where('id', '=', part.id).execute();
  // The code of a new part is taken: an import would change the stored one.
  expect(await save([change, { part_id: null, code: 't1' }])).toMatchObject({
    status: 409,
    result: {
      errors: {
        'parts.0.observation': 'Cambió después de que se leyó: ahora dice «Ajena»',
        'parts.1.code': 'Ya existe una pieza con este código',
        'parts.0.attributes.0': 'Cambió después de que se leyó: ahora dice «10 mm»',
      },
    },
  });
});

test('a part that is named twice is refused', async () => {
  const { id: part_id, code } = await addPart(db, brand.id, product.id);
  const twice = { part_id, code, enabled: { from: 1, to: 0 } } as const;
  expect(await save([twice, twice])).toMatchObject({ status: 422, message: 'Una pieza está repetida' });
});

test('a part of another brand or product is not found, and nothing is queued', async () => {
  const theirs = await addPart(db, rivalBrand.id, product.id);
  const other = await addPart(db, brand.id, (await addProduct(db, category.id)).id);
  for (const { id, code } of [theirs, other])
    expect(await save([{ part_id: id, code, enabled: { from: 1, to: 0 } }])).toMatchObject({ status: 404 });
  const elsewhere = {
    part_brand_id: rivalBrand.id,
    part_product_id: product.id,
    parts: [{ part_id: null, code: 'N' }],
  };
  expect(await maker.send(api.grid.store, { body: elsewhere })).toMatchObject({ status: 404 });
});

test('a value that its template refuses is an error of its row', async () => {
  const strict = await addProduct(db, category.id, 'Discos');
  const part = await addPart(db, brand.id, strict.id, 'D-1');
  const row = { part_product_id: strict.id, name: 'Alto', position: 1, importance: 'recommended' } as const;
  await db
    .insertInto('part_product_attributes')
    .values({ ...row, type: 'number', unit: 'mm', is_strict: true })
    .execute();
  const attributes = [{ name: 'Alto', from: null, to: { value: 'mucho', unit: 'mm' } }];
  const body = { ...place, part_product_id: strict.id, parts: [{ part_id: part.id, code: 'D-1', attributes }] };
  const file = await finished(maker, await maker.call(api.grid.store, { body }));
  expect(await errorsOf(maker, file)).toEqual([
    'Atributos 2 Valor «mucho»: Tiene que ser un número: así lo pide la plantilla',
  ]);
});
