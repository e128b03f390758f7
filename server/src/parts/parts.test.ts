import { api } from '@piezario/contract/api';
import { byField } from '@piezario/contract/part-fields';
import { describe, expect, test } from 'vitest';
import {
  addAttribute,
  addBrand,
  addCategory,
  addCross,
  addPart,
  addProduct,
  addVehicle,
} from '../testing/catalogue.ts';
import type { Client } from '../testing/client.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';

const server = await startServer();
const { db } = server;
const [brand, rivalBrand] = [await addBrand(db), await addBrand(db)];
const [category, otherCategory] = [await addCategory(db), await addCategory(db)];
const product = await addProduct(db, category.id);
const [sibling, distant] = [await addProduct(db, category.id), await addProduct(db, otherCategory.id)];

const admin = await enrol(server, 'admin');
const maker = await enrol(server, 'manufacturer', { part_brand_id: brand.id });
const rival = await enrol(server, 'manufacturer', { part_brand_id: rivalBrand.id });
const readers = [
  await enrol(server, 'client', { part_brand_id: brand.id, part_product_id: product.id }),
  await enrol(server, 'user', { part_brand_id: brand.id }),
];

const NOT_FOUND = { status: 404, code: 404, message: 'No existe o no está a tu alcance', result: null };
const MISSING = 2_000_000_000;
const place = { part_brand_id: brand.id, part_product_id: product.id };

let codes = 0;
const newCode = () => `N-${++codes}`;
const store = (person: Client, body: Partial<Parameters<typeof sendStore>[1]> = {}) =>
  sendStore(person, { ...place, code: newCode(), ...body });
const sendStore = (person: Client, body: (typeof api.parts.store)['body']['_input']) =>
  person.send(api.parts.store, { body });
const update = (person: Client, body: (typeof api.parts.update)['body']['_input']) =>
  person.send(api.parts.update, { body });
const remove = (person: Client, id: number) => person.send(api.parts.remove, { body: { id } });
const show = (person: Client, partId: number) => person.send(api.parts.show, { params: { partId } });

test('the calls have the methods and paths of the spec', () => {
  expect(Object.values(api.parts).map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /api/backend/user-catalog/parts/:brandId/:productId',
    'GET /api/backend/user-catalog/parts/show/:partId',
    'GET /api/backend/user-catalog/parts/sheet/:partId',
    'POST /api/backend/user-catalog/parts/store',
    'POST /api/backend/user-catalog/parts/duplicate',
    'POST /api/backend/user-catalog/parts/update',
    'POST /api/backend/user-catalog/parts/remove',
  ]);
});

