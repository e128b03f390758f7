import { api } from '@piezario/contract/api';
import type { Picture } from '@piezario/contract/pictures';
import { sql } from 'kysely';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { addBrand, addCategory, addPart, addPicture, addProduct } from '../testing/catalogue.ts';
import type { Client } from '../testing/client.ts';
import { keysUnder } from '../testing/files.ts';
import { removalOf } from '../testing/history.ts';
import { asFile, paint, photo } from '../testing/images.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';
import { sweepPictures } from './sweep.ts';

const server = await startServer();
const { db } = server;
const [brand, rivalBrand] = [await addBrand(db), await addBrand(db)];
const product = await addProduct(db, (await addCategory(db)).id);
const newPart = async () => (await addPart(db, brand.id, product.id)).id;
const rivalPart = await addPart(db, rivalBrand.id, product.id);

const admin = await enrol(server, 'admin');
const maker = await enrol(server, 'manufacturer', { part_brand_id: brand.id });
const readers = [
  await enrol(server, 'client', { part_brand_id: brand.id, part_product_id: product.id }),
  await enrol(server, 'user', { part_brand_id: brand.id }),
];

const NOT_FOUND = { status: 404, code: 404, message: 'No existe o no está a tu alcance', result: null };
const MISSING = 2_000_000_000;

type Body<K extends keyof typeof api.pictures> = (typeof api.pictures)[K] extends { body: { _input: infer B } }
  ? B
  : never;
const store = (person: Client, body: Body<'store'>) => person.send(api.pictures.store, { body });
const remove = (person: Client, body: Body<'remove'>) => person.send(api.pictures.remove, { body });
const restore = async (person: Client, { part_id, picture_id }: { part_id: number; picture_id: number }) =>
  person.send(api.history.restore, { body: { part_id, ...(await removalOf(db, 'picture', picture_id)) } });
const move = (person: Client, body: Body<'changeOrder'>) => person.send(api.pictures.changeOrder, { body });
const mark = (person: Client, body: Body<'markBlueprint'>) => person.send(api.pictures.markBlueprint, { body });
const list = (person: Client, partId: number, query = '') =>
  person.request('GET', `/api/backend/user-catalog/pictures/${partId}${query}`);
const show = (partId: number) => maker.call(api.parts.show, { params: { partId } });
const namesInOrder = async (partId: number) => {
  const { pictures, pictures_count } = await show(partId);
  expect(pictures.map(({ order }) => order)).toEqual(pictures.map((_, index) => index + 1));
  expect(pictures_count).toBe(pictures.length);
  return pictures.map(({ name }) => name).join('');
};
const download = async (url: string) => Buffer.from(await (await server.guest.fetch('GET', url)).arrayBuffer());

/** A part with pictures named a, b, c… */
async function partWith(names: string): Promise<{ part_id: number; ids: Record<string, number> }> {
  const part_id = await newPart();
  const ids: Record<string, number> = {};
  for (const [index, name] of [...names].entries()) {
    ids[name] = (await addPicture(db, part_id, { name, position: index + 1 })).id;
  }
  return { part_id, ids };
}

test('the calls have the methods and paths of the spec', () => {
  const base = '/api/backend/user-catalog/pictures';
  expect(Object.values(api.pictures).map(({ method, path }) => `${method} ${path}`)).toEqual([
    `GET ${base}/:partId`,
    ...['store', 'remove', 'change-order', 'mark-blueprint'].map((call) => `POST ${base}/${call}`),
  ]);
});

