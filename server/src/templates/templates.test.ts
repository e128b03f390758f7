import { api } from '@piezario/contract/api';
import type { BulkAction } from '@piezario/contract/bulk';
import type { TemplateAttribute } from '@piezario/contract/templates';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { addBrand, addCategory, addPart, addProduct } from '../testing/catalogue.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';
import { recompute as recomputeIn, sendTemplate, templated } from '../testing/templates.ts';

const server = await startServer();
const { db } = server;
const brand = await addBrand(db);
const category = await addCategory(db);
const admin = await enrol(server, 'admin');
const maker = await enrol(server, 'manufacturer', { part_brand_id: brand.id });

const WIDTH = templated('Ancho', {
  aliases: ['Anchura'],
  ...{ type: 'number', unit: 'mm', units: [{ unit: 'cm', factor: 10 }], importance: 'required', min: 1, max: 500.5 },
});
const MATERIAL = templated('Material', { type: 'list', values: ['Acero', 'Aluminio'], importance: 'required' });
const SEALED = templated('Con retén', { type: 'flag', mercadolibre_id: 'WITH_SEAL' });

const show = (productId: number) => admin.call(api.templates.show, { params: { productId } });
async function store(product_id: number, attributes: readonly TemplateAttribute[]) {
  const { code, result } = await sendTemplate(admin, product_id, attributes);
  expect(code).toBe(200);
  return result;
}
const recompute = () => recomputeIn(server);

const addAttribute = (part_id: number, name: string, value: string, unit = '') =>
  maker.call(api.attributes.store, { body: { part_id, name, value, unit } });
const read = async (partId: number) => {
  const part = await maker.call(api.parts.show, { params: { partId } });
  const { missing_attributes, off_template, gaps } = part;
  return { missing_attributes, off_template, lacks: gaps.includes('attributes') };
};

