import { api } from '@piezario/contract/api';
import { describe, expect, test } from 'vitest';
import { addAttribute, addBrand, addCategory, addPart, addProduct } from '../testing/catalogue.ts';
import type { Client } from '../testing/client.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';

const server = await startServer();
const { db } = server;
const [brand, rivalBrand] = [await addBrand(db), await addBrand(db)];
const category = await addCategory(db);
const [product, otherProduct] = [await addProduct(db, category.id), await addProduct(db, category.id)];
const [part, rivalPart] = [await addPart(db, brand.id, product.id), await addPart(db, rivalBrand.id, product.id)];

const admin = await enrol(server, 'admin');
const maker = await enrol(server, 'manufacturer', { part_brand_id: brand.id });
const rival = await enrol(server, 'manufacturer', { part_brand_id: rivalBrand.id });
const readers = [
  await enrol(server, 'client', { part_brand_id: brand.id, part_product_id: product.id }),
  await enrol(server, 'user', { part_brand_id: brand.id }),
];

const NOT_FOUND = { status: 404, code: 404, message: 'No existe o no está a tu alcance', result: null };
const MISSING = 2_000_000_000;

type Stored = (typeof api.attributes.store)['body']['_input'];
const store = (person: Client, body: Stored) => person.send(api.attributes.store, { body });
const remove = (person: Client, part_id: number, attribute_id: number) =>
  person.send(api.attributes.remove, { body: { part_id, attribute_id } });
const list = (person: Client, partId: number, query = '') =>
  person.request('GET', `/api/backend/user-catalog/attributes/${partId}${query}`);
const names = async (query: string, partId: number) => {
  const { result } = await list(maker, partId, query);
  return api.attributes.list.result.parse(result).data.map(({ name }) => name);
};
const read = (id: number) =>
  db.selectFrom('part_attributes').where('id', '=', id).select(['part_id', 'name', 'value']).executeTakeFirst();

test('the calls have the methods and paths of the spec', () => {
  expect(Object.values(api.attributes).map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /api/backend/user-catalog/attributes/:partId',
    'GET /api/backend/user-catalog/attributes/suggestions/:partId',
    'GET /api/backend/user-catalog/attributes/usual/:brandId/:productId',
    'GET /api/backend/user-catalog/attributes/values',
    'POST /api/backend/user-catalog/attributes/store',
    'POST /api/backend/user-catalog/attributes/store-many',
    'POST /api/backend/user-catalog/attributes/remove',
  ]);
});

test('the usual attributes of a product are those of its template, then those of parts of the brand in scope', async () => {
  const { id: productId } = await addProduct(db, category.id);
  const [own, theirs] = [await addPart(db, brand.id, productId), await addPart(db, rivalBrand.id, productId)];
  const row = { part_product_id: productId, type: 'text', importance: 'recommended', unit: 'mm' } as const;
  await db
    .insertInto('part_product_attributes')
    .values({ ...row, name: 'Diámetro', position: 1 })
    .execute();
  await store(maker, { part_id: own.id, name: 'Rosca', value: 'M20' });
  await store(rival, { part_id: theirs.id, name: 'Secreto', value: '1', unit: 'kg' });
  const usual = (person: Client, brandId: number) =>
    person.call(api.attributes.usual, { params: { brandId, productId } });
  const template = { name: 'Diámetro', unit: 'mm', type: 'text', values: [] };
  const other = { type: null, values: [] };
  expect(await usual(maker, brand.id)).toEqual([template, { ...other, name: 'Rosca', unit: '' }]);
  expect(await usual(maker, rivalBrand.id)).toEqual([template]);
  expect(await usual(admin, rivalBrand.id)).toEqual([template, { ...other, name: 'Secreto', unit: 'kg' }]);
  expect(await usual(await enrol(server, 'client'), brand.id)).toEqual([]);
});

