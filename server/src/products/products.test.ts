import { api } from '@piezario/contract/api';
import { USUALLY_REQUIRED } from '@piezario/contract/gaps';
import { describe, expect, test } from 'vitest';
import { loadReference } from '../reference/reference.ts';
import { addBrand, addCategory, addGrant, addPart, addProduct } from '../testing/catalogue.ts';
import { PASSWORD, startServer } from '../testing/server.ts';

const server = await startServer();
const { db } = server;
await loadReference(db, () => {});
const admin = await server.signIn('admin');
const category = await addCategory(db, 'Cubiertas');

describe('a product', () => {
  test('is created, read, changed and removed', async () => {
    const created = await admin.send(api.products.add, { body: { name: 'Cubierta', category_id: category.id } });
    expect(created).toMatchObject({ code: 200, message: 'Producto guardado' });
    const { id } = created.result;
    const product = {
      id,
      name: 'Cubierta',
      aliases: [],
      category: 'Cubiertas',
      part_category_id: category.id,
      mercadolibre_category: null,
      takes_vehicles: 1,
      requires: [...USUALLY_REQUIRED],
      photos_required: 1,
      vehicle_headers: [],
      description_pattern: '',
    };
    expect(created.result).toEqual(product);
    const body = { id, name: 'Cubierta radial', category_id: category.id, mercadolibre_category: 'mla123' };
    await admin.call(api.products.add, { body });
    const changed = { ...product, name: 'Cubierta radial', mercadolibre_category: 'MLA123' };
    expect(await admin.call(api.products.show, { params: { id } })).toEqual(changed);
    const asking = { takes_vehicles: 0, requires: ['barcode', 'barcode', 'observation'], photos_required: 3 } as const;
    const aliases = ['Goma', 'Neumático'];
    await admin.call(api.products.add, { body: { ...body, ...asking, aliases, requires: [...asking.requires] } });
    // Fields that are not sent stay as they are.
    expect(await admin.call(api.products.add, { body })).toEqual({
      ...{ ...changed, ...asking, aliases, requires: ['observation', 'barcode'] },
    });
    expect(await admin.send(api.products.remove, { body: { product_id: id } })).toMatchObject({
      message: 'Producto eliminado',
    });
    expect(await admin.send(api.products.show, { params: { id } })).toMatchObject({ code: 404 });
  });

  test('of an older installation gets the shipped aliases, unless it has its own', async () => {
    const named = async (name: string) =>
      (await db.selectFrom('part_products').where('name', '=', name).select('aliases').executeTakeFirstOrThrow())
        .aliases;
    expect(await named('Burro de arranque')).toContain('motor de arranque');
    await db.updateTable('part_products').set({ aliases: [] }).execute();
    await db
      .updateTable('part_products')
      .set({ aliases: ['Propio'] })
      .where('name', '=', 'Alternador')
      .execute();
    await db.deleteFrom('loaded_data').where('name', '=', 'product_aliases').execute();
    await loadReference(db, () => {});
    expect(await named('Burro de arranque')).toContain('motor de arranque');
    expect(await named('Alternador')).toEqual(['Propio']);
  });

  test('needs an existing category, a unique name and a well-formed Mercado Libre id', async () => {
    const add = async (body: { name: string; category_id: number; mercadolibre_category?: string }) =>
      (await admin.send(api.products.add, { body })).result;
    await addProduct(db, category.id, 'Única');
    expect(await add({ name: 'x', category_id: 999_999 })).toEqual({
      errors: { category_id: 'La categoría no existe' },
    });
    expect(await add({ name: 'UNICA', category_id: category.id })).toEqual({
      errors: { name: 'Ya hay un producto con ese nombre' },
    });
    expect(await add({ name: 'x', category_id: category.id, mercadolibre_category: 'MLB1' })).toEqual({
      errors: { mercadolibre_category: 'La categoría de Mercado Libre es MLA seguido de números' },
    });
  });

  test('with parts is not removed, and the answer says how many it has', async () => {
    const product = await addProduct(db, category.id);
    await addPart(db, (await addBrand(db)).id, product.id);
    expect(await admin.send(api.products.remove, { body: { product_id: product.id } })).toMatchObject({
      code: 409,
      message: 'El producto tiene 1 pieza',
    });
  });

  test('toggles its vehicle components', async () => {
    const { id } = await addProduct(db, category.id);
    const headers = await admin.call(api.vehicles.headers, {});
    expect(headers[0]).toEqual({ id: 1, name: 'Cilindrada', key: 'cilindrada', unit: 'l' });
    const toggle = (vehicle_header: number) =>
      admin.send(api.products.toggleVehicleHeader, { body: { product_id: id, vehicle_header } });
    expect((await toggle(2)).result.vehicle_headers).toEqual([2]);
    expect((await toggle(1)).result.vehicle_headers).toEqual([1, 2]);
    expect((await toggle(2)).result.vehicle_headers).toEqual([1]);
    expect(await toggle(999)).toMatchObject({
      code: 422,
      result: { errors: { vehicle_header: 'El componente no existe' } },
    });
    const many = await Promise.all(Array.from({ length: 10 }, () => toggle(5)));
    expect(many.every(({ code }) => code === 200)).toBe(true);
    expect((await admin.call(api.products.show, { params: { id } })).vehicle_headers).toEqual([1]);
  });
});