describe('the template of a product', () => {
  test('is saved as a whole, in its order, and read by manufacturers of its parts', async () => {
    const { id } = await addProduct(db, category.id);
    expect(await show(id)).toEqual({ product_id: id, version: 0, attributes: [], job: null });
    const saved = await store(id, [WIDTH, MATERIAL, SEALED]);
    expect(saved).toMatchObject({ product_id: id, version: 1, attributes: [WIDTH, MATERIAL, SEALED] });
    expect(saved.job).toMatchObject({ state: 'queued', done: 0 });
    await recompute();
    const swapped = [templated('MATERIAL', { unit: 'x' }), { ...WIDTH, aliases: [] }];
    expect(await store(id, swapped)).toMatchObject({ version: 2, attributes: swapped });
    await recompute();
    const template = await maker.call(api.templates.show, { params: { productId: id } });
    expect(template).toEqual({ product_id: id, version: 2, attributes: swapped, job: null });
    expect(await store(id, [])).toMatchObject({ version: 3, attributes: [] });
    await recompute();
  });

  test('keeps stored values of a list that are too long, but accepts no new ones', async () => {
    const { id } = await addProduct(db, category.id);
    const { job } = await store(id, [MATERIAL]);
    const values = ['Acero', 'a'.repeat(500)];
    await db.updateTable('part_product_attributes').set({ values }).where('part_product_id', '=', id).execute();
    await db
      .updateTable('jobs')
      .set({ state: 'failed' })
      .where('id', '=', job?.id ?? 0)
      .execute();
    const older = { ...MATERIAL, values };
    expect(await show(id)).toMatchObject({ attributes: [older] });
    expect(await store(id, [older])).toMatchObject({ version: 1, job: { state: 'queued' } });
    await recompute();
    const more = { ...older, values: [...values, 'Aluminio'] };
    expect(await store(id, [more, WIDTH])).toMatchObject({ version: 2, attributes: [more, WIDTH] });
    expect(await sendTemplate(admin, id, [{ ...more, values: [...values, 'b'.repeat(101)] }])).toMatchObject({
      code: 422,
      message: 'Hay valores demasiado largos en la plantilla',
      result: { errors: { 'attributes.0.values': 'Se permiten hasta 100 caracteres en cada valor' } },
    });
    expect((await show(id)).attributes).toEqual([more, WIDTH]);
    await recompute();
  });

  test('is refused when another person has saved it in between, unless it is the same', async () => {
    const { id } = await addProduct(db, category.id);
    await store(id, [WIDTH]);
    const send = (attributes: TemplateAttribute[]) =>
      admin.send(api.templates.store, { body: { product_id: id, version: 0, attributes } });
    expect(await send([MATERIAL])).toMatchObject({
      code: 409,
      message: 'Otra persona guardó esta plantilla mientras la editabas: revisá lo que cambió',
    });
    expect(await send([WIDTH])).toMatchObject({ code: 200, result: { version: 1 } });
    expect((await show(id)).attributes).toEqual([WIDTH]);
    await recompute();
  });

  test('shows a failed job, and compares its parts again when it is saved unchanged', async () => {
    const product = await addProduct(db, category.id);
    const { id } = await addPart(db, brand.id, product.id);
    const { job } = await store(product.id, [WIDTH]);
    const failure = { state: 'failed', status_message: 'Fallido: no se pudo completar' } as const;
    await db
      .updateTable('jobs')
      .set(failure)
      .where('id', '=', job?.id ?? 0)
      .execute();
    expect(await show(product.id)).toMatchObject({ version: 1, job: failure });
    expect(await read(id)).toMatchObject({ missing_attributes: [] });

    const saved = await store(product.id, [WIDTH]);
    expect(saved).toMatchObject({ version: 1, job: { state: 'queued' } });
    expect((await store(product.id, [WIDTH])).job).toEqual(saved.job);
    await recompute();
    expect(await read(id)).toMatchObject({ missing_attributes: ['Ancho'] });
    expect(await store(product.id, [WIDTH])).toMatchObject({ version: 1, job: null });
  });

  test('is refused with errors at its rows', async () => {
    const { id } = await addProduct(db, category.id);
    expect(
      await sendTemplate(admin, id, [
        templated('', { type: 'list' }),
        templated('Largo', { min: 2, max: 1 }),
        templated('Peso', { units: [{ unit: 'kg', factor: 0 }], mercadolibre_id: 'peso' }),
      ]),
    ).toMatchObject({
      code: 422,
      result: {
        errors: {
          'attributes.0.name': 'Completá este campo',
          'attributes.2.units.0.factor': 'Tiene que ser mayor que 0',
          'attributes.2.mercadolibre_id': 'Son hasta 60 letras mayúsculas, números o guiones bajos',
        },
      },
    });
    expect(
      await sendTemplate(admin, id, [templated('Tipo', { type: 'list' }), templated('Largo', { min: 2, max: 1 })]),
    ).toMatchObject({
      code: 422,
      result: {
        errors: {
          'attributes.0.values': 'Una lista necesita sus valores',
          'attributes.1.max': 'El máximo no puede ser menor que el mínimo',
        },
      },
    });
    expect(
      await sendTemplate(admin, id, [
        templated('Diámetro', { aliases: ['Ø', 'Diam.', 'DIAM.'] }),
        templated('Largo', { aliases: ['DIAMETRO'] }),
        templated('lárgo'),
      ]),
    ).toMatchObject({
      code: 422,
      message: 'Hay nombres repetidos en la plantilla',
      result: {
        errors: {
          'attributes.0.aliases': '«DIAM.» está repetido',
          'attributes.1.aliases': '«DIAMETRO» ya es un nombre de la fila 1',
          'attributes.2.name': '«lárgo» ya es un nombre de la fila 2',
        },
      },
    });
    const units = (...names: string[]) => names.map((unit) => ({ unit, factor: 10 }));
    expect(
      await sendTemplate(admin, id, [
        templated('Ancho', { unit: 'mm', units: units('cm', 'MM') }),
        templated('Largo', { unit: 'mm', units: units('cm', 'pulg', 'CM') }),
        templated('Alto', { unit: 'mm', units: units('cm') }),
      ]),
    ).toMatchObject({
      code: 422,
      message: 'Hay unidades repetidas en la plantilla',
      result: {
        errors: {
          'attributes.0.units': '«MM» ya es la unidad del atributo',
          'attributes.1.units': '«CM» está repetida',
        },
      },
    });
    expect(await show(id)).toMatchObject({ version: 0, attributes: [] });
  });

  test('is shown in the history, attribute by attribute', async () => {
    const { id, name } = await addProduct(db, category.id);
    await store(id, [WIDTH, SEALED]);
    await store(id, [{ ...WIDTH, importance: 'recommended', units: [] }]);
    await recompute();
    const { rows } = await sql<{ id: number }>`
      select id from operations where what = 'templates.store' order by id desc limit 1`.execute(db);
    const { data } = await admin.call(api.activity.changes, {
      params: { operationId: rows[0]?.id ?? 0 },
      query: api.activity.changes.query.parse({ sort: 'id' }),
    });
    expect(data.map(({ entity, action, name, fields }) => ({ entity, action, name, fields: fields.length }))).toEqual([
      { entity: 'template', action: 'removed', name: `${name}: Con retén`, fields: expect.any(Number) },
      { entity: 'template', action: 'changed', name: `${name}: Ancho`, fields: 2 },
    ]);
    expect(data[1]?.fields).toEqual([
      { field: 'units', before: 'cm × 10', after: null },
      { field: 'importance', before: 'Obligatorio', after: 'Recomendado' },
    ]);
    expect(data[0]?.fields[0]).toEqual({ field: 'part_product_id', before: name, after: null });
  });
});