describe('a picture', () => {
  test.each([
    ['an admin', admin],
    ['the manufacturer', maker],
  ])('is uploaded by %s, goes last, and can be fetched in two sizes by anybody', async (_, person) => {
    const part_id = await newPart();
    await store(person, { part_id, attachment: await photo(100, 80, 'primera.png') });
    const stored = await store(person, {
      part_id,
      is_blueprint: '1',
      attachment: await photo(3000, 1500, 'Ñandú.jpg'),
    });
    const picture: Picture = {
      ...{ id: expect.any(Number), order: 2, name: 'Ñandú.jpg', is_blueprint: 1, width: 1920, height: 960 },
      bytes: expect.any(Number),
      imageUrl: expect.stringMatching(/^\/media\/[\w-]{2}\/[\w-]{30}\.jpg$/),
      thumbnailUrl: expect.stringMatching(/^\/media\/[\w-]{2}\/[\w-]{30}\.webp$/),
    };
    expect(stored).toEqual({ status: 200, code: 200, message: 'Foto guardada', result: picture });

    const full = await download(stored.result.imageUrl);
    expect(full.length).toBe(stored.result.bytes);
    expect(await sharp(full).metadata()).toMatchObject({ format: 'jpeg', width: 1920, height: 960, space: 'srgb' });
    const thumbnail = await sharp(await download(stored.result.thumbnailUrl)).metadata();
    expect(thumbnail).toMatchObject({ format: 'webp', width: 320, height: 160 });

    const { pictures } = await show(part_id);
    expect(pictures).toEqual([
      { ...picture, order: 1, name: 'primera.png', is_blueprint: 0, width: 100, height: 80 },
      stored.result,
    ]);
    expect(await list(person, part_id, '?sort=-order')).toMatchObject({ result: { data: pictures.toReversed() } });
  });

  test('is never enlarged, however small', async () => {
    const { result } = await store(maker, { part_id: await newPart(), attachment: await photo(3, 2) });
    expect(result).toMatchObject({ width: 3, height: 2 });
    expect(await sharp(await download(result.thumbnailUrl)).metadata()).toMatchObject({ width: 3, height: 2 });
  });

  test('is marked as a blueprint and back', async () => {
    const {
      part_id,
      ids: { a: picture_id = 0 },
    } = await partWith('a');
    expect(await mark(maker, { part_id, picture_id, is_blueprint: 1 })).toMatchObject({
      message: 'La foto es un plano',
      result: { id: picture_id, is_blueprint: 1 },
    });
    expect((await show(part_id)).pictures).toMatchObject([{ is_blueprint: 1 }]);
    expect((await mark(maker, { part_id, picture_id, is_blueprint: 0 })).result.is_blueprint).toBe(0);
  });

  test.each([
    ['C:\\fotos\\frente.jpg', 'frente.jpg'],
    ['../../etc/passwd', 'passwd'],
    ['<img src=x onerror=alert(1)>.jpg', '<img src=x onerror=alert(1)>.jpg'],
    ['a\u001b[31mb\u0000\u0085c.jpg', 'a[31mbc.jpg'],
    [`${'ñ'.repeat(300)}.jpg`, `${'ñ'.repeat(196)}.jpg`],
    ['😀'.repeat(201), '😀'.repeat(200)],
    ['..', 'Foto'],
    [' ', 'Foto'],
  ])('called %j keeps what can be shown of its name', async (given, kept) => {
    const part_id = await newPart();
    const { result } = await store(maker, { part_id, attachment: await photo(20, 20, given) });
    expect(result.name).toBe(kept);
  });

  test('needs a part and a file', async () => {
    const form = new FormData();
    form.append('part_id', 'x');
    expect(await maker.request('POST', api.pictures.store.path, { body: form })).toMatchObject({
      code: 422,
      result: { errors: { part_id: 'El identificador no es válido', attachment: 'Elegí un archivo' } },
    });
    form.set('attachment', 'un texto');
    expect(await maker.request('POST', api.pictures.store.path, { body: form })).toMatchObject({
      result: { errors: { attachment: 'Elegí un archivo' } },
    });
  });

  test('is removed with its part', async () => {
    const part_id = await newPart();
    const { result } = await store(maker, { part_id, attachment: await photo() });
    await remove(maker, { part_id, picture_id: result.id });
    await store(maker, { part_id, attachment: await photo() });
    await maker.call(api.parts.remove, { body: { id: part_id } });
    const { rows } = await sql`select part_id from part_pictures where part_id = ${part_id}`.execute(db);
    expect(rows).toEqual([]);
  });
});

