import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { api } from '@piezario/contract/api';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { connect } from '../db/connection/connect.ts';
import { addBrand, addCategory, addPart, addProduct } from '../testing/catalogue.ts';
import { runJobs } from '../testing/jobs.ts';
import { recount } from '../testing/recount.ts';
import { startServer } from '../testing/server.ts';
import { loadVehicles, readVehicles } from './reference.ts';

type Shipped = Parameters<typeof loadVehicles>[1][number];

const GOL = {
  ...{ origin: 'Brasil', brand: 'Volkswagen', model_master: 'Gol', model: 'Gol Trend', version: '1.6' },
  ...{ engine_code: 'AP', fuel: 'Nafta', sold_from_year: '2008', sold_until_year: '2013', cilindrada: '1.6' },
};
const ship = (key: number, fields: Shipped['fields'] = {}): Shipped => ({ key, fields: { ...GOL, ...fields } });
/** Three versions: 1.6, 1.4 and Power. */
const FIRST = [ship(1), ship(2, { version: '1.4' }), ship(3, { version: 'Power' })];

const server = await startServer();
const { db } = server;
const admin = await server.signIn('admin');
let revision = 0;

/** Replaces the base by that of a first release. */
async function open(first: readonly Shipped[] = FIRST) {
  await db.deleteFrom('parts').execute();
  await db.deleteFrom('vehicles').execute();
  for (const table of ['removed_vehicles', 'shipped_vehicles', 'vehicle_brand_aliases'])
    await sql`delete from ${sql.table(table)}`.execute(db);
  const { rows: operations } = await sql<{ last: number }>`select coalesce(max(id), 0) as last from operations`.execute(
    db,
  );
  const release = (...vehicles: readonly Shipped[]) => loadVehicles(db, vehicles, ++revision);
  if (first.length > 0) await release(...first);
  const base = async () =>
    (await admin.call(api.vehicleBase.paginated, { query: api.vehicleBase.paginated.query.parse({ sort: 'id' }) }))
      .data;
  const find = async (version: string) => {
    const vehicle = (await base()).find((row) => row.version === version);
    if (!vehicle) throw new Error(`There is no ${version}`);
    return vehicle;
  };
  return {
    ...{ release, base, find },
    versions: async () => (await base()).map(({ version }) => version),
    /** Changes fields of a vehicle as an admin. */
    change: async (version: string, fields: object) => {
      const { parts: _, name: __, ...vehicle } = await find(version);
      return admin.call(api.vehicleBase.store, { body: { ...vehicle, ...fields } });
    },
    remove: async (version: string) => admin.call(api.vehicleBase.remove, { body: { id: (await find(version)).id } }),
    addFitting: async (vehicle_id: number, fields: object = {}) => {
      const brand = await addBrand(db);
      const { id } = await addPart(db, brand.id, (await addProduct(db, (await addCategory(db)).id)).id);
      await admin.call(api.vehicles.store, { body: { part_id: id, vehicle_id, ...fields } });
      return id;
    },
    decisions: async () =>
      (await admin.call(api.vehicleBase.decisions, { query: api.vehicleBase.decisions.query.parse({}) })).data.map(
        ({ name, fields }) => [name, ...fields.map(({ field, ours, theirs }) => `${field}: ${ours} | ${theirs}`)],
      ),
    decide: (take: 'ours' | 'theirs') => admin.send(api.vehicleBase.decide, { body: { all: true, take } }),
    operations: async () =>
      (
        await sql<{ kind: string; changes: number }>`select kind, count(changes.id)::int as changes
        from operations join changes on operation_id = operations.id where what = 'vehicles' and operations.id > ${operations[0]?.last}
        group by operations.id, kind order by operations.id`.execute(db)
      ).rows,
  };
}