describe('the parts of a product', () => {
  test('have current counts of missing and misfitting attributes after each save', async () => {
    const product = await addProduct(db, category.id);
    const old = await addPart(db, brand.id, product.id);
    expect(await read(old.id)).toEqual({ missing_attributes: [], off_template: 0, lacks: true });
    await addAttribute(old.id, 'Ancho', '5,4', 'cm');
    await addAttribute(old.id, 'Color', 'Rojo');
    await addAttribute(old.id, 'EAN', '4006381333931');
    expect(await read(old.id)).toEqual({ missing_attributes: [], off_template: 0, lacks: false });

    await store(product.id, [WIDTH, MATERIAL, SEALED]);
    await recompute();
    expect(await read(old.id)).toEqual({ missing_attributes: ['Material'], off_template: 2, lacks: true });

    const { id } = await addPart(db, brand.id, product.id);
    expect(await read(id)).toEqual({ missing_attributes: ['Ancho', 'Material'], off_template: 0, lacks: true });
    const added = await addAttribute(id, 'ANCHO', '54', 'MM');
    expect(added.misfit).toBeNull();
    expect(await read(id)).toEqual({ missing_attributes: ['Material'], off_template: 0, lacks: true });
    await addAttribute(id, 'Material', 'ACERO');
    expect(await read(id)).toEqual({ missing_attributes: [], off_template: 0, lacks: false });
    const change = (value: string, unit: string) =>
      maker.call(api.attributes.store, { body: { part_id: id, attribute_id: added.id, name: 'Ancho', value, unit } });
    expect((await change('600', 'mm')).misfit).toBe('range');
    expect(await read(id)).toMatchObject({ off_template: 1 });
    await change('500,5', 'mm');
    expect(await read(id)).toMatchObject({ off_template: 0 });
    await maker.call(api.attributes.remove, { body: { part_id: id, attribute_id: added.id } });
    expect(await read(id)).toEqual({ missing_attributes: ['Ancho'], off_template: 0, lacks: true });
  });

  test('have the reason why an attribute does not fit', async () => {
    const product = await addProduct(db, category.id);
    await store(product.id, [WIDTH, MATERIAL, SEALED, templated('Rosca', { unit: 'pulg' }), templated('Nota')]);
    await recompute();
    const { id } = await addPart(db, brand.id, product.id);
    const misfitOf = async (name: string, value: string, unit = '') => {
      const { id: attribute_id, misfit } = await addAttribute(id, name, value, unit);
      await maker.call(api.attributes.remove, { body: { part_id: id, attribute_id } });
      return misfit;
    };
    expect(await misfitOf('Color', 'Rojo')).toBe('name');
    expect(await misfitOf('Código de barras', 'x')).toBeNull();
    for (const value of ['ancho', '5 4', '1e3', '٣', '1.000.000', '-', '5,'])
      expect([value, await misfitOf('Ancho', value, 'mm')]).toEqual([value, 'number']);
    expect(await misfitOf('Ancho', '5.4', 'mm')).toBeNull();
    expect(await misfitOf('Ancho', '5,4')).toBe('unit');
    expect(await misfitOf('Ancho', '0', 'mm')).toBe('range');
    expect(await misfitOf('Ancho', '500,6', 'mm')).toBe('range');
    expect(await misfitOf('Material', 'Hierro')).toBe('value');
    expect(await misfitOf('Con reten', 'sí')).toBeNull();
    expect(await misfitOf('Con reten', 'S')).toBe('flag');
    expect(await misfitOf('Rosca', '5/8', 'mm')).toBe('unit');
    expect(await misfitOf('Rosca', '5/8', 'pulg')).toBeNull();
    expect(await misfitOf('Nota', 'x', 'mm')).toBeNull();
  });

  test('that move to another product are compared with its template', async () => {
    const [from, to] = [await addProduct(db, category.id), await addProduct(db, category.id)];
    await store(from.id, [WIDTH]);
    await store(to.id, [MATERIAL, SEALED]);
    await recompute();
    const { id, code } = await addPart(db, brand.id, from.id);
    await addAttribute(id, 'Ancho', '5', 'mm');
    expect(await read(id)).toEqual({ missing_attributes: [], off_template: 0, lacks: false });
    const body = { part_id: id, part_brand_id: brand.id, part_product_id: to.id, code };
    await maker.call(api.parts.update, { body });
    expect(await read(id)).toEqual({ missing_attributes: ['Material'], off_template: 1, lacks: true });
  });

  test('are found by how many of their attributes do not fit', async () => {
    const product = await addProduct(db, category.id);
    await store(product.id, [WIDTH]);
    await recompute();
    const [fitting, off] = [await addPart(db, brand.id, product.id), await addPart(db, brand.id, product.id)];
    await addAttribute(fitting.id, 'Ancho', '5', 'mm');
    await addAttribute(off.id, 'Ancho', '5', 'm');
    const { data } = await maker.call(api.parts.list, {
      params: { brandId: brand.id, productId: product.id },
      query: api.parts.list.query.parse({ 'filter[greater_than-off_template]': '0' }),
    });
    expect(data.map(({ id, off_template }) => [id, off_template])).toEqual([[off.id, 1]]);
  });
});

