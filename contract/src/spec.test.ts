import { describe, expect, test } from 'vitest';
import { admits, GUEST_NAME, ROLES } from './access.ts';
import { api } from './api.ts';
import type { Endpoint } from './endpoint.ts';
import { PAGE_SIZE } from './list.ts';

/* Calls of external programs: their paths, fields and default orders are fixed. docs/spec.md refers to these tests. */

const endpoints = Object.values(api).flatMap((calls) => Object.values<Endpoint>(calls));
const find = (method: string, path: string) => {
  const endpoint = endpoints.find((one) => one.method === method && one.path === path);
  if (!endpoint) throw new Error(`${method} ${path} is not in the contract`);
  return endpoint;
};
const fieldsOf = ({ body, params, upload }: Endpoint) => ({
  body: Object.keys(body?.shape ?? {}),
  params: Object.keys(params?.shape ?? {}),
  isUpload: upload !== undefined,
});

const BACKEND = '/api/backend';

describe('every call is at its path and takes its fields', () => {
  test.each([
    ['POST', '/auth/login', ['email', 'password']],
    ['GET', '/auth/profile', []],
    ['GET', '/auth/logout', []],
    ['GET', '/statistics/home', []],
    ['GET', '/catalog/part-brands/json/', []],
    ['GET', '/catalog/part-brands/paginated', []],
    ['GET', '/catalog/part-brands/:id', []],
    ['POST', '/catalog/part-brands/add', ['id', 'name']],
    ['POST', '/catalog/part-brands/remove', ['brand_id']],
    ['GET', '/catalog/part-categories/json/:brandId', []],
    ['GET', '/catalog/part-categories/paginated', []],
    ['GET', '/catalog/part-categories/:id', []],
    ['POST', '/catalog/part-categories/add', ['id', 'name']],
    ['POST', '/catalog/part-categories/remove', ['category_id']],
    ['GET', '/catalog/part-products/json/:categoryId/:brandId', []],
    ['GET', '/catalog/part-products/json/:categoryId', []],
    ['GET', '/catalog/part-products/json-chained/:categoryId', []],
    ['GET', '/catalog/part-products/paginated/:categoryId', []],
    ['GET', '/catalog/part-products/:id', []],
    ['POST', '/catalog/part-products/add', ['id', 'name', 'category_id', 'mercadolibre_category']],
    ['POST', '/catalog/part-products/remove', ['product_id']],
    ['POST', '/catalog/part-products/toggle-vehicle-header', ['product_id', 'vehicle_header']],
    ['GET', '/catalog/vehicles/headers/json/', []],
    ['GET', '/user-catalog/parts/:brandId/:productId', []],
    ['GET', '/user-catalog/parts/show/:partId', []],
    [
      'POST',
      '/user-catalog/parts/store',
      ['part_brand_id', 'part_product_id', 'code', 'observation', 'enabled', 'discontinued'],
    ],
    [
      'POST',
      '/user-catalog/parts/update',
      ['part_id', 'part_brand_id', 'part_product_id', 'code', 'observation', 'enabled', 'discontinued'],
    ],
    ['POST', '/user-catalog/parts/remove', ['id']],
    ['GET', '/user-catalog/attributes/:partId', []],
    ['GET', '/user-catalog/crosses/:partId', []],
    ['GET', '/user-catalog/pictures/:partId', []],
    ['GET', '/user-catalog/vehicles/:partId', []],
    ['POST', '/user-catalog/attributes/store', ['part_id', 'name', 'value', 'unit']],
    ['POST', '/user-catalog/attributes/remove', ['part_id', 'attribute_id']],
    ['POST', '/user-catalog/crosses/store', ['part_id', 'brand', 'code']],
    ['POST', '/user-catalog/crosses/remove', ['part_id', 'cross_id']],
    ['POST', '/user-catalog/pictures/store', ['part_id', 'is_blueprint', 'attachment']],
    ['POST', '/user-catalog/pictures/remove', ['part_id', 'picture_id']],
    ['POST', '/user-catalog/pictures/change-order', ['part_id', 'picture_id', 'order']],
    ['POST', '/user-catalog/vehicles/toggle', ['part_id', 'vehicle_id']],
    ['GET', '/importer/files/', []],
    ['POST', '/importer/files/store', ['attachment']],
    ['POST', '/importer/files/remove', ['udid']],
    ['GET', '/exporter/files/:kind/:brandId/:productId/file.xlsx', []],
    ['GET', '/exporter/files/json/:brandId/:productId/file.json', []],
    ['GET', '/users/', []],
    ['POST', '/users/store', ['id', 'name', 'social_name', 'social_number', 'phone', 'email', 'password']],
    ['GET', '/users/show/:id', []],
    ['GET', '/users/products/:id', []],
    ['POST', '/users/append-brand-and-product', ['user_id', 'brand', 'product']],
    ['POST', '/users/remove-brand-and-product', ['id']],
    ['GET', '/clients/', []],
    ['POST', '/clients/store', ['id', 'name', 'social_name', 'social_number', 'phone', 'email', 'password']],
    ['GET', '/clients/show/:id', []],
    ['GET', '/clients/products/:id', []],
    ['POST', '/clients/append-brand-and-product', ['user_id', 'brand', 'product']],
    ['POST', '/clients/remove-brand-and-product', ['id', 'client_id']],
  ])('%s %s', (method, path, fields) => {
    const { body, params, isUpload } = fieldsOf(find(method, `${BACKEND}${path}`));
    expect(body).toEqual(expect.arrayContaining([...fields]));
    expect(isUpload).toBe(fields.includes('attachment'));
    expect(params).toEqual([...path.matchAll(/:(\w+)/g)].map(([, name]) => name));
  });

  test('the two older calls are outside of /api/backend', () => {
    expect(fieldsOf(find('POST', '/api/auth/user/update')).body).toEqual(['user']);
    expect(find('POST', '/api/auth/register').access).toBe('public');
  });
});

describe('a list without an order of its own', () => {
  test.each([
    ['parts', api.parts.list, 'created_at', false],
    ['attributes', api.attributes.list, 'name', true],
    ['crosses', api.crosses.list, 'brand', true],
    ['pictures', api.pictures.list, 'name', true],
    ['brands', api.brands.paginated, 'name', true],
    ['categories', api.categories.paginated, 'name', true],
    ['products', api.products.paginated, 'name', true],
    ['users', api.users.list, 'name', true],
    ['clients', api.clients.list, 'name', true],
  ] as const)('of %s', (_, { query, usualOrder }, column, descending) => {
    expect(usualOrder).toEqual([{ column, descending }]);
    expect(query.parse({})).toMatchObject({ page: 1, size: PAGE_SIZE });
  });
});

test('the access lists admit the roles that they name', () => {
  expect(GUEST_NAME).toBe('Invitado');
  const admitted = (access: Parameters<typeof admits>[0]) => ROLES.filter((role) => admits(access, role));
  expect(admitted('admin')).toEqual(['admin']);
  expect(admitted('staff')).toEqual(['admin', 'staff']);
  expect(admitted('manufacturer')).toEqual(['admin', 'staff', 'manufacturer']);
  expect(admitted('client')).toEqual(['admin', 'staff', 'client']);
  expect(admitted('user')).toEqual(['admin', 'staff', 'manufacturer', 'client', 'user']);
  expect(admitted('onlyGuest')).toEqual([]);
});