describe('the order', () => {
  test.each([
    ['b', 1, 'bacd'],
    ['a', 3, 'bcad'],
    ['d', 2, 'adbc'],
    ['a', 4, 'bcda'],
    ['c', 3, 'abcd'],
    ['a', 9999, 'bcda'],
    ['c', '1', 'cabd'],
  ])('has no gaps after %s moved to %s', async (name, order, expected) => {
    const { part_id, ids } = await partWith('abcd');
    const { result, message } = await move(maker, { part_id, picture_id: ids[name] ?? 0, order });
    expect(await namesInOrder(part_id)).toBe(expected);
    expect(message).toBe('Orden guardado');
    expect(result).toEqual([...expected].map((letter, index) => ({ id: ids[letter], order: index + 1 })));
  });

  test.each([0, -1, 1.5, 10_001, 'x', null])('cannot have the position %j', async (order) => {
    const { part_id, ids } = await partWith('ab');
    const answer = await maker.request('POST', api.pictures.changeOrder.path, {
      body: JSON.stringify({ part_id, picture_id: ids.a, order }),
      headers: { 'content-type': 'application/json' },
    });
    expect(answer).toMatchObject({ code: 422, result: { errors: { order: expect.any(String) } } });
    expect(await namesInOrder(part_id)).toBe('ab');
  });

  test('has no gaps after many concurrent moves, removals and restores', async () => {
    const { part_id, ids } = await partWith('abcdefgh');
    const answers = await Promise.all([
      ...Object.values(ids).map((picture_id, index) => move(maker, { part_id, picture_id, order: 8 - index })),
      ...Object.values(ids).map((picture_id) => move(maker, { part_id, picture_id, order: 1 })),
      remove(maker, { part_id, picture_id: ids.c ?? 0 }).then(() =>
        restore(maker, { part_id, picture_id: ids.c ?? 0 }),
      ),
      remove(maker, { part_id, picture_id: ids.f ?? 0 }),
    ]);
    expect(answers.filter(({ code }) => code !== 200 && code !== 404)).toEqual([]);
    expect([...(await namesInOrder(part_id))].sort().join('')).toBe('abcdegh');
  });
});

describe('a removed picture', () => {
  test('leaves no gap, and is restored to its position with all its fields', async () => {
    const {
      part_id,
      ids: { b: picture_id = 0 },
    } = await partWith('abc');
    await mark(maker, { part_id, picture_id, is_blueprint: 1 });
    const before = await show(part_id);
    const removed = await remove(maker, { part_id, picture_id });
    expect(removed).toMatchObject({ message: 'Foto eliminada', result: await removalOf(db, 'picture', picture_id) });
    expect(await namesInOrder(part_id)).toBe('ac');
    expect(await remove(maker, { part_id, picture_id })).toEqual(NOT_FOUND);
    expect(await restore(maker, { part_id, picture_id })).toMatchObject({ code: 200 });
    expect(await show(part_id)).toEqual({ ...before, updated_at: expect.any(String) });
    expect(await restore(maker, { part_id, picture_id })).toMatchObject({ code: 409, message: 'Ya está como antes' });
  });

  test('is restored when its position is beyond the end', async () => {
    const { part_id, ids } = await partWith('abc');
    for (const name of 'cab') await remove(maker, { part_id, picture_id: ids[name] ?? 0 });
    await restore(maker, { part_id, picture_id: ids.c ?? 0 });
    expect(await namesInOrder(part_id)).toBe('c');
    await restore(maker, { part_id, picture_id: ids.b ?? 0 });
    expect(await namesInOrder(part_id)).toBe('bc');
  });

  test('cannot be restored once its files are deleted', async () => {
    const {
      part_id,
      ids: { a: picture_id = 0 },
    } = await partWith('ab');
    await remove(maker, { part_id, picture_id });
    await sweepPictures(db, server.files, new Date(Date.now() + 31 * 24 * 60 * 60_000));
    const gone = { code: 409, message: 'La foto ya no se guarda' };
    expect(await restore(maker, { part_id, picture_id })).toMatchObject(gone);
  });

  test('cannot be restored to a part that is full', async () => {
    const {
      part_id,
      ids: { a: picture_id = 0 },
    } = await partWith('a');
    await remove(maker, { part_id, picture_id });
    for (let position = 1; position <= 30; position++) await addPicture(db, part_id, { position });
    const full = { code: 409, message: 'Una pieza puede tener hasta 30 fotos' };
    expect(await restore(maker, { part_id, picture_id })).toMatchObject(full);
    expect(await store(maker, { part_id, attachment: await photo() })).toMatchObject(full);
    await remove(maker, { part_id, picture_id: (await show(part_id)).pictures[0]?.id ?? 0 });
    expect(await restore(maker, { part_id, picture_id })).toMatchObject({ code: 200 });
  });
});

test('35 uploads at once leave 30 pictures, in order, and no file too many', async () => {
  const part_id = await newPart();
  const attachment = await photo(40, 40);
  const countFiles = async () => (await keysUnder(server.files, 'media/')).length;
  const before = await countFiles();
  const answers = await Promise.all(Array.from({ length: 35 }, () => store(maker, { part_id, attachment })));
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(30);
  expect(answers.filter(({ code }) => code === 409)).toHaveLength(5);
  expect(await namesInOrder(part_id)).toBe('foto.jpg'.repeat(30));
  expect((await countFiles()) - before).toBe(60);
});

