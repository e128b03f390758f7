import { api } from '@piezario/contract/api';
import { expect, test } from 'vitest';
import { addBrand, addCategory, addPart, addProduct, addVehicle } from '../testing/catalogue.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';

const server = await startServer();
const { db } = server;
const [brand, other] = [await addBrand(db), await addBrand(db)];
const category = await addCategory(db);
const [product, rare] = [await addProduct(db, category.id), await addProduct(db, category.id)];
const admin = await enrol(server, 'admin');
const maker = await enrol(server, 'manufacturer', { part_brand_id: brand.id });
const rival = await enrol(server, 'manufacturer', { part_brand_id: other.id });
const idle = await enrol(server, 'manufacturer');

const [base, full] = [await addVehicle(db, 'Uno', '1.4 S'), await addVehicle(db, 'Uno', '1.4 SX')];
const diesel = await addVehicle(db, 'Uno', '1.7 D');
await db.updateTable('vehicles').set({ fuel: 'Diésel' }).where('id', '=', diesel.id).execute();
const palio = await addVehicle(db, 'Palio', '1.6');

const addFitting = async (brandId: number, productId: number, ...vehicles: { id: number }[]) => {
  const { id } = await addPart(db, brandId, productId);
  for (const vehicle of vehicles)
    await db.insertInto('part_vehicles').values({ part_id: id, vehicle_id: vehicle.id }).execute();
  return id;
};
const part = await addFitting(brand.id, product.id, base);
await addFitting(other.id, product.id, full, palio);
await addFitting(other.id, product.id, palio);
await addFitting(other.id, rare.id, diesel);

const ofProduct = { part_product_id: product.id };
const coverageOf = (person: typeof admin, query: { part_product_id?: number; part_brand_id?: number } = {}) =>
  person.call(api.home.coverage, { query });
const holesOf = async (person: typeof admin) => {
  const query = { ...ofProduct, brand: 'fiat', model: 'UNO' };
  return (await person.call(api.home.holes, { query })).map(({ version }) => version);
};
const covered = (versions: number, covered: number, holes: number) => ({ versions, covered, holes });

test('coverage counts versions with a part by brand and model, and holes: versions whose engine has one', async () => {
  expect(await coverageOf(maker)).toEqual({
    product: { id: product.id, name: product.name },
    brands: [
      {
        ...{ name: 'Fiat', ...covered(4, 1, 1) },
        models: [
          { name: 'Uno', ...covered(3, 1, 1) },
          { name: 'Palio', ...covered(1, 0, 0) },
        ],
      },
    ],
  });
  expect(await holesOf(maker)).toEqual(['1.4 SX']);
  expect(await holesOf(rival)).toEqual(['1.4 S']);
  expect(await holesOf(admin)).toEqual([]);
  expect(await coverageOf(admin, ofProduct)).toMatchObject({ brands: [covered(4, 3, 0)] });
  expect(await coverageOf(admin, { ...ofProduct, part_brand_id: brand.id })).toEqual(await coverageOf(maker));
  expect(await coverageOf(admin, { part_product_id: rare.id })).toMatchObject({ brands: [covered(4, 1, 0)] });
});

test('a part that is not on offer covers nothing', async () => {
  await db.updateTable('parts').set({ discontinued: true }).where('id', '=', part).execute();
  expect(await coverageOf(maker)).toMatchObject({ brands: [covered(4, 0, 0)] });
  await db.updateTable('parts').set({ discontinued: false }).where('id', '=', part).execute();
  expect(await coverageOf(maker)).toMatchObject({ brands: [covered(4, 1, 1)] });
});

test('a person without parts has no coverage', async () => {
  expect(await coverageOf(idle)).toEqual({ product: null, brands: [] });
});