test('a product that is removed before its parts are counted leaves no work behind', async () => {
  const { id } = await addProduct(db, category.id);
  await store(id, [WIDTH]);
  await admin.call(api.products.remove, { body: { product_id: id } });
  await recompute();
  const waiting = sql`select from jobs where state in ('queued', 'running')`;
  expect((await waiting.execute(db)).rows).toEqual([]);
});

describe('a strict attribute', () => {
  test('refuses values that do not fit, with the reason, and changes nothing', async () => {
    const product = await addProduct(db, category.id);
    await store(product.id, [{ ...WIDTH, is_strict: 1 }, MATERIAL]);
    await recompute();
    const { id: part_id } = await addPart(db, brand.id, product.id);
    const send = (name: string, value: string, unit = '') =>
      maker.send(api.attributes.store, { body: { part_id, name, value, unit } });
    expect(await send('Ancho', 'mucho', 'mm')).toMatchObject({
      code: 422,
      message: 'La plantilla del producto no lo permite',
      result: { errors: { value: 'Tiene que ser un número' } },
    });
    expect(await send('Ancho', '5', 'cm')).toMatchObject({
      result: { errors: { unit: 'No es la unidad de la plantilla' } },
    });
    expect(await send('Material', 'Hierro')).toMatchObject({ code: 200, result: { misfit: 'value' } });
    const rows = [
      { name: 'Largo', value: '1' },
      { name: 'ancho', value: '700', unit: 'mm' },
    ];
    expect(await maker.send(api.attributes.storeMany, { body: { part_id, rows } })).toMatchObject({
      code: 422,
      result: { errors: { 'rows.1.value': 'Está fuera del rango de la plantilla' } },
    });
    expect(await read(part_id)).toEqual({ missing_attributes: ['Ancho'], off_template: 1, lacks: true });
    const preview = (action: BulkAction) => maker.call(api.bulk.preview, { body: { ids: [part_id], action } });
    const impossible = { changed: 0, unchanged: 0, impossible: 1 };
    expect(await preview({ do: 'set_attribute', name: 'Ancho', value: 'x' })).toMatchObject(impossible);
    expect(await preview({ do: 'rename_attribute', name: 'Material', to: 'ancho' })).toMatchObject(impossible);
    await addAttribute(part_id, 'Grosor', '5', 'mm');
    expect(await preview({ do: 'rename_attribute', name: 'Grosor', to: 'Ancho' })).toMatchObject({ changed: 1 });
    await addAttribute(part_id, 'Ancho', '5', 'mm');
    // The stored value stays, because the new one is refused.
    expect(await preview({ do: 'set_attribute', name: 'Ancho', value: 'x' })).toMatchObject({
      ...impossible,
      overwrites: { other: 1, replaced: 0 },
    });
  });
});