describe('a part', () => {
  test.each([
    ['an admin', admin],
    ['the manufacturer of the brand', maker],
  ])('is created, shown, changed and removed with all it has by %s', async (_, person) => {
    const other = byField(
      (_, { initial }) => (initial ? 0 : 1) as 0 | 1,
      () => 'Con válvula',
    );
    const fields = { ...place, code: newCode(), ...other };
    const created = await store(person, fields);
    const { id } = created.result;
    const part = {
      id,
      brand: brand.name,
      ...fields,
      product_with_category: {
        id: product.id,
        name: product.name,
        part_category_id: category.id,
        category: category.name,
        takes_vehicles: 1,
      },
      attributes_count: 0,
      cross_count: 0,
      pictures_count: 0,
      vehicles_count: 0,
      has_observation_str: 'SI',
      version: 1,
      updated_at: expect.any(String),
      updated_by: person === admin ? 'Persona admin' : 'Persona manufacturer',
    };
    const message = `Se creó ${brand.name} ${fields.code}, ${product.name}`;
    expect(created).toEqual({ status: 200, code: 200, message, result: { ...part, restored: false } });

    const [attribute, cross, vehicle] = [await addAttribute(db, id), await addCross(db, id), await addVehicle(db)];
    await db.insertInto('part_vehicles').values({ part_id: id, vehicle_id: vehicle.id }).execute();
    expect((await show(person, id)).result).toEqual({
      ...part,
      attributes_count: 1,
      cross_count: 1,
      vehicles_count: 1,
      // The test wrote rows without setting a person.
      updated_by: null,
      // A disabled part has no completeness.
      ...{ completeness: null, gaps: [], missing_attributes: [], off_template: 0, blocked_by: null },
      attributes: [expect.objectContaining({ ...attribute, part_id: id, value: '1', unit: '' })],
      cross: [expect.objectContaining({ ...cross, code: 'X1' })],
      vehicles: [expect.objectContaining({ id: vehicle.id, vehicle_linked: 1 })],
      pictures: [],
    });

    const changed = {
      ...{ ...fields, part_product_id: distant.id },
      ...byField(
        (_, { initial }) => (initial ? 1 : 0) as 0 | 1,
        () => '',
      ),
    };
    expect(await update(person, { part_id: id, ...changed })).toMatchObject({
      message: 'Pieza guardada',
      result: { ...changed, version: 2, has_observation_str: 'NO', product_with_category: { name: distant.name } },
    });

    const { code } = changed;
    expect(await remove(person, id)).toMatchObject({
      message: `Se eliminó ${brand.name} ${code}`,
      result: { id, brand: brand.name, code },
    });
    expect(await show(person, id)).toEqual(NOT_FOUND);
    for (const table of ['part_attributes', 'part_crosses', 'part_vehicles'] as const) {
      expect(await db.selectFrom(table).where('part_id', '=', id).selectAll().execute()).toEqual([]);
    }
  });

  test('has a code of its own in its brand and product, however it is written', async () => {
    const taken = {
      code: 409,
      result: { errors: { code: 'Ya hay una pieza con ese código en la marca y el producto' } },
    };
    const first = await store(maker, { code: 'W 712/75' });
    expect(await store(maker, { code: 'w712-75' })).toMatchObject(taken);
    expect(await store(admin, { code: 'W71275' })).toMatchObject(taken);
    const inSibling = await store(maker, { code: 'W712.75', part_product_id: sibling.id });
    expect(inSibling).toMatchObject({ code: 200, result: { code: 'W712.75' } });
    expect(await update(maker, { part_id: inSibling.result.id, ...place, code: 'W712.75' })).toMatchObject(taken);
    expect(await update(maker, { part_id: first.result.id, ...place, code: 'W712/75' })).toMatchObject({ code: 200 });
  });

  test('created many times at once is created once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => store(maker, { code: 'doble-clic' })));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
  });

  test('takes its flags as numbers, text or booleans, and is enabled by default', async () => {
    const flags = async (given: { enabled?: 0 | '0' | false | true; discontinued?: 1 | '1' | true }) => {
      const { enabled, discontinued } = (await store(maker, given)).result;
      return [enabled, discontinued];
    };
    expect(await flags({})).toEqual([1, 0]);
    expect(await flags({ enabled: 0, discontinued: 1 })).toEqual([0, 1]);
    expect(await flags({ enabled: '0', discontinued: '1' })).toEqual([0, 1]);
    expect(await flags({ enabled: false, discontinued: true })).toEqual([0, 1]);
    expect(await flags({ enabled: true })).toEqual([1, 0]);
  });

  test('keeps what an update does not mention', async () => {
    const { id, code } = (await store(maker, { observation: 'Larga', enabled: 0, discontinued: 1 })).result;
    const { result } = await update(maker, { part_id: id, ...place, code });
    expect(result).toMatchObject({ observation: 'Larga', enabled: 0, discontinued: 1 });
  });

  test('ignores what is not the caller’s to set', async () => {
    const extra = {
      id: 7,
      version: 9,
      attributes_count: 9,
      pictures_count: 9,
      created_at: '2001-01-01',
      code_bare: 'x',
    };
    const { result } = await store(maker, extra as object);
    expect(result).toMatchObject({ version: 1, attributes_count: 0, pictures_count: 0 });
    expect(result.id).not.toBe(7);
    const { created_at } = await db
      .selectFrom('parts')
      .where('id', '=', result.id)
      .select('created_at')
      .executeTakeFirstOrThrow();
    expect(created_at.getFullYear()).toBeGreaterThan(2001);
  });
});

