import { api } from '@piezario/contract/api';
import { type ApplicationChange, MAX_LINKED } from '@piezario/contract/vehicles';
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
const change = (
  part_id: number,
  set: ApplicationChange,
  query: Record<string, string> = UNOS,
  person: Client = maker,
) => person.send(api.vehicles.changeMany, { body: { part_id, query, set } });
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
    expect(await change(id, { quantity: 2 }, series)).toMatchObject({ code: 422, message });
    expect(await change(id, { quantity: 2 }, { ...series, 'filter[in-version]': '1' })).toMatchObject({
      message: 'Se cambió 1 aplicación',
    });
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

describe('the applications to the vehicles that pass the filters', () => {
  const [first = 0, second = 0, third = 0] = ids;
  const SAID = { quantity: 1, note: 'Con ABS', from_year: 2004, until_year: 2006 };
  const AS_STORED = { ...SAID, positions: 'Trasera' };

  /** A part with an application to each Uno and to the Palio. */
  async function fittedPart() {
    const part_id = await newPart();
    for (const vehicle_id of [...ids, palio.id]) {
      await maker.call(api.vehicles.store, { body: { part_id, vehicle_id, positions: ['Trasera'], ...SAID } });
    }
    return part_id;
  }

  test.each<[ApplicationChange, object]>([
    [{ positions: ['Izquierda', 'Delantera'] }, { positions: 'Delantera, Izquierda' }],
    [{ positions: [] }, { positions: '' }],
    [{ quantity: 4 }, { quantity: 4 }],
    [
      { quantity: null, note: '' },
      { quantity: null, note: '' },
    ],
    [{ note: ' Sin  ABS ' }, { note: 'Sin ABS' }],
    [{ from_year: 2005 }, { from_year: 2005 }],
    [
      { from_year: null, until_year: null },
      { from_year: null, until_year: null },
    ],
    [
      { positions: ['Interior'], quantity: 2, note: 'x', from_year: 2001, until_year: 2001 },
      { positions: 'Interior', quantity: 2, note: 'x', from_year: 2001, until_year: 2001 },
    ],
  ])('are changed to %j in one save, which is undone as a whole', async (set, after) => {
    const id = await fittedPart();
    const before = await stored(id);
    const { result, message } = await change(id, set);
    expect(result).toEqual({ changed: 3, operation_id: expect.any(Number) });
    expect(message).toBe('Se cambiaron 3 aplicaciones');
    const changed = before.map((row) => (row.vehicle_id === palio.id ? row : { ...row, ...AS_STORED, ...after }));
    expect(await stored(id)).toEqual(changed);
    expect(await change(id, set)).toMatchObject({
      message: 'No hubo nada que cambiar',
      result: { changed: 0, operation_id: null },
    });
    expect(await restore(id, result.operation_id)).toMatchObject({ code: 200 });
    expect(await stored(id)).toEqual(before);
  });

  test('are found by the filters, and vehicles that are not linked stay so', async () => {
    const id = await newPart();
    await link(id, 1, { 'filter[matches-id]': String(first) });
    const before = await maker.call(api.parts.show, { params: { partId: id } });
    expect(await change(id, { note: 'x' })).toMatchObject({ message: 'Se cambió 1 aplicación' });
    const after = await maker.call(api.parts.show, { params: { partId: id } });
    expect(after).toMatchObject({ version: before.version, vehicles_count: 1 });
    expect(after.updated_at > before.updated_at).toBe(true);
    expect(await change(id, { note: 'y' }, { 'filter[matches-model]': 'Palio' })).toMatchObject({
      result: { changed: 0 },
    });
    expect(await vehiclesOf(id)).toEqual([first]);
    const { data } = await maker.call(api.history.list, {
      params: { partId: id },
      query: api.history.list.query.parse({}),
    });
    expect(data[0]?.changes.map(({ action, entity }) => [action, entity])).toEqual([['changed', 'application']]);
  });

  test('stay as they are when one cannot be changed, and the message names its vehicle', async () => {
    const id = await fittedPart();
    const limited = await addVehicle(db, 'Uno', '1.8');
    await db.updateTable('vehicles').set({ sold_until_year: 2008 }).where('id', '=', limited.id).execute();
    await link(id, 1, { 'filter[matches-id]': String(limited.id) });
    await maker.call(api.vehicles.store, { body: { part_id: id, vehicle_id: second, positions: ['Delantera'] } });
    const before = await stored(id);
    const refused = async (set: ApplicationChange) => {
      const { code, message } = await change(id, set);
      expect(code).toBe(409);
      expect(await stored(id)).toEqual(before);
      return message;
    };
    expect(await refused({ positions: ['Trasera'] })).toBe(
      'No se cambió nada: Fiat Uno 1.4 tiene varias aplicaciones, que quedarían en la misma posición',
    );
    expect(await refused({ until_year: 2009 })).toBe('No se cambió nada: Fiat Uno 1.8 se vendió de 2001 a 2008');
    expect(await refused({ from_year: 2000, until_year: null })).toBe(
      'No se cambió nada: Fiat Uno 1.3 se vendió de 2001 a hoy; Fiat Uno 1.4 se vendió de 2001 a hoy; y 2 vehículos más',
    );
    expect(await refused({ from_year: 2007 })).toContain('Fiat Uno 1.3 quedaría de 2007 a 2006');
    await db.deleteFrom('part_vehicles').where('vehicle_id', '=', limited.id).execute();
    await db.deleteFrom('vehicles').where('id', '=', limited.id).execute();
  });

  test.each([
    ['set', {}],
    ['set.quantity', { quantity: 0 }],
    ['set.from_year', { from_year: 1899 }],
    ['set.until_year', { from_year: 2006, until_year: 2005 }],
    ['set.positions.0', { positions: ['Arriba'] }],
    ['set.note', { note: 'x'.repeat(501) }],
  ])('are refused at %s', async (field, set) => {
    expect(await change(await newPart(), set as ApplicationChange)).toMatchObject({
      code: 422,
      result: { errors: { [field]: expect.any(String) } },
    });
  });

  test('of a part of another manufacturer are not found', async () => {
    const id = await newPart(rivalBrand.id);
    await link(id, 1, UNOS, rival);
    expect(await change(id, { quantity: 2 })).toEqual(NOT_FOUND);
    expect((await stored(id)).map(({ quantity }) => quantity)).toEqual([null, null, null]);
    expect(await vehiclesOf(id)).toEqual([first, second, third]);
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
