import { api } from '@piezario/contract/api';
import type { BulkAction } from '@piezario/contract/bulk';
import { describe, expect, test } from 'vitest';
import { runInBulk } from '../testing/bulk.ts';
import { addBrand, addCategory, addPart, addProduct, addVehicle } from '../testing/catalogue.ts';
import { undo } from '../testing/history.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';

const server = await startServer();
const { db } = server;
const admin = await enrol(server, 'admin');
const category = await addCategory(db, 'Frenos');
const brand = await addBrand(db, 'Frenor');

type Model = readonly [brand: string, model: string, from: number, until: number | null, versions?: number];
type Facts = {
  readonly attributes?: readonly (readonly [name: string, value: string, unit?: string])[];
  readonly models?: readonly Model[];
};

const vehicles = new Map<string, number>();
/** Returns a vehicle of the model, which tests share. */
async function vehicleOf([brand, model, sold_from_year, sold_until_year]: Model, version: number) {
  const key = `${model} ${version}`;
  const id = vehicles.get(key) ?? (await addVehicle(db, model, `1.${version}`)).id;
  vehicles.set(key, id);
  await db.updateTable('vehicles').set({ brand, sold_from_year, sold_until_year }).where('id', '=', id).execute();
  return id;
}

async function addDescribed(product: number, code: string, { attributes = [], models = [] }: Facts, owner = brand.id) {
  const { id: part_id } = await addPart(db, owner, product, code);
  for (const [name, value, unit = ''] of attributes) {
    await db.insertInto('part_attributes').values({ part_id, name, value, unit }).execute();
  }
  for (const model of models) {
    for (let version = 0; version < (model[4] ?? 1); version++) {
      const vehicle_id = await vehicleOf(model, version);
      await db.insertInto('part_vehicles').values({ part_id, vehicle_id }).execute();
    }
  }
  return part_id;
}

const GOL: Model = ['Volkswagen', 'Gol', 2008, 2013, 3];
const PALIO: Model = ['Fiat', 'Palio', 1996, 2011];
const disc = await addProduct(db, category.id, 'Disco de freno');
const facts: Facts = {
  attributes: [
    ['Diámetro exterior', '280', 'mm'],
    ['Agujeros', '4', 'u'],
    ['Con sensor', 'Sí'],
    ['Ángulo', '45', '°'],
    ['Ranura [tipo]', '$& $1 {Marca} [x]'],
  ],
  models: [PALIO, GOL],
};
await addDescribed(disc.id, 'FN-1', facts);

const trial = (description_pattern: string, product_id = disc.id) =>
  admin.call(api.products.describe, { params: { id: product_id }, query: { description_pattern } });

