import { api } from '@piezario/contract/api';
import { MAX_LINKED } from '@piezario/contract/vehicles';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { addBrand, addCategory, addPart, addProduct, addVehicle, addVehicleAlias } from '../testing/catalogue.ts';
import type { Client } from '../testing/client.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';

const server = await startServer();
const { db } = server;
const [brand, rivalBrand] = [await addBrand(db), await addBrand(db)];
const product = await addProduct(db, (await addCategory(db)).id);
const maker = await enrol(server, 'manufacturer', { part_brand_id: brand.id });
const rival = await enrol(server, 'manufacturer', { part_brand_id: rivalBrand.id });
const NOT_FOUND = { status: 404, code: 404, message: 'No existe o no está a tu alcance', result: null };

const unos = [
  await addVehicle(db, 'Uno', '1.3'),
  await addVehicle(db, 'Uno', '1.4'),
  await addVehicle(db, 'Uno', '1.6'),
];
const palio = await addVehicle(db, 'Palio', '1.4');
const ids = unos.map(({ id }) => id);
const UNOS = { 'filter[matches-model]': 'uno' };

const newPart = async (brandId = brand.id) => (await addPart(db, brandId, product.id)).id;
const link = (part_id: number, linked: 0 | 1, query: Record<string, string>, person: Client = maker) =>
  person.send(api.vehicles.linkMany, { body: { part_id, linked, query } });
const copy = (part_id: number, from_part_id: number, person: Client = maker) =>
  person.send(api.vehicles.copy, { body: { part_id, from_part_id } });
const restore = (part_id: number, operation_id: number | null, person: Client = maker) =>
  person.send(api.history.restore, { body: { part_id, operation_id: operation_id ?? 0 } });

/** Reads the stored applications of a part, with the ids of the rows. */
const stored = (part_id: number) =>
  db.selectFrom('part_vehicles').where('part_id', '=', part_id).selectAll().orderBy('id').execute();
const vehiclesOf = async (partId: number) =>
  [...new Set((await stored(partId)).map(({ vehicle_id }) => vehicle_id))].sort();

