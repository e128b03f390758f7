import { randomUUID } from 'node:crypto';
import { api } from '@piezario/contract/api';
import { describe, expect, test } from 'vitest';
import { jobKinds } from '../app.ts';
import { runBulk } from '../bulk/bulk-work.ts';
import { claimJob } from '../jobs/lease.ts';
import { LIMITS } from '../jobs/limits.ts';
import { addBrand, addCategory, addPart, addProduct } from '../testing/catalogue.ts';
import { lastOperation, undo } from '../testing/history.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';

const server = await startServer();
const { db, files } = server;
const admin = await enrol(server, 'admin');
const brand = await addBrand(db);
const product = await addProduct(db, (await addCategory(db)).id, 'Bujía');

const GOL = { brand: 'Volkswagen', model_master: 'Gol', model: 'Gol Trend', version: '1.6', sold_from_year: 2008 };
const save = (fields: object) => admin.call(api.vehicleBase.store, { body: { ...GOL, ...fields } });
const refusal = async (fields: object) => {
  const { code, result } = await admin.send(api.vehicleBase.store, { body: { ...GOL, ...fields } });
  return { code, ...(result as { errors?: object } | null)?.errors };
};
const list = (query: Record<string, string> = {}) =>
  admin.call(api.vehicleBase.paginated, { query: api.vehicleBase.paginated.query.parse(query) });

const gol = await save({ engine_code: 'AP', fuel: 'Nafta', components: { cilindrada: '1.6', caja: '' } });
await admin.call(api.vehicleAliases.store, { body: { name: 'VW', brand: 'Volkswagen' } });

type Application = { quantity?: number; note?: string; from_year?: number; positions?: 'Trasera'[] };
/** A part with an application to each vehicle. */
async function addFitting(...vehicles: readonly (readonly [id: number, fields?: Application])[]) {
  const { id } = await addPart(db, brand.id, product.id);
  for (const [vehicle_id, fields = {}] of vehicles)
    await admin.call(api.vehicles.store, { body: { part_id: id, vehicle_id, ...fields } });
  return id;
}
const applicationsOf = async (part: number) =>
  db
    .selectFrom('part_vehicles')
    .where('part_id', '=', part)
    .select(['id', 'vehicle_id', 'positions', 'quantity', 'note'])
    .orderBy('vehicle_id')
    .orderBy('positions')
    .execute();

describe('a vehicle', () => {
  test('is stored with its name and without empty components', async () => {
    expect(gol).toEqual({
      ...{ ...GOL, id: gol.id, name: 'Volkswagen Gol Trend 1.6 desde 2008', engine_code: 'AP', fuel: 'Nafta' },
      ...{ origin: '', sold_until_year: null, components: { cilindrada: '1.6' } },
    });
    expect(await admin.call(api.vehicleBase.show, { params: { id: gol.id } })).toEqual(gol);
    const { data } = await list({ 'filter[matches-model]': 'gol trend' });
    expect(data).toEqual([{ ...gol, parts: 0 }]);
  });

  test('takes the names of other vehicles, also by an alias of the brand', async () => {
    const saved = await save({ brand: 'vw', model_master: 'GOL', model: 'gol  trend', version: '1.4' });
    expect(saved).toMatchObject({ brand: 'Volkswagen', model_master: 'Gol', model: 'Gol Trend' });
    await admin.call(api.vehicleBase.remove, { body: { id: saved.id } });
    expect(await admin.send(api.vehicleBase.show, { params: { id: saved.id } })).toMatchObject({ code: 404 });
  });

  test.each([
    [
      { version: '1.6', engine_code: 'AP', fuel: 'Nafta' },
      { code: 409, version: expect.stringContaining('Ya hay') },
    ],
    [{ model_master: 'Saveiro' }, { code: 422, model_master: 'Ese modelo ya está en la familia Gol' }],
    [{ sold_until_year: 2007 }, { code: 422, sold_until_year: 'No puede ser anterior al primer año' }],
    [{ sold_from_year: 20 }, { code: 422, sold_from_year: 'Tiene que ser un año' }],
    [{ brand: ' ' }, { code: 422, brand: expect.any(String) }],
    [{ id: 2_000_000_000 }, { code: 404 }],
  ])('with %o is refused', async (fields, expected) => {
    expect(await refusal(fields)).toMatchObject(expected);
  });

  test('is closed, unless an application goes beyond', async () => {
    const { id } = await save({ version: '1.9 SD' });
    await addFitting([id, { from_year: 2015 }]);
    expect(await refusal({ id, version: '1.9 SD', sold_until_year: 2014 })).toMatchObject({
      sold_until_year: 'Deja afuera los años de 1 aplicación',
    });
    expect(await save({ id, version: '1.9 SD', sold_until_year: 2015 })).toMatchObject({ sold_until_year: 2015 });
  });

  test('that parts fit is not removed, and is found by that', async () => {
    const { id } = await save({ version: '1.0' });
    await addFitting([id]);
    expect(await admin.send(api.vehicleBase.remove, { body: { id } })).toMatchObject({
      code: 409,
      message: 'Va en 1 pieza: unilo con otro vehículo, o cerralo',
    });
    const used = (await list({ 'filter[matches-has_parts]': '1' })).data;
    expect(used.find((row) => row.id === id)).toMatchObject({ parts: 1 });
    expect(used.map((row) => row.id)).not.toContain(gol.id);
  });

  test('is in the history', async () => {
    const { id } = await save({ version: '2.0' });
    await save({ id, version: '2.0', sold_until_year: 2020, components: { caja: 'Manual' } });
    const { data } = await admin.call(api.activity.changes, {
      params: { operationId: await lastOperation(db) },
      query: api.activity.changes.query.parse({}),
    });
    expect(data).toMatchObject([
      {
        ...{ entity: 'vehicle', row_id: id, action: 'changed', name: 'Volkswagen Gol Trend 2.0 2008–2020' },
        fields: [
          { field: 'sold_until_year', before: null, after: '2020' },
          { field: 'components', before: null, after: 'Manual' },
        ],
      },
    ]);
  });
});