test('some values of several parts are read at once, without parts outside of the scope', async () => {
  const [own, empty] = [await addPart(db, brand.id, product.id), await addPart(db, brand.id, product.id)];
  await store(maker, { part_id: own.id, name: 'Álto', value: '12,5', unit: 'mm' });
  await store(maker, { part_id: own.id, name: 'Rosca', value: 'M20' });
  await store(rival, { part_id: rivalPart.id, name: 'Alto', value: '9' });
  const values = (person: Client, query: Record<string, string>) =>
    person.request('GET', `/api/backend/user-catalog/attributes/values?${new URLSearchParams(query)}`);
  const parts = [rivalPart.id, own.id, empty.id, MISSING].join();
  for (const person of [maker, ...readers]) {
    expect((await values(person, { parts, names: 'alto\nOtro' })).result).toEqual([
      { part_id: own.id, attributes: [{ name: 'Álto', value: '12,5', unit: 'mm' }] },
      { part_id: empty.id, attributes: [] },
    ]);
  }
  const many = (count: number) => Array.from({ length: count }, (_, n) => n + 1);
  for (const wrong of ['', 'x', '1,', '1;2', '9999999999', many(201).join()])
    expect(await values(maker, { parts: wrong, names: 'Alto' })).toMatchObject({ code: 422 });
  for (const wrong of ['', '\0', 'x'.repeat(101), many(51).join('\n')])
    expect(await values(maker, { parts, names: wrong })).toMatchObject({ code: 422 });
});

test('attributes are sorted by name in descending order, in the list and in their part', async () => {
  const { id: part_id } = await addPart(db, brand.id, product.id);
  for (const name of ['Rosca', 'alto', 'Ángulo']) await store(maker, { part_id, name, value: '1' });
  const inOrder = ['Rosca', 'Ángulo', 'alto'];
  expect(await names('', part_id)).toEqual(inOrder);
  const { attributes } = await maker.call(api.parts.show, { params: { partId: part_id } });
  expect(attributes.map(({ name }) => name)).toEqual(inOrder);
});

describe('an attribute', () => {
  test.each([
    ['an admin', admin],
    ['the manufacturer', maker],
  ])('is added, changed in place and removed by %s', async (_, person) => {
    const { id: part_id } = await addPart(db, brand.id, product.id);
    const added = await store(person, { part_id, name: ' Diámetro ', value: '76', unit: 'mm' });
    const { id } = added.result;
    const attribute = { id, part_id, name: 'Diámetro', value: '76', unit: 'mm', misfit: null };
    expect(added).toEqual({ status: 200, code: 200, message: 'Atributo guardado', result: attribute });

    const changed = { ...attribute, name: 'DIAMETRO', value: '77', unit: '' };
    expect((await store(person, { attribute_id: id, part_id, name: 'DIAMETRO', value: '77' })).result).toEqual(changed);
    const { attributes, attributes_count } = await person.call(api.parts.show, { params: { partId: part_id } });
    expect([attributes, attributes_count]).toEqual([[changed], 1]);

    expect(await remove(person, part_id, id)).toMatchObject({
      message: 'Se eliminó el atributo DIAMETRO',
      result: { id, name: 'DIAMETRO' },
    });
    expect(await list(person, part_id)).toMatchObject({ result: { data: [], total: 0 } });
    expect(await remove(person, part_id, id)).toEqual(NOT_FOUND);
  });

  test('cannot be repeated in a part, not even with other case or accents', async () => {
    const { id: part_id } = await addPart(db, brand.id, product.id);
    const taken = { code: 409, result: { errors: { name: 'La pieza ya tiene un atributo con ese nombre' } } };
    await store(maker, { part_id, name: 'Presión', value: '1' });
    expect(await store(maker, { part_id, name: 'PRESION', value: '2' })).toMatchObject(taken);
    const { result } = await store(maker, { part_id, attribute_id: '', name: 'Caudal', value: '2', unit: null });
    expect(await store(maker, { part_id, attribute_id: result.id, name: 'presion', value: '3' })).toMatchObject(taken);
    expect(await store(maker, { part_id: part.id, name: 'presion', value: '3' })).toMatchObject({ code: 200 });
  });

  test('added many times at once is added once', async () => {
    const { id: part_id } = await addPart(db, brand.id, product.id);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => store(maker, { part_id, name: 'Ø', value: '1' })),
    );
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 409)).toHaveLength(7);
  });

  test('has a name and a value; the unit is optional', async () => {
    expect(await store(maker, { part_id: part.id, name: ' ', value: '', unit: 'x'.repeat(31) })).toMatchObject({
      code: 422,
      result: {
        errors: {
          name: 'Completá este campo',
          value: 'Completá este campo',
          unit: 'Se permiten hasta 30 caracteres',
        },
      },
    });
  });
});