test('the keys of the shipped base are unique, and those of earlier versions are the same', async () => {
  const vehicles = await readVehicles();
  const keys = vehicles.map(({ key }) => key);
  expect(new Set(keys).size).toBe(vehicles.length);
  expect(keys.filter((key) => !(Number.isInteger(key) && key > 0))).toEqual([]);
  const nameOf = (wanted: number) => {
    const { brand, model, version } = vehicles.find(({ key }) => key === wanted) ?? {};
    return `${wanted} ${brand} ${model} ${version}`;
  };
  // Correct a name here only when the vehicle is still the same.
  expect([1, 500, 1000, 1500, 2000, 2500, 2632].map(nameOf)).toEqual([
    '1 Volkswagen Gacel 1.6 GL',
    '500 Ford Transit 2.2 TDCi 350L Furgón',
    '1000 Renault 12 1.4 Alpine',
    '1500 Citroën C3 II 1.6 16V 115cv Tendance Pack',
    '2000 Kia Soul 1.6 16V Pop AT',
    '2500 Smart Fortwo 0.7 Turbo Passion',
    '2632 Agrale Marruá 2.8 TD AM 200 CD',
  ]);
});

test('the revision of the shipped base grows with each change', async () => {
  const read = (name: string) => readFile(new URL(`../../data/${name}`, import.meta.url), 'utf8');
  const line = (await read('vehicles.revision')).trim();
  const revision = Number(line.split(' ')[0]);
  const current = createHash('sha256')
    .update(await read('vehicles.csv'))
    .digest('hex')
    .slice(0, 16);
  expect(line, `Write "${revision + 1} ${current}" to server/data/vehicles.revision`).toBe(`${revision} ${current}`);
});

test('the base is loaded once, and by one of two processes', async () => {
  const { release, versions, operations } = await open([]);
  revision++;
  const other = connect({ ...server.connection, max: 1 }, () => {});
  try {
    const ran = await Promise.all([loadVehicles(db, FIRST, revision), loadVehicles(other, FIRST, revision)]);
    expect(ran.sort()).toEqual([false, true]);
  } finally {
    await other.destroy();
  }
  expect(await versions()).toEqual(['1.6', '1.4', 'Power']);
  expect(await operations()).toEqual([{ kind: 'system', changes: 3 }]);
  // A process of an earlier version that restarts.
  expect(await loadVehicles(db, [ship(1, { version: 'Vieja' })], revision - 1)).toBe(false);
  expect(await release(...FIRST)).toBe(true);
  expect(await operations()).toHaveLength(1);
});

test('a release adds and corrects vehicles, also those that were changed in other fields', async () => {
  const { change, release, base, decisions, operations } = await open();
  await change('1.4', { fuel: 'GNC', components: { cilindrada: '1.6', caja: 'Manual' } });
  await release(
    ship(1, { origin: 'Argentina' }),
    ship(2, { version: '1.4 8V', puertas: '5' }),
    ship(3, { version: 'Power' }),
    ship(4, { version: 'Sportline' }),
  );
  expect(await base()).toMatchObject([
    { version: '1.6', origin: 'Argentina', fuel: 'Nafta', components: { cilindrada: '1.6' } },
    { version: '1.4 8V', fuel: 'GNC', components: { cilindrada: '1.6', caja: 'Manual', puertas: '5' } },
    { version: 'Power' },
    { version: 'Sportline', sold_from_year: 2008, sold_until_year: 2013 },
  ]);
  expect(await decisions()).toEqual([]);
  expect(await operations()).toEqual([
    { kind: 'system', changes: 3 },
    { kind: 'system', changes: 3 },
  ]);
  expect(await recount(db)).toEqual([]);
});