describe('a name', () => {
  const rename = (body: Parameters<typeof admin.call<typeof api.vehicleBase.rename>>[1]['body']) =>
    admin.call(api.vehicleBase.rename, { body });
  const find = async (text: string) =>
    (await admin.call(api.vehicleCatalog.find, { query: { text } })).map(({ name }) => name);

  test('changes in all vehicles, and the search follows', async () => {
    const base = { brand: 'Fiat', model_master: 'Palio', version: '1.4', sold_from_year: 2000 };
    const one = await save({ ...base, model: 'Palio' });
    await save({ ...base, model: 'Palio', version: '1.6' });
    await addFitting([one.id]);
    expect(await find('fiat palio')).toContain('Fiat Palio');
    expect(await rename({ level: 'model', brand: 'Fiat', name: 'Palio', to: 'Palio I' })).toEqual({ vehicles: 2 });
    expect(await rename({ level: 'brand', brand: 'Fiat', name: 'Fiat', to: 'FCA Fiat' })).toEqual({ vehicles: 2 });
    const names = await admin.call(api.vehicleBase.names, { query: { brand: 'fca fiat' } });
    expect(names).toMatchObject({ brands: ['FCA Fiat', 'Volkswagen'], model_masters: ['Palio'], models: ['Palio I'] });
    // The former name is an alias.
    expect(await find('fiat palio')).toContain('FCA Fiat Palio');
    expect(
      await admin.send(api.vehicleBase.rename, {
        body: { level: 'brand', brand: 'Nada', name: 'Nada', to: 'Algo' },
      }),
    ).toMatchObject({ code: 422 });
  });
});

test('a name that is given again keeps the pictures, and a model stays in one family', async () => {
  const fields = { brand: 'Renault', sold_from_year: 2000 };
  const one = await save({ ...fields, model_master: 'Clio', model: 'Clio II' });
  await save({ ...fields, model_master: 'Megane', model: 'Megane I', version: '2.0' });
  await db.insertInto('vehicle_images').values({ brand: 'Renault', model: 'Clio II', image_key: 'a.jpg' }).execute();
  const rename = (name: string, to: string) =>
    admin.send(api.vehicleBase.rename, { body: { level: 'model', brand: 'Renault', name, to } });
  expect(await rename('Clio II', 'Clio II')).toMatchObject({ code: 200 });
  expect(await db.selectFrom('vehicle_images').where('brand', '=', 'Renault').select('model').execute()).toHaveLength(
    1,
  );
  expect(await rename('Megane I', 'Clio II')).toMatchObject({
    code: 422,
    result: { errors: { to: 'Quedaría en varias familias: Clio, Megane' } },
  });
  expect(await save({ ...fields, id: one.id, model_master: 'Clio', model: 'Clio II' })).toMatchObject({ id: one.id });
});

async function runMerge(vehicle_id: number, into_vehicle_id: number) {
  const { id } = await admin.call(api.bulk.mergeVehicle, { body: { vehicle_id, into_vehicle_id } });
  const job = await claimJob(db, randomUUID(), jobKinds(db, files));
  if (job?.id !== id) throw new Error('Another job was waiting');
  await runBulk({ db, job, files, scratch: '', limits: { ...LIMITS, groupRows: 2 }, progress: () => {} });
  return admin.call(api.bulk.show, { params: { bulkId: id } });
}
const isInBase = async (id: number) => (await admin.send(api.vehicleBase.show, { params: { id } })).code === 200;