describe('the list of products', () => {
  test('is of one category, or of all', async () => {
    const other = await addCategory(db);
    const product = await addProduct(db, other.id);
    const path = '/api/backend/catalog/part-products/paginated';
    expect((await admin.request('GET', `${path}/${other.id}`)).result).toMatchObject({ data: [product], total: 1 });
    expect((await admin.request('GET', `${path}/all?filter[matches-name]=filtro de aceite`)).result).toMatchObject({
      data: [
        {
          name: 'Filtro de aceite',
          category: 'Filtros',
          mercadolibre_category: 'MLA61223',
          vehicle_headers: [1, 2, 5],
        },
      ],
    });
    expect(
      (await admin.request('GET', `${path}/all?sort=-category,name&filter[contains-category]=filtros`)).result,
    ).toMatchObject({
      sort: '-category,name',
    });
  });
});

test('the pickers list the products that the grants include', async () => {
  const [all, some] = [await addCategory(db), await addCategory(db)];
  const [a, b] = [await addProduct(db, all.id), await addProduct(db, all.id)];
  const [c, d] = [await addProduct(db, some.id), await addProduct(db, some.id)];
  const [brand, other] = [await addBrand(db), await addBrand(db)];
  const { id, email } = await server.addUser('client');
  await addGrant(db, id, { part_brand_id: brand.id, part_category_id: all.id });
  await addGrant(db, id, { part_brand_id: brand.id, part_product_id: c.id });
  await addGrant(db, id, { part_brand_id: other.id, part_product_id: d.id });
  const client = await server.guest.signIn(email, PASSWORD);
  const path = '/api/backend/catalog/part-products';
  const listed = async (rest: string) => (await client.request('GET', `${path}/${rest}`)).result;
  expect(await listed(`json/${all.id}/${brand.id}`)).toEqual([a, b]);
  expect(await listed(`json/${some.id}/${brand.id}`)).toEqual([c]);
  expect(await listed(`json/all/${other.id}`)).toEqual([d]);
  expect(await listed(`json/${some.id}`)).toEqual([c, d]);
  expect(await listed(`json-chained/${some.id}`)).toEqual([c, d]);
});

test('the categories of Mercado Libre are found by words of their path or by their id', async () => {
  const found = (search: string) => admin.call(api.mercadolibre.categories, { query: { search } });
  expect(await found('MLA61223')).toEqual([
    { id: 'MLA61223', path: 'Accesorios para Vehículos > Repuestos Autos y Camionetas > Filtros > Filtros de Aceite' },
  ]);
  expect(await found('aceite filtros')).toContainEqual(expect.objectContaining({ id: 'MLA61223' }));
  expect(await found('%')).toEqual([]);
  expect((await found('')).length).toBe(50);
});

test('only admins maintain products', async () => {
  const { id } = await addProduct(db, category.id);
  for (const role of ['staff', 'manufacturer', 'client', 'user'] as const) {
    const other = await server.signIn(role);
    const codes = await Promise.all([
      other.request('GET', '/api/backend/catalog/part-products/paginated/all'),
      other.send(api.products.show, { params: { id } }),
      other.send(api.products.add, { body: { name: 'x', category_id: category.id } }),
      other.send(api.products.remove, { body: { product_id: id } }),
      other.send(api.products.toggleVehicleHeader, { body: { product_id: id, vehicle_header: 1 } }),
      other.send(api.mercadolibre.categories, { query: { search: 'x' } }),
    ]);
    expect(codes.map(({ code }) => code)).toEqual([403, 403, 403, 403, 403, 403]);
  }
});