describe('a pattern', () => {
  test.each([
    ['{Producto} {Marca}', 'Disco de freno Frenor'],
    ['{producto} {MARCA} {codigo}', 'Disco de freno Frenor FN-1'],
    ['Disco: { Diametro Exterior }', 'Disco: 280 mm'],
    ['{Agujeros} agujeros, sensor: {con sensor}, a {angulo}', '4 agujeros, sensor: sí, a 45°'],
    ['Para {Vehículos}', 'Para Volkswagen Gol (2008–2013) y Fiat Palio (1996–2011)'],
    ['{Producto}[, ø {Diámetro exterior}][ x {Altura}].', 'Disco de freno, ø 280 mm.'],
    ['{Producto}[, ø {Diámetro exterior} x {Altura}].', 'Disco de freno.'],
    ['{Producto} , {Altura} , {Marca} ( {Altura} ) - {Altura} - {Código} :', 'Disco de freno, Frenor - FN-1'],
    ['{Altura}, {Altura}: {Marca}, {Altura}', 'Frenor'],
    ['{Producto}\n\n{Altura}\n\n\n[Va en {Altura}]{Marca}', 'Disco de freno\n\nFrenor'],
    ['{Ranura [tipo]} de {Marca}', '$& $1 {Marca} [x] de Frenor'],
    ['$& $1 $` {Marca}', '$& $1 $` Frenor'],
    ['Precio: -5 %; a.b, c', 'Precio: -5 %; a.b, c'],
    ['<b>{Marca}</b>', '<b>Frenor</b>'],
  ])('%j describes %j', async (pattern, text) => {
    await addHeight();
    expect(await trial(pattern)).toMatchObject({ problem: null, example: { code: 'FN-1', text } });
  });

  /** The template knows an attribute that no part has. */
  const addHeight = () =>
    db
      .insertInto('part_product_attributes')
      .values({ part_product_id: disc.id, position: 1, name: 'Altura' })
      .onConflict((conflict) => conflict.doNothing())
      .execute();

  test.each([
    ['{{{', 'Después de «{» tiene que ir un nombre y «}», como en {Producto}'],
    ['{Marca', 'Después de «{» tiene que ir un nombre y «}», como en {Producto}'],
    ['{Mar{Marca}', 'Después de «{» tiene que ir un nombre y «}», como en {Producto}'],
    ['Marca}', 'Hay una llave «}» sin la que abre'],
    ['{Marca} { }', 'Entre las llaves «{}» falta el nombre de un dato'],
    ['{Marca}[, {Agujeros}', 'Falta cerrar un corchete con «]»'],
    ['{Marca}, {Agujeros}]', 'Hay un corchete «]» sin el que abre'],
    ['{Marca}[, [{Agujeros}]]', 'No puede haber corchetes dentro de otros corchetes'],
    ['{Marca}[, con caja]', 'Entre los corchetes «[, con caja]» falta un dato entre llaves'],
    ['[{Marca}] - {Agujeros}', 'Fuera de los corchetes tiene que haber palabras, {Producto}, {Marca} o {Código}'],
    ['{Marca} {Ancho}', '{Ancho} no es un dato de toda pieza ni un atributo de este producto'],
    ['{Marca} {Ancho} {Ala}', '{Ancho} y {Ala} no son datos de toda pieza ni atributos de este producto'],
  ])('%j is refused', async (description_pattern, problem) => {
    expect(await trial(description_pattern)).toMatchObject({ problem, example: null });
    const body = { id: disc.id, name: disc.name, category_id: category.id, description_pattern };
    expect(await admin.send(api.products.add, { body })).toMatchObject({
      code: 422,
      result: { errors: { description_pattern: problem } },
    });
  });

  test('has 500 characters at most', async () => {
    const body = { name: 'Larguísimo', category_id: category.id, description_pattern: '{Marca}'.padEnd(501, 'x') };
    expect(await admin.send(api.products.add, { body })).toMatchObject({ code: 422 });
  });

  test('that was saved does not keep the product from being saved when its attribute is gone', async () => {
    const product = await addProduct(db, category.id, 'Con atributo perdido');
    const body = {
      id: product.id,
      name: product.name,
      category_id: category.id,
      description_pattern: '{Marca}[ {Ala}]',
    };
    expect(await admin.send(api.products.add, { body })).toMatchObject({ code: 422 });
    const { description_pattern } = body;
    await db.updateTable('part_products').set({ description_pattern }).where('id', '=', product.id).execute();
    expect(await admin.call(api.products.add, { body })).toMatchObject({ description_pattern });
    const kept = await admin.call(api.products.add, { body: { ...body, description_pattern: undefined } });
    expect(kept).toMatchObject({ description_pattern });
  });

  test('is suggested with the required attributes of the template, or else with the first ones', async () => {
    const product = await addProduct(db, category.id, 'Batería');
    const names = ['Capacidad', 'ABS', 'Marca', 'Código de barras', 'Polo {a}', 'Polo [b]', 'Largo', 'Ancho'];
    await db
      .insertInto('part_product_attributes')
      .values(
        names.map((name, position) => ({
          ...{ part_product_id: product.id, position, name },
          unit: { Capacidad: 'Ah', Largo: 'u' }[name] ?? '',
        })),
      )
      .execute();
    expect((await trial('', product.id)).suggested).toBe(
      '{Producto} {Marca}[, capacidad {Capacidad}][, ABS: {ABS}][, polo b: {Polo [b]}][, largo: {Largo}][. Para {Vehículos}].',
    );
    await db
      .updateTable('part_product_attributes')
      .set({ importance: 'required' })
      .where('part_product_id', '=', product.id)
      .where('name', 'in', ['Ancho', 'Capacidad'])
      .execute();
    expect(await trial('', product.id)).toEqual({
      suggested: '{Producto} {Marca}[, capacidad {Capacidad}][, ancho: {Ancho}][. Para {Vehículos}].',
      problem: null,
      example: null,
    });
  });
});

test('vehicles are named by model, those with most versions first, and the others counted', async () => {
  const product = await addProduct(db, category.id, 'Pastilla');
  const models = ['208', '207', '206', '306', '307', '308', '405', '406'].map(
    (model): Model => ['Peugeot', model, 2000, null],
  );
  await addDescribed(product.id, 'P-1', { models: [...models, GOL] });
  const text = async () => (await trial('Para {Vehículos}', product.id)).example?.text;
  expect(await text()).toBe(
    'Para Volkswagen Gol (2008–2013), Peugeot 206 (desde 2000), 207 (desde 2000), 208 (desde 2000), 306 (desde 2000), 307 (desde 2000) y 3 modelos más',
  );
  await db.updateTable('part_vehicles').set({ from_year: 2010, until_year: 2012 }).execute();
  expect(await text()).toMatch(/^Para Volkswagen Gol \(2010–2012\), Peugeot 206 \(2010–2012\)/);
  await db.updateTable('part_vehicles').set({ from_year: null, until_year: null }).execute();
  await db.updateTable('parts').set({ is_universal: true }).where('part_product_id', '=', product.id).execute();
  expect(await text()).toBe('Para cualquier vehículo');
  await db.updateTable('part_products').set({ takes_vehicles: false }).where('id', '=', product.id).execute();
  expect((await trial('{Marca}[ para {Vehículos}]', product.id)).example?.text).toBe('Frenor');
});