describe('several attributes at once', () => {
  test('are added in one save, which the history undoes; existing ones stay as they are', async () => {
    const { id: part_id } = await addPart(db, brand.id, product.id);
    await store(maker, { part_id, name: 'Presión', value: '1' });
    const rows = [
      { name: ' Largo ', value: '10', unit: 'mm' },
      { name: 'PRESION', value: '2' },
      { name: 'Ancho', value: '20', unit: null },
      { name: 'ancho', value: '30' },
    ];
    const { added, operation_id } = await maker.call(api.attributes.storeMany, { body: { part_id, rows } });
    expect(added).toBe(2);
    const read = async () => {
      const { attributes, attributes_count } = await maker.call(api.parts.show, { params: { partId: part_id } });
      return [attributes.map(({ name, value, unit }) => `${name} ${value} ${unit}`.trim()), attributes_count];
    };
    expect(await read()).toEqual([['Presión 1', 'Largo 10 mm', 'Ancho 20'], 3]);
    await maker.call(api.history.restore, { body: { part_id, operation_id: operation_id ?? 0 } });
    expect(await read()).toEqual([['Presión 1'], 1]);
    const again = await maker.call(api.attributes.storeMany, { body: { part_id, rows: rows.slice(1, 2) } });
    expect(again).toEqual({ added: 0, operation_id: null });
  });

  test('are refused together, each with what is wrong, and are at most 500', async () => {
    const { id: part_id } = await addPart(db, brand.id, product.id);
    const send = (rows: { name: string; value: string }[]) =>
      maker.send(api.attributes.storeMany, { body: { part_id, rows } });
    expect(
      await send([
        { name: 'Largo', value: '1' },
        { name: '', value: '2' },
      ]),
    ).toMatchObject({
      code: 422,
      result: { errors: { 'rows.1.name': 'Completá este campo' } },
    });
    const many = Array.from({ length: 501 }, (_, n) => ({ name: `N${n}`, value: '1' }));
    expect(await send(many)).toMatchObject({ code: 422 });
    expect(await list(maker, part_id)).toMatchObject({ result: { total: 0 } });
    expect(await send(many.slice(1))).toMatchObject({ code: 200, result: { added: 500 } });
  });
});

describe('the list of attributes', () => {
  test('is paged, sorted by name in descending order, filtered and sorted by every column', async () => {
    const { id: part_id } = await addPart(db, brand.id, product.id);
    const rows: [string, string, string][] = [
      ['Ancho', '100%', 'mm'],
      ['Ángulo', 'á_b', '°'],
      ['Zócalo', 'H7\\4', ''],
    ];
    for (const [name, value, unit] of rows) await store(maker, { part_id, name, value, unit });
    const { result } = await list(maker, part_id, '?page[size]=2');
    expect(result).toEqual({
      data: [
        { id: expect.any(Number), part_id, name: 'Zócalo', value: 'H7\\4', unit: '', misfit: null },
        { id: expect.any(Number), part_id, name: 'Ángulo', value: 'á_b', unit: '°', misfit: null },
      ],
      ...{ current_page: 1, per_page: 2, last_page: 2, from: 1, to: 2, total: 3, filters: {}, sort: '-name' },
      next: expect.any(String),
    });
    const filtered = (filter: string, value: string) =>
      names(`?${new URLSearchParams({ [`filter[${filter}]`]: value })}`, part_id);
    expect(await filtered('starts_with-name', 'AN')).toEqual(['Ángulo', 'Ancho']);
    expect(await filtered('contains-value', '%')).toEqual(['Ancho']);
    expect(await filtered('contains-value', '_')).toEqual(['Ángulo']);
    expect(await filtered('contains-value', '\\')).toEqual(['Zócalo']);
    expect(await filtered('matches-unit', 'MM')).toEqual(['Ancho']);
    expect(await names('?sort=name', part_id)).toEqual(['Ancho', 'Ángulo', 'Zócalo']);
    expect(await names('?sort=-value', part_id)).toEqual(['Zócalo', 'Ángulo', 'Ancho']);
    expect(await names('?sort=unit', part_id)).toEqual(['Zócalo', 'Ancho', 'Ángulo']);
    expect(await names('?sort=-id', part_id)).toEqual(['Zócalo', 'Ángulo', 'Ancho']);
  });

  test('has only the attributes of the part', async () => {
    const [mine, next] = [await addPart(db, brand.id, product.id), await addPart(db, brand.id, product.id)];
    await addAttribute(db, next.id, 'Del vecino');
    expect(await list(maker, mine.id, '?filter[contains-name]=vecino')).toMatchObject({
      result: { data: [], total: 0 },
    });
  });
});