describe('a repeated vehicle', () => {
  test('is merged with another one, and its removal is undone with the applications', async () => {
    const [kept, extra] = [await save({ version: 'Power' }), await save({ version: 'Power+' })];
    const parts = [
      await addFitting([extra.id, { quantity: 2, positions: ['Trasera'] }], [extra.id]),
      await addFitting([extra.id, { note: 'Con ABS' }]),
      await addFitting([extra.id, { quantity: 4 }], [kept.id, { quantity: 4 }]),
    ];
    const before = await Promise.all(parts.map(applicationsOf));
    const { operation_id, ...merged } = await runMerge(extra.id, kept.id);
    expect(merged).toMatchObject({ state: 'done', changed: 3, impossible: 0 });
    expect(await isInBase(extra.id)).toBe(false);
    const after = await Promise.all(parts.map(applicationsOf));
    expect(after).toMatchObject([
      [
        { vehicle_id: kept.id, positions: '' },
        { vehicle_id: kept.id, positions: 'Trasera', quantity: 2 },
      ],
      [{ vehicle_id: kept.id, note: 'Con ABS' }],
      [{ vehicle_id: kept.id, quantity: 4 }],
    ]);
    expect(await undo(server, admin, operation_id ?? 0)).toMatchObject({ undone: 3, kept: 0, impossible: 0 });
    expect(await Promise.all(parts.map(applicationsOf))).toEqual(before);
    expect(await isInBase(extra.id)).toBe(true);
  });

  test('stays with the parts that fit both in different ways, and says which', async () => {
    const [kept, extra] = [await save({ version: 'Highline', sold_from_year: 2010 }), await save({ version: 'High' })];
    const parts = [
      await addFitting([extra.id, { quantity: 2 }], [kept.id, { quantity: 4 }]),
      await addFitting([extra.id, { from_year: 2009 }]),
      await addFitting([extra.id]),
    ];
    const { id, ...merged } = await runMerge(extra.id, kept.id);
    expect(merged).toMatchObject({ state: 'done', changed: 1, impossible: 2 });
    expect(await isInBase(extra.id)).toBe(true);
    const { data } = await admin.call(api.bulk.results, {
      params: { bulkId: id },
      query: api.bulk.results.query.parse({}),
    });
    expect(data.map(({ part_id, reason }) => [part_id, reason])).toEqual([
      [parts[0], 'Va en los dos vehículos, en el mismo lugar, con otra cantidad, nota o años'],
      [parts[1], 'Su aplicación tiene años en los que el otro vehículo no se vendía'],
    ]);
  });

  test('comes back with a part that returns from the trash', async () => {
    const [kept, extra] = [await save({ version: 'Track' }), await save({ version: 'Track+' })];
    const [removed] = [await addFitting([extra.id]), await addFitting([extra.id])];
    await admin.call(api.parts.remove, { body: { id: removed } });
    await runMerge(extra.id, kept.id);
    expect(await isInBase(extra.id)).toBe(false);
    await admin.call(api.trash.restore, { body: { ids: [removed] } });
    expect(await applicationsOf(removed)).toMatchObject([{ vehicle_id: extra.id }]);
    expect(await isInBase(extra.id)).toBe(true);
  });

  test('is an equal vehicle of the base by then, for a part that returns from the trash', async () => {
    const [kept, extra] = [await save({ version: 'Confort' }), await save({ version: 'Comfort' })];
    const [removed] = [await addFitting([extra.id]), await addFitting([extra.id])];
    await admin.call(api.parts.remove, { body: { id: removed } });
    await runMerge(extra.id, kept.id);
    await save({ id: kept.id, version: 'Comfort' });
    await admin.call(api.trash.restore, { body: { ids: [removed] } });
    expect(await applicationsOf(removed)).toMatchObject([{ vehicle_id: kept.id }]);
  });

  test.each([
    ['itself', () => ({ vehicle_id: gol.id, into_vehicle_id: gol.id }), 422],
    ['none', () => ({ vehicle_id: gol.id, into_vehicle_id: 2_000_000_000 }), 404],
    ['another one while no part fits it', () => ({ vehicle_id: gol.id, into_vehicle_id: gol.id - 1 }), 409],
  ])('is not merged with %s', async (_, body, code) => {
    const other = await save({ version: randomUUID() });
    const asked = body();
    const into_vehicle_id = code === 409 ? other.id : asked.into_vehicle_id;
    expect(await admin.send(api.bulk.mergeVehicle, { body: { ...asked, into_vehicle_id } })).toMatchObject({ code });
  });

  test('is not merged by a bulk action, whose parts a person chooses', async () => {
    const part = await addFitting([gol.id]);
    const action = { do: 'merge_vehicle', vehicle_id: gol.id, into_vehicle_id: gol.id } as const;
    expect(await admin.send(api.bulk.store, { body: { ids: [part], action } })).toMatchObject({ code: 422 });
  });
});
