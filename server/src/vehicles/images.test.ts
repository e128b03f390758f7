import { api } from '@piezario/contract/api';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { addBrand, addCategory, addPart, addProduct, addVehicle } from '../testing/catalogue.ts';
import { asFile, photo } from '../testing/images.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';

const server = await startServer();
const { db } = server;
const admin = await enrol(server, 'admin');
const part = await addPart(db, (await addBrand(db)).id, (await addProduct(db, (await addCategory(db)).id)).id);

const store = async (vehicle_id: number, attachment: File) =>
  admin.send(api.vehicles.storeImage, { body: { vehicle_id, attachment } });
const imageOf = async (id: number) => {
  const query = { page: 1, size: 1, filters: [{ column: 'id', mode: 'matches' as const, value: `${id}` }], sort: [] };
  const { vehicles } = await admin.call(api.vehicles.list, { params: { partId: part.id }, query });
  return vehicles.data[0]?.imageUrl;
};

test('all versions of a model share an image, until it is replaced or removed', async () => {
  const [first, version, other] = [
    await addVehicle(db, 'Palio'),
    await addVehicle(db, 'Palio', '1.6'),
    await addVehicle(db, 'Uno'),
  ];
  await admin.call(api.vehicles.toggle, { body: { part_id: part.id, vehicle_id: version.id } });
  expect(await imageOf(first.id)).toBeNull();

  const stored = await store(first.id, await photo(2000, 1000));
  const { imageUrl } = stored.result;
  expect(stored).toMatchObject({ code: 200, message: 'Imagen guardada' });
  expect([await imageOf(first.id), await imageOf(version.id), await imageOf(other.id)]).toEqual([
    imageUrl,
    imageUrl,
    null,
  ]);
  const shown = await admin.call(api.parts.show, { params: { partId: part.id } });
  expect(shown.vehicles).toMatchObject([{ id: version.id, imageUrl }]);
  const image = Buffer.from(await (await server.guest.fetch('GET', imageUrl ?? '')).arrayBuffer());
  expect(await sharp(image).metadata()).toMatchObject({ format: 'jpeg', width: 640, height: 320 });

  const replaced = await store(version.id, await photo(100, 100));
  expect(replaced.result.imageUrl).not.toBe(imageUrl);
  expect(await imageOf(first.id)).toBe(replaced.result.imageUrl);

  const removed = { code: 200, message: 'Imagen eliminada', result: { imageUrl: null } };
  for (let turn = 0; turn < 2; turn++) {
    const answer = await admin.send(api.vehicles.removeImage, { body: { vehicle_id: first.id } });
    expect(answer).toMatchObject(removed);
  }
  expect(await imageOf(version.id)).toBeNull();
});

test('a file that is no image, and a vehicle that does not exist, change nothing', async () => {
  const { id } = await addVehicle(db);
  const { result } = await store(id, await photo(50, 50));
  expect(await store(id, asFile(Buffer.from('<svg/>')))).toMatchObject({
    code: 422,
    result: { errors: { attachment: 'El archivo no es una imagen' } },
  });
  expect(await store(2_000_000_000, await photo(50, 50))).toMatchObject({ code: 404 });
  expect(await imageOf(id)).toBe(result.imageUrl);
});

test('concurrent uploads leave one image', async () => {
  const { id } = await addVehicle(db);
  const attachment = await photo(50, 50);
  const answers = await Promise.all(Array.from({ length: 8 }, () => store(id, attachment)));
  expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 200));
  expect(answers.map(({ result }) => result.imageUrl)).toContain(await imageOf(id));
});