describe('two people who save the same part', () => {
  test('do not overwrite each other: the second gets the stored values', async () => {
    const { id, code, version } = (await store(maker, { observation: 'Antes' })).result;
    const mine = { part_id: id, ...place, code, observation: 'Antes', discontinued: 0, enabled: 1, version } as const;
    const first = await update(admin, { ...mine, observation: '', enabled: 0 });
    expect(first).toMatchObject({ code: 200, result: { version: version + 1 } });
    expect(await update(maker, mine)).toMatchObject({
      code: 409,
      message: 'Otra persona guardó esta pieza mientras la editabas: revisá lo que cambió',
      result: { errors: { observation: 'Ahora es: (vacío)', enabled: 'Ahora es: NO' } },
    });
    expect((await show(maker, id)).result).toMatchObject(first.result);
    expect(await update(maker, { ...mine, version: version + 1 })).toMatchObject({ code: 200 });
    const { version: _, ...unversioned } = mine;
    expect(await update(admin, { ...unversioned, observation: 'Sin versión' })).toMatchObject({ code: 200 });
    expect((await show(maker, id)).result.observation).toBe('Sin versión');
  });

  test('at the same moment leave the values of exactly one of them', async () => {
    const { id, code, version } = (await store(maker)).result;
    const answers = await Promise.all(
      ['uno', 'dos', 'tres', 'cuatro'].map((observation) =>
        update(maker, { part_id: id, ...place, code, observation, version }),
      ),
    );
    const saved = answers.filter((answer) => answer.code === 200);
    expect(answers.filter((answer) => answer.code === 409)).toHaveLength(3);
    expect(saved.map(({ result }) => result.observation)).toEqual([(await show(maker, id)).result.observation]);
  });

  test('are not stopped when both wrote the same', async () => {
    const { id, code, version } = (await store(maker)).result;
    const same = { part_id: id, ...place, code, observation: 'Igual', version };
    const answers = await Promise.all([update(maker, same), update(maker, same), update(admin, same)]);
    expect(answers.map((answer) => [answer.code, answer.result.version])).toEqual(
      answers.map(() => [200, version + 1]),
    );
  });
});

describe('a part of another manufacturer', () => {
  const fields = { ...place, code: 'ajena' };

  test('is answered exactly like a missing part, for reads and writes', async () => {
    const { id } = (await store(maker)).result;
    const before = (await show(admin, id)).result;
    for (const partId of [id, MISSING]) {
      expect(await show(rival, partId)).toEqual(NOT_FOUND);
      expect(await update(rival, { part_id: partId, ...fields })).toEqual(NOT_FOUND);
      expect(await remove(rival, partId)).toEqual(NOT_FOUND);
    }
    for (const part_brand_id of [brand.id, MISSING]) expect(await store(rival, { part_brand_id })).toEqual(NOT_FOUND);
    expect(await store(admin, { part_product_id: MISSING })).toEqual(NOT_FOUND);
    expect((await show(admin, id)).result).toEqual(before);
  });

  test('cannot be moved to the own brand, nor an own part to its brand', async () => {
    const [own, foreign] = [(await store(maker)).result, await addPart(db, rivalBrand.id, product.id)];
    const toRival = { part_id: own.id, ...place, code: own.code, part_brand_id: rivalBrand.id };
    expect(await update(maker, toRival)).toEqual(NOT_FOUND);
    expect(await update(maker, { ...toRival, part_brand_id: MISSING })).toEqual(NOT_FOUND);
    expect(await update(maker, { part_id: foreign.id, ...fields })).toEqual(NOT_FOUND);
    expect((await show(admin, own.id)).result.part_brand_id).toBe(brand.id);
    expect((await show(admin, foreign.id)).result.part_brand_id).toBe(rivalBrand.id);

    const narrow = await enrol(server, 'manufacturer', { ...place });
    expect(await update(narrow, { part_id: own.id, ...place, code: own.code, part_product_id: sibling.id })).toEqual(
      NOT_FOUND,
    );
    expect(await store(narrow, { part_product_id: sibling.id })).toEqual(NOT_FOUND);
    expect(await update(narrow, { part_id: own.id, ...place, code: own.code })).toMatchObject({ code: 200 });
  });
});

test('clients and users read the parts of their scope and change none', async () => {
  const { restored, ...result } = (await store(maker)).result;
  for (const reader of readers) {
    // They see when it was changed, but not by whom.
    expect((await show(reader, result.id)).result).toMatchObject({ ...result, updated_by: null });
    const answers = [
      await store(reader),
      await update(reader, { part_id: result.id, ...place, code: 'x' }),
      await remove(reader, result.id),
    ];
    expect(answers.map(({ code }) => code)).toEqual([403, 403, 403]);
  }
  expect(await store(server.guest)).toMatchObject({ code: 401 });
  expect((await show(admin, result.id)).result).toMatchObject(result);
});