describe('the vehicles that pass the filters', () => {
  test('are linked in one save, which is undone as a whole and leaves those that were linked before', async () => {
    const id = await newPart();
    const first = { part_id: id, vehicle_id: ids[1] ?? 0, positions: ['Trasera' as const], note: 'Con ABS' };
    await maker.call(api.vehicles.store, { body: first });
    const before = await stored(id);
    const { result, message } = await link(id, 1, UNOS);
    expect(result).toEqual({ changed: 2, vehicles_count: 3, operation_id: expect.any(Number) });
    expect(message).toBe('Se vincularon 2 vehículos');
    expect(await vehiclesOf(id)).toEqual(ids);
    const { data } = await maker.call(api.history.list, {
      params: { partId: id },
      query: api.history.list.query.parse({}),
    });
    expect(data[0]?.changes.map(({ action }) => action)).toEqual(['created', 'created']);
    expect(await restore(id, result.operation_id)).toMatchObject({ code: 200 });
    expect(await stored(id)).toEqual(before);
  });

  test('are unlinked in one save, and are restored with all qualifiers', async () => {
    const id = await newPart();
    for (const position of ['Delantera', 'Trasera'] as const) {
      const body = { part_id: id, vehicle_id: ids[0] ?? 0, positions: [position], quantity: 2, note: 'Con ABS' };
      await maker.call(api.vehicles.store, { body });
    }
    await link(id, 1, { 'filter[contains-model]': 'o' });
    const before = await stored(id);
    const { result } = await link(id, 0, UNOS);
    expect(result).toEqual({ changed: 3, vehicles_count: 1, operation_id: expect.any(Number) });
    expect(await vehiclesOf(id)).toEqual([palio.id]);
    await restore(id, result.operation_id);
    expect(await stored(id)).toEqual(before);
  });

  test('may be filtered by an alias of their brand and by whether they are linked', async () => {
    await addVehicleAlias(db, 'F.C.A.', 'Fiat');
    const id = await newPart();
    await link(id, 1, { 'filter[matches-brand]': 'fca', 'filter[matches-version]': '1.4' });
    expect(await vehiclesOf(id)).toEqual([ids[1], palio.id]);
    await link(id, 0, { 'filter[matches-vehicle_linked]': '1', 'filter[matches-model]': 'Palio' });
    expect(await vehiclesOf(id)).toEqual([ids[1]]);
  });

  test('may be filtered by conflicts with other offered parts, unless the parts are alternatives', async () => {
    const [id, other] = [await newPart(), await newPart()];
    const [first, second] = [await addVehicle(db, 'Sandero', '1.6'), await addVehicle(db, 'Sandero', '2.0')];
    const SANDEROS = { 'filter[matches-model]': 'sandero' };
    await link(other, 1, { 'filter[matches-id]': String(first.id) });
    const elsewhere = { part_id: other, vehicle_id: second.id, positions: ['Trasera' as const] };
    await maker.call(api.vehicles.store, { body: elsewhere });
    const findConflicts = async () => {
      const query = api.vehicles.list.query.parse({ ...SANDEROS, 'filter[matches-has_conflict]': '1' });
      const { vehicles } = await maker.call(api.vehicles.list, { params: { partId: id }, query });
      return vehicles.data.map((vehicle) => vehicle.id);
    };
    expect(await findConflicts()).toEqual([first.id]);
    expect(await link(id, 1, { ...SANDEROS, 'filter[matches-has_conflict]': '0' })).toMatchObject({
      result: { changed: 1 },
    });
    expect(await vehiclesOf(id)).toEqual([second.id]);
    await maker.call(api.conflicts.silence, { body: { part_id: id, other_id: other } });
    expect(await findConflicts()).toEqual([]);
    await maker.call(api.conflicts.restore, { body: { part_id: id, other_id: other } });
    await db.updateTable('parts').set({ enabled: false }).where('id', '=', other).execute();
    expect(await findConflicts()).toEqual([]);
  });

  test('save nothing when there are none, or when all are linked or unlinked already', async () => {
    const id = await newPart();
    const nothing = { changed: 0, operation_id: null };
    expect(await link(id, 1, { 'filter[matches-model]': 'Nada' })).toMatchObject({ result: nothing });
    expect(await link(id, 0, UNOS)).toMatchObject({ result: nothing });
    await link(id, 1, UNOS);
    expect(await link(id, 1, UNOS)).toMatchObject({ result: { ...nothing, vehicles_count: 3 } });
  });

  test.each([
    [{ 'filter[matches-nada]': '1' }],
    [{ 'filter[greater_than-model]': '1' }],
    [{ 'filter[matches-id]': "1' or true" }],
    [{ sort: 'model' }],
  ])('are refused with filters that the list does not have: %j', async (query) => {
    const id = await newPart();
    expect(await link(id, 1, query as unknown as Record<string, string>)).toMatchObject({ code: 422 });
    expect(await stored(id)).toEqual([]);
  });

  test('are not matched by wildcards', async () => {
    const id = await newPart();
    for (const value of ['%', '_', "'"]) await link(id, 1, { 'filter[contains-model]': value });
    expect(await stored(id)).toEqual([]);
  });

  test('are limited to MAX_LINKED, linked or unlinked', async () => {
    await sql`insert into vehicles (origin, brand, model, model_master, version, engine_code, fuel, sold_from_year,
        components)
      select 'Argentina', 'Fiat', 'Serie', 'Serie', n, '', 'Nafta', 2000, '{}' from generate_series(1, ${MAX_LINKED + 1}) n`.execute(
      db,
    );
    const series = { 'filter[matches-model]': 'Serie' };
    const id = await newPart();
    const message = 'Son más de 1.000 vehículos. Agregá filtros: se cambian hasta 1.000 a la vez';
    expect(await link(id, 1, series)).toMatchObject({ code: 422, message });
    expect(await stored(id)).toEqual([]);
    const { result } = await link(id, 1, { ...series, 'filter[in-version]': '1' });
    expect(result.changed).toBe(1);
    expect(await link(id, 1, series)).toMatchObject({ result: { changed: MAX_LINKED } });
    expect(await link(id, 0, series)).toMatchObject({ code: 422, message });
    expect(await stored(id)).toHaveLength(MAX_LINKED + 1);
  });

  test('cannot be linked to a part of another manufacturer', async () => {
    const id = await newPart(rivalBrand.id);
    expect(await link(id, 1, UNOS)).toEqual(NOT_FOUND);
    const { result } = await link(id, 1, UNOS, rival);
    expect(await restore(id, result.operation_id)).toEqual(NOT_FOUND);
    expect(await vehiclesOf(id)).toEqual(ids);
  });
});

describe('the applications of another part', () => {
  test('are copied with all fields, once, and undone as a whole', async () => {
    const [from, to] = [await newPart(), await newPart()];
    for (const position of ['Delantera', 'Trasera'] as const) {
      const body = { part_id: from, vehicle_id: palio.id, positions: [position], quantity: 2, note: 'Con ABS' };
      await maker.call(api.vehicles.store, { body });
    }
    await link(to, 1, UNOS);
    const before = await stored(to);
    const { result } = await copy(to, from);
    expect(result).toEqual({ added: 2, vehicles_count: 4, operation_id: expect.any(Number) });
    const said = { vehicle_id: palio.id, quantity: 2, note: 'Con ABS' };
    expect((await stored(to)).slice(-2)).toMatchObject([
      { ...said, positions: 'Delantera' },
      { ...said, positions: 'Trasera' },
    ]);
    expect(await copy(to, from)).toMatchObject({ result: { added: 0, operation_id: null } });
    await restore(to, result.operation_id);
    expect(await stored(to)).toEqual(before);
  });

  test('of another manufacturer are not found, nor is its part', async () => {
    const [own, theirs] = [await newPart(), await newPart(rivalBrand.id)];
    await link(theirs, 1, UNOS, rival);
    expect(await copy(own, theirs)).toEqual(NOT_FOUND);
    expect(await copy(theirs, own)).toEqual(NOT_FOUND);
    expect(await stored(own)).toEqual([]);
  });
});
