import { api } from '@piezario/contract/api';
import { expect, test } from 'vitest';
import {
  addAttribute,
  addBrand,
  addCategory,
  addCross,
  addPart,
  addPicture,
  addProduct,
  addVehicle,
} from '../testing/catalogue.ts';
import { lastOperation, readCatalogue, undo } from '../testing/history.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';

const server = await startServer();
const { db } = server;
const brand = await addBrand(db);
const product = await addProduct(db, (await addCategory(db)).id);
const maker = await enrol(server, 'manufacturer', { part_brand_id: brand.id });
const client = await enrol(server, 'client', { part_brand_id: brand.id });

const sheet = (partId: number) => client.call(api.parts.sheet, { params: { partId } });

async function addVersion(model: string, from: number, until: number | null) {
  const { id } = await addVehicle(db, model);
  await db
    .updateTable('vehicles')
    .set({ sold_from_year: from, sold_until_year: until, version: `${from}` })
    .where('id', '=', id)
    .execute();
  return id;
}

async function addWholePart(code: string) {
  const { id } = await addPart(db, brand.id, product.id, code);
  await addAttribute(db, id, 'Altura');
  await addAttribute(db, id, 'Rosca');
  await addCross(db, id, 'Renault');
  await addPicture(db, id);
  await addPicture(db, id, { position: 2, is_blueprint: true });
  return id;
}

test('the vehicles of a part are listed by model, with the years in which any version was sold', async () => {
  const { id: part_id } = await addPart(db, brand.id, product.id, 'MODELOS');
  const versions = [
    await addVersion('Gol', 1990, 1995),
    await addVersion('Gol', 1993, 1999),
    await addVersion('Gol', 2000, 2001),
    await addVersion('Gol', 2010, null),
    // Reversed years in the vehicle base do not fail the call.
    await addVersion('Amarok', 2015, 2012),
  ];
  for (const vehicle_id of versions) await db.insertInto('part_vehicles').values({ part_id, vehicle_id }).execute();
  const { models, models_count } = await sheet(part_id);
  expect(models_count).toBe(2);
  expect(models).toEqual([
    { brand: 'Fiat', model: 'Amarok', versions: 1, years: [{ from: 2015, until: 2015 }], applications: [] },
    {
      brand: 'Fiat',
      model: 'Gol',
      versions: 4,
      years: [
        { from: 1990, until: 2001 },
        { from: 2010, until: null },
      ],
      applications: [],
    },
  ]);
});

test('equal applications of several versions of a model appear once, with the years that the part fits', async () => {
  const { id: part_id } = await addPart(db, brand.id, product.id, 'POSICIONES');
  const versions = [await addVersion('Fox', 2001, 2008), await addVersion('Fox', 2005, null)];
  for (const vehicle_id of versions) {
    const link = { part_id, vehicle_id, quantity: 2, from_year: 2006 };
    await db
      .insertInto('part_vehicles')
      .values({ ...link, positions: 'Delantera' })
      .execute();
    await db
      .insertInto('part_vehicles')
      .values({ ...link, positions: 'Trasera', until_year: vehicle_id === versions[0] ? 2007 : null })
      .execute();
  }
  const said = { quantity: 2, note: '', from_year: 2006 };
  expect((await sheet(part_id)).models).toEqual([
    {
      brand: 'Fiat',
      model: 'Fox',
      versions: 2,
      years: [{ from: 2006, until: null }],
      applications: [
        { ...said, positions: ['Delantera'], until_year: null, versions: 2 },
        { ...said, positions: ['Trasera'], until_year: 2007, versions: 1 },
        { ...said, positions: ['Trasera'], until_year: null, versions: 1 },
      ],
    },
  ]);
});

test('a part shows its gaps, as its product requires', async () => {
  const { id } = await addPart(db, brand.id, product.id, 'MELI');
  const gaps = ['vehicles', 'attributes', 'photos', 'barcode', 'category'];
  expect(await sheet(id)).toMatchObject({ completeness: 0, gaps, models: [], models_count: 0 });
  const asking = { mercadolibre_category: 'MLA1', requires: ['vehicles', 'category'], photos_required: 2 };
  await db.updateTable('part_products').set(asking).where('id', '=', product.id).execute();
  expect(await sheet(id)).toMatchObject({ completeness: 33, gaps: ['vehicles', 'photos'] });
});

test('a part says whether it needs vehicles, by itself and by its product', async () => {
  const { id } = await addPart(db, brand.id, product.id, 'ACEITE');
  expect(await sheet(id)).toMatchObject({ is_universal: 0, product_with_category: { takes_vehicles: 1 } });
  await db.updateTable('parts').set({ is_universal: true }).where('id', '=', id).execute();
  await db.updateTable('part_products').set({ takes_vehicles: false }).where('id', '=', product.id).execute();
  expect(await sheet(id)).toMatchObject({ is_universal: 1, product_with_category: { takes_vehicles: 0 } });
});

test('a duplicate has the requested rows, and is undone as one operation', async () => {
  const from = await addWholePart('ORIGINAL');
  const vehicle_id = await addVersion('Clio', 2005, 2010);
  await db.insertInto('part_vehicles').values({ part_id: from, vehicle_id }).execute();
  const before = await readCatalogue(db);
  const first = await lastOperation(db);

  const usual = await maker.call(api.parts.duplicate, { body: { part_id: from, code: 'COPIA' } });
  expect(usual).toMatchObject({ code: 'COPIA', attributes_count: 2, cross_count: 1, pictures_count: 0 });
  expect(await lastOperation(db)).toBe(first + 1);
  const [original, copy] = [await sheet(from), await sheet(usual.id)];
  expect(copy.models).toEqual(original.models);
  expect(copy.attributes.map(({ name, value, unit }) => [name, value, unit])).toEqual(
    original.attributes.map(({ name, value, unit }) => [name, value, unit]),
  );

  const pictured = await maker.call(api.parts.duplicate, {
    body: { part_id: from, code: 'COPIA 2', attributes: 0, crosses: 0, applications: 0, pictures: 1 },
  });
  expect(pictured).toMatchObject({ attributes_count: 0, cross_count: 0, vehicles_count: 0, pictures_count: 2 });
  const urls = ({ pictures }: typeof original) =>
    pictures.map(({ imageUrl, is_blueprint }) => [imageUrl, is_blueprint]);
  expect(urls(await sheet(pictured.id))).toEqual(urls(original));

  for (const operation of [first + 2, first + 1]) await undo(server, maker, operation);
  expect(await readCatalogue(db)).toEqual(before);
});

test('a code that is taken is refused at its field, and nothing is copied', async () => {
  const from = await addWholePart('TOMADO');
  const before = await readCatalogue(db);
  expect(await maker.send(api.parts.duplicate, { body: { part_id: from, code: 'to-ma-do' } })).toMatchObject({
    code: 409,
    result: { errors: { code: 'Ya hay una pieza con ese código en la marca y el producto' } },
  });
  expect(await readCatalogue(db)).toEqual(before);
});