test('a field that both changed waits for a decision, which a later release renews', async () => {
  const { change, release, base, find, decisions, decide } = await open();
  await change('1.6', { fuel: 'GNC', sold_until_year: 2012 });
  await change('1.4', { fuel: 'GNC' });
  await change('Power', { fuel: 'GNC' });
  const next = (fuel: string) => [
    ship(1, { fuel, sold_until_year: '' }),
    ship(2, { version: '1.4', fuel }),
    ship(3, { version: 'Power', fuel: 'GNC' }),
  ];
  await release(...next('Diesel'));
  await release(...next('Alcohol'));
  expect(await decisions()).toEqual([
    ['Volkswagen Gol Trend 1.4 2008–2013', 'fuel: GNC | Alcohol'],
    ['Volkswagen Gol Trend 1.6 2008–2012', 'fuel: GNC | Alcohol', 'sold_until_year: 2012 | '],
  ]);
  // Entered by hand.
  await change('1.4', { fuel: 'Alcohol' });
  expect(await decisions()).toHaveLength(1);
  const { id } = await find('1.6');
  const one = await admin.send(api.vehicleBase.decide, { body: { ids: [id], take: 'theirs' } });
  expect(one).toMatchObject({ message: 'Se decidió sobre 1 vehículo', result: { vehicles: 1, waiting: 0 } });
  expect((await base())[0]).toMatchObject({ fuel: 'Alcohol', sold_until_year: null });
  expect(await decide('ours')).toMatchObject({ result: { vehicles: 0, waiting: 0 } });
});

test('what was left as it was does not wait again', async () => {
  const { change, release, base, decisions, decide } = await open();
  await change('1.6', { fuel: 'GNC' });
  const next = [ship(1, { fuel: 'Diesel' }), ...FIRST.slice(1)];
  await release(...next);
  expect(await decide('ours')).toMatchObject({ result: { vehicles: 1 } });
  await release(...next, ship(4, { version: 'Sportline' }));
  expect(await decisions()).toEqual([]);
  expect((await base())[0]).toMatchObject({ fuel: 'GNC' });
});

test('a correction waits while another vehicle is equal or an application would be outside', async () => {
  const { find, change, release, addFitting, decisions, decide, remove } = await open();
  await addFitting((await find('1.4')).id, { from_year: 2013 });
  await admin.call(api.vehicleBase.store, {
    body: { ...GOL, version: 'Power+', sold_from_year: 2008, sold_until_year: 2013, components: {} },
  });
  await release(ship(1), ship(2, { version: '1.4', sold_until_year: '2012' }), ship(3, { version: 'Power+' }));
  const waiting = [
    ['Volkswagen Gol Trend 1.4 2008–2013', 'sold_until_year: 2013 | 2012'],
    ['Volkswagen Gol Trend Power 2008–2013', 'version: Power | Power+'],
  ];
  expect(await decisions()).toEqual(waiting);
  expect(await decide('theirs')).toMatchObject({
    code: 200,
    message:
      'No se cambió ninguna decisión; 2 esperan, porque ya hay otro vehículo igual o quedan afuera años de una aplicación',
  });
  expect(await decisions()).toEqual(waiting);
  await remove('Power+');
  expect(await decide('theirs')).toMatchObject({ result: { vehicles: 1, waiting: 1 } });
  await change('Power+', { fuel: 'GNC' });
  expect(await decisions()).toEqual([waiting[0]]);
});

test('names that move from one vehicle to another are written', async () => {
  const { release, versions } = await open();
  await release(ship(1, { version: '1.4' }), ship(2, { version: 'Power' }), ship(3, { version: 'Rally' }));
  expect(await versions()).toEqual(['1.4', 'Power', 'Rally']);
});

test('a vehicle that is not shipped any more is removed, unless it is used or was changed', async () => {
  const { find, change, addFitting, release, versions } = await open([...FIRST, ship(4, { version: 'Track' })]);
  await addFitting((await find('1.4')).id);
  await change('Power', { fuel: 'GNC' });
  await release(ship(1));
  expect(await versions()).toEqual(['1.6', '1.4', 'Power']);
  // The others are this installation's own now. They are found again, and nothing of them changes.
  await release(ship(1), ship(5, { version: '1.4', origin: 'Argentina' }), ship(6, { version: 'Track' }));
  expect(await versions()).toEqual(['1.6', '1.4', 'Power', 'Track']);
  expect(await recount(db)).toEqual([]);
});

test('a merged vehicle is not added again, and its fields do not reach the other one', async () => {
  const { find, addFitting, release, base } = await open();
  const [extra, kept] = [await find('1.4'), await find('1.6')];
  await addFitting(extra.id);
  await admin.call(api.bulk.mergeVehicle, { body: { vehicle_id: extra.id, into_vehicle_id: kept.id } });
  await runJobs(server);
  await release(ship(1), ship(2, { version: '1.4', fuel: 'Diesel' }), ship(3, { version: 'Power' }));
  expect(await base()).toMatchObject([{ ...kept, parts: 1 }, { version: 'Power' }]);
});

