import { api } from '@piezario/contract/api';
import { expect, test } from 'vitest';
import { addBrand, addCategory, addGrant, addPart, addProduct } from '../testing/catalogue.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';

const server = await startServer();
const { db } = server;
const admin = await enrol(server, 'admin');

const brand = await addBrand(db);
const [category, otherCategory] = [await addCategory(db), await addCategory(db)];
const [product, otherProduct] = [await addProduct(db, category.id), await addProduct(db, otherCategory.id)];

const wholeBrand = { brand: brand.id };
const wholeCategory = { ...wholeBrand, category: category.id };
const oneProduct = { ...wholeBrand, product: product.id };

type Level = number | '' | 'all';
async function newGrantee() {
  const { id } = await server.addUser('manufacturer');
  return {
    id,
    append: (place: { brand: number; category?: Level; product?: Level }) =>
      admin.send(api.users.append, { body: { user_id: id, ...place } }),
    held: () => admin.call(api.users.products, { params: { id } }),
  };
}

test.each([
  ['a brand', wholeBrand, [brand.id, undefined, undefined]],
  ['a brand, the rest left open', { ...wholeBrand, category: 'all', product: '' }, [brand.id, undefined, undefined]],
  ['a category of a brand', wholeCategory, [brand.id, category.id, undefined]],
  ['a product of a brand', oneProduct, [brand.id, category.id, product.id]],
  ['a product, with its category', { ...oneProduct, category: category.id }, [brand.id, category.id, product.id]],
] as const)('a grant is of %s', async (_, place, levels) => {
  const { append, held } = await newGrantee();
  const { replaced, ...granted } = (await append(place)).result;
  expect([granted.part_brand.id, granted.part_category?.id, granted.part_product?.id]).toEqual(levels);
  expect(replaced).toEqual([]);
  expect(await held()).toEqual([granted]);
});

test.each([
  ['Ya está asignado', wholeBrand, wholeBrand],
  ['Ya está asignado', wholeCategory, wholeCategory],
  ['Ya está asignado', oneProduct, { ...oneProduct, category: category.id }],
  ['Ya tiene asignada toda la marca', wholeBrand, wholeCategory],
  ['Ya tiene asignada toda la marca', wholeBrand, oneProduct],
  ['Ya tiene asignada toda la categoría', wholeCategory, oneProduct],
])('a grant that is already covered is refused: «%s»', async (message, wider, place) => {
  const { append, held } = await newGrantee();
  await append(wider);
  expect(await append(place)).toMatchObject({ code: 409, message, result: null });
  expect(await held()).toHaveLength(1);
});

test('a wider grant absorbs the narrower ones that it covers, and no others', async () => {
  const { id, append, held } = await newGrantee();
  const foreign = await addGrant(db, id, { part_brand_id: (await addBrand(db)).id, part_category_id: category.id });
  await append(oneProduct);
  await append({ ...wholeBrand, product: otherProduct.id });
  await append(wholeCategory);
  expect(await held()).toMatchObject([
    { part_brand: brand, part_category: category, part_product: null },
    { part_brand: brand, part_product: { id: otherProduct.id } },
    foreign,
  ]);
  await append(wholeBrand);
  expect(await held()).toMatchObject([{ part_brand: brand, part_category: null, part_product: null }, foreign]);
});

test('withdrawing a wider grant restores the grants that it had replaced', async () => {
  const { append, held } = await newGrantee();
  await append(oneProduct);
  await append({ ...wholeBrand, product: otherProduct.id });
  const before = await held();
  const { id, replaced } = (await append(wholeBrand)).result;
  expect(replaced).toEqual(before);
  const restores = replaced.map(({ part_brand, part_product }) => ({
    brand: part_brand.id,
    product: part_product?.id ?? '',
  }));
  await admin.call(api.users.withdraw, { body: { id, restores } });
  const places = (await held()).map(({ id: _, ...place }) => place);
  expect(places).toEqual(before.map(({ id: _, ...place }) => place));
});

test('of concurrent overlapping grants, only the widest is left', async () => {
  const { append, held } = await newGrantee();
  const answers = await Promise.all([oneProduct, oneProduct, wholeCategory, wholeBrand, oneProduct].map(append));
  expect(answers.filter(({ code }) => code !== 200 && code !== 409)).toEqual([]);
  expect(await held()).toMatchObject([{ part_category: null }]);
});

test('a product is not granted under another category', async () => {
  const { append, held } = await newGrantee();
  expect(await append({ ...oneProduct, category: otherCategory.id })).toMatchObject({
    code: 422,
    result: { errors: { product: 'El producto no es de esa categoría' } },
  });
  expect(await held()).toEqual([]);
});

test.each([
  ['brand', { brand: 999_999 }],
  ['category', { ...wholeBrand, category: 999_999 }],
  ['product', { ...wholeBrand, product: 999_999 }],
])('a %s that does not exist is not granted', async (_, place) => {
  const { append } = await newGrantee();
  expect(await append(place)).toMatchObject({ code: 404, message: 'No existe o no está a tu alcance', result: null });
});

test('a new grant returns the number of its parts', async () => {
  const mine = await addBrand(db);
  const sibling = await addProduct(db, category.id);
  for (const at of [product, product, sibling, otherProduct]) await addPart(db, mine.id, at.id);
  await addPart(db, brand.id, product.id);
  const opens = async (place: { category?: number; product?: number }) =>
    (await (await newGrantee()).append({ brand: mine.id, ...place })).result.parts;
  expect(await opens({})).toBe(4);
  expect(await opens({ category: category.id })).toBe(3);
  expect(await opens({ product: product.id })).toBe(2);
});
