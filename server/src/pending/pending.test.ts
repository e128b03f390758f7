import { api } from '@piezario/contract/api';
import { GAPS } from '@piezario/contract/gaps';
import { expect, test } from 'vitest';
import {
  addAttribute,
  addBrand,
  addCategory,
  addCross,
  addPart,
  addProduct,
  addVehicle,
} from '../testing/catalogue.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';

const server = await startServer();
const { db } = server;
const [brand, other] = [await addBrand(db, 'Álamo'), await addBrand(db, 'Zorzal')];
const category = await addCategory(db);
const [product, oil] = [await addProduct(db, category.id, 'Filtro'), await addProduct(db, category.id, 'Lubricante')];
const vehicle = await addVehicle(db);
const admin = await enrol(server, 'admin');
const maker = await enrol(server, 'manufacturer', { part_brand_id: brand.id });

test('gaps are counted by brand, the most frequent first, with the parts that have no other gap', async () => {
  await db
    .updateTable('part_products')
    .set({ mercadolibre_category: 'MLA1', requires: ['observation', 'vehicles', 'attributes', 'crosses', 'category'] })
    .where('id', '=', product.id)
    .execute();
  await db
    .updateTable('part_products')
    .set({ requires: ['observation'], photos_required: 0, takes_vehicles: false })
    .where('id', '=', oil.id)
    .execute();
  const { id } = await addPart(db, brand.id, product.id, 'CASI');
  await addAttribute(db, id);
  await addCross(db, id);
  await db.insertInto('part_vehicles').values({ part_id: id, vehicle_id: vehicle.id }).execute();
  await db.updateTable('parts').set({ observation: 'Con válvula' }).where('id', '=', id).execute();
  await addPart(db, brand.id, product.id, 'NADA');
  const complete = await addPart(db, brand.id, oil.id, 'ACEITE');
  await db.updateTable('parts').set({ observation: '10W40' }).where('id', '=', complete.id).execute();
  const out = await addPart(db, brand.id, product.id, 'DESHABILITADA');
  await db.updateTable('parts').set({ enabled: false }).where('id', '=', out.id).execute();
  const old = await addPart(db, brand.id, product.id, 'DISCONTINUADA');
  await db.updateTable('parts').set({ discontinued: true }).where('id', '=', old.id).execute();
  await addPart(db, other.id, oil.id);

  const missing = (gap: (typeof GAPS)[number], parts: number, alone: number) => ({ gap, parts, alone });
  const ofBrand = {
    ...{
      id: brand.id,
      name: 'Álamo',
      part_brand_id: brand.id,
      part_product_id: null,
      parts: 3,
      complete: 1,
      publishable: 0,
    },
    gaps: [
      missing('photos', 2, 1),
      missing('attributes', 1, 0),
      missing('crosses', 1, 0),
      missing('observation', 1, 0),
      missing('vehicles', 1, 0),
    ],
  };
  const ofOther = {
    ...{
      id: other.id,
      name: 'Zorzal',
      part_brand_id: other.id,
      part_product_id: oil.id,
      parts: 1,
      complete: 0,
      publishable: 0,
    },
    gaps: [missing('observation', 1, 1)],
  };
  expect(await admin.call(api.pending.list, { query: {} })).toEqual([ofBrand, ofOther]);
  expect(await maker.call(api.pending.list, { query: {} })).toEqual([ofBrand]);
});

test('gaps are counted by product in the scope, and by brand for one product', async () => {
  const byProduct = async (person = admin) =>
    (await person.call(api.pending.list, { query: { by: 'product' } })).map(
      ({ id, part_brand_id, part_product_id, parts, complete, gaps }) => ({
        ...{ id, part_brand_id, part_product_id, parts, complete },
        gaps: gaps.map(({ gap, parts: lacking, alone }) => [gap, lacking, alone]),
      }),
    );
  const ofProduct = {
    ...{ id: product.id, part_brand_id: brand.id, part_product_id: product.id, parts: 2, complete: 0 },
    gaps: [
      ['photos', 2, 1],
      ['attributes', 1, 0],
      ['crosses', 1, 0],
      ['observation', 1, 0],
      ['vehicles', 1, 0],
    ],
  };
  const ofOil = { id: oil.id, part_brand_id: null, part_product_id: oil.id, parts: 2, complete: 1 };
  expect(await byProduct()).toEqual([ofProduct, { ...ofOil, gaps: [['observation', 1, 1]] }]);
  expect(await byProduct(maker)).toEqual([
    ofProduct,
    { ...ofOil, part_brand_id: brand.id, parts: 1, complete: 1, gaps: [] },
  ]);

  const oilByBrand = await admin.call(api.pending.list, { query: { part_product_id: oil.id } });
  expect(oilByBrand).toMatchObject([
    { name: 'Álamo', part_brand_id: brand.id, part_product_id: oil.id, parts: 1, complete: 1 },
    { name: 'Zorzal', part_brand_id: other.id, part_product_id: oil.id, parts: 1, complete: 0 },
  ]);
  expect(await maker.call(api.pending.list, { query: { part_product_id: oil.id } })).toEqual(oilByBrand.slice(0, 1));
});

test('a product whose parts of one brand were removed has only the other brand', async () => {
  const pads = await addProduct(db, category.id);
  await addPart(db, brand.id, pads.id);
  const gone = await addPart(db, other.id, pads.id);
  await db.deleteFrom('parts').where('id', '=', gone.id).execute();
  const pending = await admin.call(api.pending.list, { query: { by: 'product' } });
  expect(pending.find(({ id }) => id === pads.id)).toMatchObject({ parts: 1, part_brand_id: brand.id });
});

test('each number equals the number of parts that its filter finds', async () => {
  for (const { id: brandId, parts, complete, gaps } of await admin.call(api.pending.list, { query: {} })) {
    const found = async (query: Record<string, string>) =>
      (
        await admin.call(api.parts.list, {
          params: { brandId, productId: 'all' },
          query: api.parts.list.query.parse(query),
        })
      ).total;
    expect(await found({ 'filter[matches-enabled]': '1', 'filter[matches-discontinued]': '0' })).toBe(parts);
    expect(await found({ 'filter[matches-completeness]': '100' })).toBe(complete);
    for (const { gap, parts: lacking, alone } of gaps) {
      const byGap = { 'filter[matches-gaps]': `${GAPS.indexOf(gap) + 1}` };
      expect([gap, await found(byGap)]).toEqual([gap, lacking]);
      expect([gap, await found({ ...byGap, 'filter[matches-gaps_count]': '1' })]).toEqual([gap, alone]);
    }
  }
});
