import { api } from '@piezario/contract/api';
import { expect, test } from 'vitest';
import { addBrand, addCategory, addGrant, addProduct } from '../testing/catalogue.ts';
import { PASSWORD, startServer } from '../testing/server.ts';

const server = await startServer();
const { db } = server;
const admin = await server.signIn('admin');

test('a category is created, listed, read, renamed and removed', async () => {
  const created = await admin.send(api.categories.add, { body: { id: '', name: 'Frenos' } });
  expect(created).toMatchObject({ code: 200, message: 'Categoría guardada', result: { name: 'Frenos' } });
  const { id } = created.result;
  expect(await admin.call(api.categories.show, { params: { id } })).toEqual({ id, name: 'Frenos' });
  await admin.call(api.categories.add, { body: { id, name: 'Frenos y discos' } });
  const { result } = await admin.request(
    'GET',
    '/api/backend/catalog/part-categories/paginated?filter[matches-name]=FRENOS Y DISCOS',
  );
  expect(result).toMatchObject({ data: [{ id, name: 'Frenos y discos' }], total: 1 });
  expect(await admin.send(api.categories.add, { body: { name: 'frenos y díscos' } })).toMatchObject({
    code: 409,
    result: { errors: { name: 'Ya hay una categoría con ese nombre' } },
  });
  expect(await admin.send(api.categories.remove, { body: { category_id: id } })).toMatchObject({
    message: 'Categoría eliminada',
  });
});

test('a category with products is not removed, and the answer says how many it has', async () => {
  const { id } = await addCategory(db);
  await addProduct(db, id);
  await addProduct(db, id);
  expect(await admin.send(api.categories.remove, { body: { category_id: id } })).toMatchObject({
    code: 409,
    message: 'La categoría tiene 2 productos',
  });
});

test('the picker lists the categories that the grants of a brand include', async () => {
  const [filters, brakes, lights] = [await addCategory(db), await addCategory(db), await addCategory(db)];
  const pads = await addProduct(db, brakes.id);
  const [whole, some] = [await addBrand(db), await addBrand(db)];
  const { id, email } = await server.addUser('manufacturer');
  await addGrant(db, id, { part_brand_id: some.id, part_category_id: filters.id });
  await addGrant(db, id, { part_brand_id: some.id, part_product_id: pads.id });
  const maker = await server.guest.signIn(email, PASSWORD);
  const ids = async (brandId: number | 'all') => {
    const categories = await maker.call(api.categories.json, { params: { brandId } });
    return categories.map((category) => category.id).sort((a, b) => a - b);
  };
  expect(await ids(some.id)).toEqual([filters.id, brakes.id]);
  expect(await ids('all')).toEqual([filters.id, brakes.id]);
  expect(await ids(whole.id)).toEqual([]);
  await addGrant(db, id, { part_brand_id: whole.id });
  expect(await ids(whole.id)).toContain(lights.id);
  expect(await ids(some.id)).not.toContain(lights.id);
});

test('only admins maintain categories', async () => {
  const { id } = await addCategory(db);
  for (const role of ['staff', 'manufacturer', 'client', 'user'] as const) {
    const other = await server.signIn(role);
    const codes = await Promise.all([
      other.request('GET', api.categories.paginated.path),
      other.send(api.categories.show, { params: { id } }),
      other.send(api.categories.add, { body: { name: 'x' } }),
      other.send(api.categories.remove, { body: { category_id: id } }),
    ]);
    expect(codes.map(({ code }) => code)).toEqual([403, 403, 403, 403]);
  }
});