describe('the suggestions', () => {
  const suggestions = (person: Client, partId: number) =>
    person.call(api.attributes.suggestions, { params: { partId } });

  test('are those of the template first, then those that the caller’s own parts use most', async () => {
    const made = await addProduct(db, category.id);
    const [one, two, three, four] = [
      await addPart(db, brand.id, made.id),
      await addPart(db, brand.id, made.id),
      await addPart(db, rivalBrand.id, made.id),
      await addPart(db, brand.id, made.id),
    ];
    await db
      .insertInto('part_product_attributes')
      .values([
        { part_product_id: made.id, position: 1, name: 'Rosca', unit: '' },
        { part_product_id: made.id, position: 2, name: 'Altura', unit: 'mm' },
      ])
      .execute();
    for (const [part_id, name] of [
      [one.id, 'Aro'],
      [one.id, 'Sello'],
      [two.id, 'sello'],
      [four.id, 'sello'],
      [four.id, 'Aro'],
      [two.id, 'Sello de goma'],
      [one.id, 'ALTURA'],
      [three.id, 'Secreto del rival'],
    ] as const) {
      await store(admin, { part_id, name, value: '1', unit: 'u' });
    }
    await store(maker, { part_id: part.id, name: 'De otro producto', value: '1' });
    const usual = [
      { name: 'Rosca', unit: '' },
      { name: 'Altura', unit: 'mm' },
    ];
    const own = await suggestions(maker, one.id);
    expect(own.slice(0, 2)).toEqual(usual);
    expect(own.slice(2).map(({ name }) => name)).toEqual(['sello', 'Aro', 'Sello de goma']);
    expect(await suggestions(rival, three.id)).toEqual([...usual, { name: 'Secreto del rival', unit: 'u' }]);
    const narrow = await enrol(server, 'manufacturer', { part_brand_id: brand.id, part_product_id: otherProduct.id });
    expect(await narrow.send(api.attributes.suggestions, { params: { partId: one.id } })).toEqual(NOT_FOUND);
  });
});

describe('the attributes of another manufacturer', () => {
  test('are answered exactly like missing ones', async () => {
    const { id } = await addAttribute(db, rivalPart.id);
    for (const partId of [rivalPart.id, MISSING]) {
      expect(await list(maker, partId)).toEqual(NOT_FOUND);
      expect(await maker.send(api.attributes.suggestions, { params: { partId } })).toEqual(NOT_FOUND);
      expect(await store(maker, { part_id: partId, name: 'x', value: 'x' })).toEqual(NOT_FOUND);
      expect(await store(maker, { part_id: partId, attribute_id: id, name: 'x', value: 'x' })).toEqual(NOT_FOUND);
      expect(await remove(maker, partId, id)).toEqual(NOT_FOUND);
    }
  });

  test('are not reached through a part of one’s own', async () => {
    const foreign = await addAttribute(db, rivalPart.id);
    const neighbour = await addAttribute(db, (await addPart(db, brand.id, product.id)).id);
    for (const { id } of [foreign, neighbour]) {
      const before = await read(id);
      for (const attribute_id of [id, MISSING]) {
        expect(await remove(maker, part.id, attribute_id)).toEqual(NOT_FOUND);
        expect(await store(maker, { part_id: part.id, attribute_id, name: 'Tomado', value: 'x' })).toEqual(NOT_FOUND);
      }
      expect(await read(id)).toEqual(before);
    }
    expect(await remove(admin, part.id, foreign.id)).toEqual(NOT_FOUND);
  });
});

test('clients and users read attributes and change none', async () => {
  const { id } = await addAttribute(db, part.id);
  for (const reader of readers) {
    expect(await list(reader, part.id)).toMatchObject({ code: 200, result: { data: expect.any(Array) } });
    const answers = [
      await store(reader, { part_id: part.id, name: 'x', value: 'x' }),
      await remove(reader, part.id, id),
      await reader.send(api.attributes.suggestions, { params: { partId: part.id } }),
    ];
    expect(answers.map(({ code }) => code)).toEqual([403, 403, 403]);
  }
  expect(await read(id)).toBeDefined();
});