test('a removed vehicle is not added again, and follows the base when it comes back', async () => {
  const { find, remove, addFitting, release, versions, base } = await open();
  await remove('Power');
  const extra = await find('1.4');
  const part = await addFitting(extra.id);
  await admin.call(api.parts.remove, { body: { id: part } });
  await remove('1.4');
  await release(ship(1), ship(2, { version: '1.4', puertas: '3' }), ship(3, { version: 'Power II' }));
  expect(await versions()).toEqual(['1.6']);
  await admin.call(api.trash.restore, { body: { ids: [part] } });
  await release(ship(1), ship(2, { version: '1.4', puertas: '5' }), ship(3, { version: 'Power II' }));
  expect((await base()).map(({ version, components }) => [version, components.puertas])).toEqual([
    ['1.6', undefined],
    ['1.4', '5'],
  ]);
  expect(await recount(db)).toEqual([]);
});

test('new vehicles take the names that this installation uses, and an equal one is adopted', async () => {
  const { release, base, decisions } = await open();
  const rename = (body: { level: 'brand' | 'model'; brand: string; name: string; to: string }) =>
    admin.call(api.vehicleBase.rename, { body });
  await rename({ level: 'model', brand: 'Volkswagen', name: 'Gol Trend', to: 'Gol G5' });
  await rename({ level: 'brand', brand: 'Volkswagen', name: 'Volkswagen', to: 'VW' });
  await admin.call(api.vehicleBase.store, {
    body: {
      ...{ ...GOL, brand: 'VW', model: 'Gol G5', version: 'Sportline', components: {} },
      ...{ sold_from_year: 2008, sold_until_year: 2013 },
    },
  });
  await release(...FIRST, ship(4, { version: 'Rally' }), ship(5, { version: 'Sportline' }));
  expect((await base()).map(({ brand, model, version }) => `${brand} ${model} ${version}`)).toEqual([
    ...['VW Gol G5 1.6', 'VW Gol G5 1.4', 'VW Gol G5 Power', 'VW Gol G5 Sportline', 'VW Gol G5 Rally'],
  ]);
  expect((await base())[3]).toMatchObject({ components: { cilindrada: '1.6' } });
  expect(await decisions()).toEqual([]);
});

test('a base of an older version is matched by names and years', async () => {
  const { change, remove, release, base, versions, decisions } = await open([
    ...FIRST,
    ...[ship(4, { version: 'Track' }), ship(5, { version: 'Rally' })],
  ]);
  await change('1.4', { origin: 'Chile', components: { cilindrada: '1.6', caja: 'Manual' } });
  await change('Power', { sold_until_year: 2012 });
  await change('Track', { version: 'TRACK' });
  await remove('Rally');
  const brand = { brand: 'Volkswagen', name: 'Volkswagen', to: 'VW' };
  await admin.call(api.vehicleBase.rename, { body: { level: 'brand', ...brand } });
  // As it was before keys.
  await sql`delete from shipped_vehicles`.execute(db);
  const before = await base();
  await release(...FIRST, ship(4, { version: 'Track' }), ship(5, { version: 'Rally' }));
  expect(await base()).toEqual(before);
  expect(await decisions()).toEqual([
    ['VW Gol Trend 1.4 2008–2013', 'origin: Chile | Brasil'],
    ['VW Gol Trend Power 2008–2012', 'sold_until_year: 2012 | 2013'],
    ['VW Gol Trend TRACK 2008–2013', 'version: TRACK | Track'],
  ]);
  await release(
    ...FIRST.slice(0, 2),
    ship(3, { version: 'Power', origin: 'Argentina' }),
    ship(5, { version: 'Rally' }),
  );
  expect(await versions()).toEqual(['1.6', '1.4', 'Power', 'TRACK']);
  expect((await base())[2]).toMatchObject({ origin: 'Argentina', sold_until_year: 2012 });
});