describe('the proposals', () => {
  test('are attributes that parts use and the template lacks, the most used first', async () => {
    const product = await addProduct(db, category.id);
    const parts = [await addPart(db, brand.id, product.id), await addPart(db, brand.id, product.id)];
    for (const { id } of parts) {
      await addAttribute(id, 'Ancho', '5', 'mm');
      await addAttribute(id, 'Color', 'Rojo');
    }
    const [first] = parts;
    await addAttribute(first?.id ?? 0, 'Peso', '5', 'kg');
    await addAttribute(first?.id ?? 0, 'EAN', '4006381333931');
    await store(product.id, [templated('ANCHO')]);
    await recompute();
    expect(await admin.call(api.templates.proposals, { params: { productId: product.id } })).toEqual([
      { name: 'Color', unit: '', parts: 2 },
      { name: 'Peso', unit: 'kg', parts: 1 },
    ]);
  });
});

describe('the preview', () => {
  const preview = (product_id: number, attributes: TemplateAttribute[], rows: number[]) =>
    admin.call(api.templates.preview, { body: { product_id, attributes, rows } });
  const NONE = { parts: 0, brands: [] };

  test('counts what parts would lack and which values would not fit, and changes nothing', async () => {
    const product = await addProduct(db, category.id);
    const other = await addBrand(db);
    const [fitting, off, far] = [
      await addPart(db, brand.id, product.id),
      await addPart(db, brand.id, product.id),
      await addPart(db, other.id, product.id),
    ];
    const old = await addPart(db, brand.id, product.id);
    await db.updateTable('parts').set({ discontinued: true }).where('id', '=', old.id).execute();
    await addAttribute(fitting.id, 'Material', 'acero');
    await addAttribute(off.id, 'Material', 'Hierro');
    await addAttribute(off.id, 'Ancho', '5', 'cm');
    const before = await show(product.id);
    const of = (name: string, id: number, ids: number[]) => ({
      parts: ids.length,
      brands: [{ id, name, parts: ids.length, ids }],
    });
    expect(await preview(product.id, [WIDTH, MATERIAL], [1])).toEqual({
      ...{ parts: 4, is_whole: 1, unlisted: NONE },
      rows: [
        {
          missing: of(other.name, other.id, [far.id]),
          misfits: of(brand.name, brand.id, [off.id]),
          samples: [{ value: 'Hierro', unit: '', parts: 1 }],
        },
      ],
    });
    expect(await preview(product.id, [MATERIAL, WIDTH], [1])).toMatchObject({
      rows: [{ missing: { parts: 2 }, misfits: { parts: 1 }, samples: [{ value: '5', unit: 'cm', parts: 1 }] }],
    });
    expect(await preview(product.id, [MATERIAL], [])).toMatchObject({
      rows: [],
      unlisted: of(brand.name, brand.id, [off.id]),
    });
    expect(await preview(product.id, [], [])).toMatchObject({ unlisted: NONE });
    expect(await show(product.id)).toEqual(before);
    const template = await sql`select from part_product_attributes where part_product_id = ${product.id}`.execute(db);
    expect(template.rows).toEqual([]);
    const recorded = await sql`select from operations where what = 'templates.preview'`.execute(db);
    expect(recorded.rows).toEqual([]);
  });

  test('refuses names that are repeated, as a save does', async () => {
    const { id } = await addProduct(db, category.id);
    const body = { product_id: id, attributes: [MATERIAL, templated('MATERIAL')], rows: [0] };
    expect(await admin.send(api.templates.preview, { body })).toMatchObject({ code: 422 });
  });
});

test('the values in use are those of the newest parts, the most used first', async () => {
  const product = await addProduct(db, category.id);
  for (const value of ['Hierro', 'Acero', 'acero']) {
    const { id } = await addPart(db, brand.id, product.id);
    await addAttribute(id, 'Material', value);
  }
  const read = (name: string) =>
    admin.call(api.templates.values, { params: { productId: product.id }, query: { name } });
  expect(await read('MATERIAL')).toEqual([expect.stringMatching(/^acero$/i), 'Hierro']);
  expect(await read('Color')).toEqual([]);
});

test('the attributes of Mercado Libre that templates use have their names', async () => {
  const { id } = await addProduct(db, category.id);
  await store(id, [templated('Con junta', { mercadolibre_id: 'WITH_GASKET' })]);
  await recompute();
  expect(await admin.call(api.templates.mercadolibreIds, {})).toContainEqual({ id: 'WITH_GASKET', name: 'Con junta' });
});
