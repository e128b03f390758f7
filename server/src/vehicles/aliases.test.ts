import { api } from '@piezario/contract/api';
import { expect, test } from 'vitest';
import { addBrand, addCategory, addPart, addProduct, addVehicle, addVehicleAlias } from '../testing/catalogue.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';

const server = await startServer();
const admin = await enrol(server, 'admin');
await addVehicle(server.db, 'Uno');

const store = (body: { id?: number; name: string; brand: string }) => admin.send(api.vehicleAliases.store, { body });

test('an alias is stored, found by any part of it, changed and removed', async () => {
  expect(await admin.call(api.vehicleAliases.brands, {})).toEqual(['Fiat']);
  const created = await store({ name: ' F.I.A. ', brand: 'fíat' });
  expect(created).toMatchObject({ code: 200, message: 'Alias guardado', result: { name: 'F.I.A.', brand: 'Fiat' } });
  const { id } = await admin.call(api.vehicleAliases.store, { body: { name: 'Fiat Auto', brand: 'Fiat' } });
  const found = await admin.request('GET', `${api.vehicleAliases.paginated.path}?filter[contains-name]=AUTO`);
  expect(found.result).toMatchObject({ data: [{ id, name: 'Fiat Auto', brand: 'Fiat' }], total: 1 });
  await store({ id, name: 'Fiat Automóviles', brand: 'Fiat' });
  expect(await admin.call(api.vehicleAliases.show, { params: { id } })).toMatchObject({ name: 'Fiat Automóviles' });
  expect(await admin.send(api.vehicleAliases.remove, { body: { id } })).toMatchObject({ message: 'Alias eliminado' });
  expect(await admin.send(api.vehicleAliases.show, { params: { id } })).toMatchObject({ code: 404 });
});

test.each([
  ['an empty alias', '', 'Fiat', 422, { name: 'Completá este campo' }],
  ['an alias without letters or digits', '--', 'Fiat', 422, { name: 'Tiene que tener alguna letra o número' }],
  ['an alias that is a brand of the base', 'F-IÁT', 'Fiat', 422, { name: 'Es una marca de la base de vehículos' }],
  ['an alias that is there already', 'c I t', 'Fiat', 409, { name: 'Ya hay un alias con ese nombre' }],
  ['no brand', 'Otro', ' ', 422, { brand: 'Completá este campo' }],
  ['a brand without vehicles', 'Otro', 'Nadie', 422, { brand: 'No hay una marca de vehículos con ese nombre' }],
])('%s is refused', async (_, name, brand, code, errors) => {
  await store({ name: 'CIT', brand: 'Fiat' });
  expect(await store({ name, brand })).toMatchObject({ code, result: { errors } });
});

test('vehicles are found by an alias of their brand, and the answer has the filter as it was sent', async () => {
  const { id } = await addPart(
    server.db,
    (await addBrand(server.db)).id,
    (await addProduct(server.db, (await addCategory(server.db)).id)).id,
  );
  const vehicle = await addVehicle(server.db, 'Palio');
  await addVehicleAlias(server.db, 'F.C.A.', 'Fiat');
  const found = async (value: string) => {
    const filters = [{ column: 'brand', mode: 'contains' as const, value }];
    const query = { page: 1, size: 50, filters, sort: [] };
    return (await admin.call(api.vehicles.list, { params: { partId: id }, query })).vehicles;
  };
  expect((await found('fca')).data.map((one) => one.id)).toContain(vehicle.id);
  expect((await found('fca')).filters).toEqual({ 'contains-brand': 'fca' });
  expect((await found('fcb')).data).toEqual([]);
});