describe('the action', () => {
  const MISSING: BulkAction = { do: 'describe', only: { is: 'missing' } };
  const ALL: BulkAction = { do: 'describe', only: { is: 'all' } };

  /** A brand with parts of two products, one of them with a description. */
  async function setUp(name: string) {
    const { id } = await addBrand(db, name);
    const product = await addProduct(db, category.id, `Aceite ${name}`);
    await db
      .updateTable('part_products')
      .set({ description_pattern: '{Producto}[, {Volumen}]' })
      .where('id', '=', product.id)
      .execute();
    const first = await addDescribed(product.id, 'A-1', { attributes: [['Volumen', '4', 'l']] }, id);
    const second = await addDescribed(product.id, 'A-2', {}, id);
    const third = await addDescribed(disc.id, 'A-3', facts, id);
    const ids = [first, second, third];
    await db.updateTable('parts').set({ observation: 'Propia' }).where('id', '=', second).execute();
    const maker = await enrol(server, 'manufacturer', { part_brand_id: id });
    const texts = async () => {
      const parts = await Promise.all(ids.map((partId) => admin.call(api.parts.show, { params: { partId } })));
      return parts.map(({ observation }) => observation);
    };
    return {
      name,
      ids,
      maker,
      texts,
      preview: (action: BulkAction) => maker.call(api.bulk.preview, { body: { ids, action } }),
    };
  }

  test('describes the parts without a description, shows examples before and is undone', async () => {
    const { name, ids, maker, texts, preview } = await setUp('Kurten');
    const disco = `Disco de freno ${name}. Para Volkswagen Gol (2008–2013) y Fiat Palio (1996–2011).`;
    const aceite = `Aceite ${name}, 4 l`;
    expect(await preview(MISSING)).toEqual({
      ...{ changed: 2, unchanged: 1, impossible: 0 },
      overwrites: {
        ...{ missing: 2, same: 0, other: 1, replaced: 0 },
        samples: [{ value: 'Propia', unit: '', parts: 1, is_cut: 0 }],
      },
      examples: expect.arrayContaining([
        { code: 'A-1', text: aceite },
        { code: 'A-3', text: disco },
      ]),
    });
    const done = await runInBulk(server, maker, { ids, action: { do: 'describe' } });
    expect(done).toMatchObject({ changed: 2, unchanged: 1, impossible: 0, action: MISSING });
    expect(await texts()).toEqual([aceite, 'Propia', disco]);
    expect(await preview(ALL)).toMatchObject({
      changed: 1,
      unchanged: 2,
      overwrites: { same: 2, other: 1, replaced: 1 },
      examples: [{ code: 'A-2', text: `Aceite ${name}` }],
    });
    await undo(server, maker, done.operation_id ?? 0);
    expect(await texts()).toEqual(['', 'Propia', '']);
    await runInBulk(server, maker, { ids, action: ALL });
    expect(await texts()).toEqual([aceite, `Aceite ${name}`, disco]);
  });

  test('neither shows nor changes parts of another brand', async () => {
    const [own, foreign] = [await setUp('Norvial'), await setUp('Ajenor')];
    const body = { ids: [...own.ids, ...foreign.ids], action: ALL };
    const preview = await own.maker.call(api.bulk.preview, { body });
    expect(preview).toMatchObject({ changed: 3, unchanged: 0, impossible: 0 });
    expect(JSON.stringify(preview)).not.toContain('Ajenor');
    await runInBulk(server, own.maker, body);
    expect(await foreign.texts()).toEqual(['', 'Propia', '']);
  });

  test('cuts a text at a word, and uses the suggested pattern for one that cannot be read', async () => {
    const { ids, maker, texts } = await setUp('Hostil');
    const [first = 0, second = 0] = ids;
    const words = 'palabra '.repeat(60).trim();
    const products = db.updateTable('part_products').where('name', '=', 'Aceite Hostil');
    await products.set({ description_pattern: 'Inicio'.padEnd(20) + '{Volumen} '.repeat(40) }).execute();
    await db.updateTable('part_attributes').set({ value: words, unit: '' }).where('part_id', '=', first).execute();
    await runInBulk(server, maker, { ids: [first], action: ALL });
    const [text = ''] = await texts();
    expect(text.length).toBeGreaterThan(4_980);
    expect(text.length).toBeLessThanOrEqual(5_000);
    expect(text).toMatch(/^Inicio palabra .* palabra$/);
    await products.set({ description_pattern: '{{{' }).execute();
    await runInBulk(server, maker, { ids: [second], action: ALL });
    expect((await texts())[1]).toBe('Aceite Hostil Hostil.');
  });
});