test('the list is paged, sorted by name in descending order, filtered and sorted by every column', async () => {
  const part_id = await newPart();
  for (const [width, name] of [
    [30, 'Frente.jpg'],
    [50, 'ángulo.jpg'],
    [40, 'Plano.png'],
  ] as const) {
    await store(maker, {
      part_id,
      is_blueprint: name === 'Plano.png' ? 1 : 0,
      attachment: await photo(width, 100 - width, name),
    });
  }
  const names = async (query: string) => {
    const { result } = await list(maker, part_id, query);
    return api.pictures.list.result
      .parse(result)
      .data.map(({ name }) => name.slice(0, 1))
      .join('');
  };
  expect(await list(maker, part_id, '?page[size]=2')).toMatchObject({
    result: { data: [{ name: 'Plano.png' }, { name: 'Frente.jpg' }], total: 3, last_page: 2, sort: '-name' },
  });
  expect(await names('?sort=order')).toBe('FáP');
  expect(await names('?sort=id')).toBe('FáP');
  expect(await names('?sort=width')).toBe('FPá');
  expect(await names('?sort=-height')).toBe('FPá');
  expect(await names('?sort=is_blueprint,-order')).toBe('áFP');
  expect(await names('?filter[matches-is_blueprint]=SI')).toBe('P');
  expect(await names('?filter[contains-name]=ANGULO')).toBe('á');
  expect(await names('?filter[greater_than-width]=30&sort=width')).toBe('Pá');
  expect(await names('?filter[less_than-order]=2')).toBe('F');
  expect(await names('?filter[greater_than-bytes]=100000')).toBe('');
});

describe('the pictures of another manufacturer', () => {
  test('are answered exactly like missing ones, and nothing is decoded for them', async () => {
    const { id } = await addPicture(db, rivalPart.id);
    for (const part_id of [rivalPart.id, MISSING]) {
      expect(await list(maker, part_id)).toEqual(NOT_FOUND);
      expect(await store(maker, { part_id, attachment: asFile(Buffer.from('nada')) })).toEqual(NOT_FOUND);
      for (const picture_id of [id, MISSING]) {
        expect(await remove(maker, { part_id, picture_id })).toEqual(NOT_FOUND);
        expect(await restore(maker, { part_id, picture_id })).toEqual(NOT_FOUND);
        expect(await move(maker, { part_id, picture_id, order: 1 })).toEqual(NOT_FOUND);
        expect(await mark(maker, { part_id, picture_id, is_blueprint: 1 })).toEqual(NOT_FOUND);
      }
    }
  });

  test('are not reached through a part of one’s own', async () => {
    const { part_id, ids } = await partWith('ab');
    const other = await partWith('xyz');
    const [{ id: foreign }, removed] = [await addPicture(db, rivalPart.id, { position: 2 }), other.ids.z ?? 0];
    await remove(maker, { part_id: other.part_id, picture_id: removed });
    const rows = () => db.selectFrom('part_pictures').selectAll().orderBy('id').execute();
    const before = await rows();
    for (const picture_id of [foreign, other.ids.x ?? 0]) {
      expect(await remove(maker, { part_id, picture_id })).toEqual(NOT_FOUND);
      expect(await move(maker, { part_id, picture_id, order: 1 })).toEqual(NOT_FOUND);
      expect(await mark(maker, { part_id, picture_id, is_blueprint: 1 })).toEqual(NOT_FOUND);
    }
    expect(await restore(maker, { part_id, picture_id: removed })).toEqual(NOT_FOUND);
    expect(await restore(admin, { part_id, picture_id: removed })).toEqual(NOT_FOUND);
    expect(await rows()).toEqual(before);
    expect(Object.keys(ids)).toHaveLength(2);
  });
});

test('clients and users see pictures and change none', async () => {
  const {
    part_id,
    ids: { a: picture_id = 0 },
  } = await partWith('ab');
  for (const reader of readers) {
    expect(await list(reader, part_id)).toMatchObject({ code: 200, result: { total: 2 } });
    const answers = [
      await store(reader, { part_id, attachment: asFile(await paint(9, 9).png().toBuffer()) }),
      await remove(reader, { part_id, picture_id }),
      await restore(reader, { part_id, picture_id }),
      await move(reader, { part_id, picture_id, order: 2 }),
      await mark(reader, { part_id, picture_id, is_blueprint: 1 }),
    ];
    expect(answers.map(({ code }) => code)).toEqual([403, 403, 403, 403, 403]);
  }
  expect(await namesInOrder(part_id)).toBe('ab');
});
