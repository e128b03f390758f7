import { api } from '@piezario/contract/api';
import type { Sent } from '@piezario/contract/endpoint';
import { describe, expect, test } from 'vitest';
import { dayOf } from '../db/day.ts';
import { addBrand, addCategory, addPart, addPicture, addProduct, addVehicleAlias } from '../testing/catalogue.ts';
import type { Client } from '../testing/client.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';

const server = await startServer();
const { db } = server;
const [own, rival] = [await addBrand(db, 'Propia'), await addBrand(db, 'Rival')];
const [brakes, engine] = [await addCategory(db, 'Frenos'), await addCategory(db, 'Motor')];
const discs = await addProduct(db, brakes.id, 'Discos');
const pads = await addProduct(db, brakes.id, 'Pastillas');
const filters = await addProduct(db, engine.id, 'Filtros');
for (const [name, brand] of [
  ['VW', 'Volkswagen'],
  ['General Motors', 'Chevrolet'],
  ['Mercedes', 'Mercedes-Benz'],
]) {
  await addVehicleAlias(db, name, brand);
}

const thisYear = dayOf(new Date()).year;
type Sold = readonly [from: number, until: number | null];
async function addVehicle(name: string, version: string, [sold_from_year, sold_until_year]: Sold, engine_code = 'E1') {
  const [brand = '', model_master = '', model = model_master] = name.split(' / ');
  const { id } = await db
    .insertInto('vehicles')
    .values({
      ...{ origin: 'Brasil', brand, model_master, model, version, engine_code, fuel: 'Nafta' },
      ...{ sold_from_year, sold_until_year, components: JSON.stringify({ cilindrada: version.slice(0, 3) }) },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const trend = await addVehicle('Volkswagen / Gol / Gol Trend', '1.6 8V Pack I', [2008, 2013], 'CFZ');
const msi = await addVehicle('Volkswagen / Gol / Gol Trend', '1.6 16V MSI Trendline', [2018, 2022], 'CWS');
const power = await addVehicle('Volkswagen / Gol / Gol Power', '1.4 Power', [2010, 2014], 'EA111');
const golf = await addVehicle('Volkswagen / Golf', '1.6 Highline', [2012, null], 'CWV');
const corolla = await addVehicle('Toyota / Corolla', '1.8 XEi', [2014, 2019]);
const cross = await addVehicle('Toyota / Corolla Cross', '2.0 XEi', [2021, null]);
const corsa = await addVehicle('Chevrolet / Corsa / Corsa Classic', '1.6 LS', [2010, 2016]);
const sprinter = await addVehicle('Mercedes-Benz / Sprinter', '2.1 415 CDI', [2012, 2019]);
const suv2008 = await addVehicle('Peugeot / 2008', '1.6 Allure', [2016, null]);
const p206 = await addVehicle('Peugeot / 206', '1.6 XS', [1999, 2010]);
const crv = await addVehicle('Honda / CR-V', '2.0 LX', [2007, 2012]);
/** A version that no part fits. */
const other = await addVehicle('Volkswagen / Gol / Gol Country', '1.6 Country', [1998, 2007]);
await addVehicle('Lada / Niva', '1.6', [1990, 1999]);

async function add(brand: { id: number }, product: { id: number }, code: string, vehicles: readonly number[]) {
  const { id } = await addPart(db, brand.id, product.id, code);
  for (const vehicle_id of vehicles) await db.insertInto('part_vehicles').values({ part_id: id, vehicle_id }).execute();
  return id;
}
const everywhere = [trend, msi, power, golf, corolla, cross, corsa, sprinter, suv2008, p206, crv];
const disc = await add(own, discs, 'D1', [trend, msi]);
const pad = await add(own, pads, 'P1', everywhere);
const old = await add(own, pads, 'P2', [trend]);
await db.updateTable('parts').set({ discontinued: true }).where('id', '=', old).execute();
const filter = await add(rival, filters, 'F1', everywhere);
await addPicture(db, pad);

const admin = await enrol(server, 'admin');
const maker = await enrol(server, 'manufacturer', { part_brand_id: own.id });
const client = await enrol(server, 'client', { part_brand_id: own.id, part_product_id: discs.id });
const stranger = await enrol(server, 'client');

type Choice = Sent<typeof api.vehicleCatalog.choices>['query'];
const choices = (person: Client, query: Choice = {}) => person.call(api.vehicleCatalog.choices, { query });
const find = async (person: Client, text: string) => {
  const found = await person.call(api.vehicleCatalog.find, { query: { text } });
  return found.map(({ name, versions }) => `${name} (${versions})`);
};
const products = (person: Client, query: Choice & { hidden?: 0 | 1 }) =>
  person.call(api.vehicleCatalog.products, { query: { hidden: 0, ...query } });
const listed = async (person: Client, query: Record<string, string>) => {
  const path = `${api.vehicleCatalog.list.path}?${new URLSearchParams(query)}`;
  return api.vehicleCatalog.list.result.parse((await person.request('GET', path)).result);
};
const GOL = { brand: 'Volkswagen', model: 'Gol' };

describe('step by step', () => {
  test('the brands are those with parts, in their order', async () => {
    expect(await choices(admin)).toEqual({
      brands: ['Chevrolet', 'Honda', 'Mercedes-Benz', 'Peugeot', 'Toyota', 'Volkswagen'],
      ...{ models: [], years: [], versions: [], vehicles: [] },
    });
    expect((await choices(client)).brands).toEqual(['Volkswagen']);
    expect((await choices(stranger)).brands).toEqual([]);
  });

  test('the models of a brand come with their years and picture', async () => {
    await db
      .insertInto('vehicle_images')
      .values({ brand: 'Volkswagen', model: 'Gol Power', image_key: 'g.jpg' })
      .execute();
    expect((await choices(admin, { brand: 'volkswagen' })).models).toEqual([
      { name: 'Gol', sold_from_year: 2008, sold_until_year: 2022, imageUrl: '/g.jpg' },
      { name: 'Golf', sold_from_year: 2012, sold_until_year: null, imageUrl: null },
    ]);
    expect((await choices(client, { brand: 'VW' })).models).toMatchObject([{ name: 'Gol' }]);
  });

  test('the years of a model are those in which it was sold, newest first', async () => {
    const { years } = await choices(admin, GOL);
    expect(years).toEqual([2022, 2021, 2020, 2019, 2018, 2014, 2013, 2012, 2011, 2010, 2009, 2008]);
    expect((await choices(client, GOL)).years).not.toContain(2014);
  });

  test('a model that is still sold goes to this year', async () => {
    const { years } = await choices(admin, { brand: 'vw', model: 'golf' });
    expect([years[0], years.at(-1)]).toEqual([thisYear, 2012]);
  });

  test('the versions are those of the year and the words', async () => {
    const versions = async (choice: Choice) => (await choices(admin, choice)).versions.map(({ id }) => id);
    expect(await versions(GOL)).toEqual([power, msi, trend]);
    expect(await versions({ ...GOL, year: 2012 })).toEqual([power, trend]);
    expect(await versions({ ...GOL, year: 2012, words: '1.6' })).toEqual([trend]);
    expect(await versions({ ...GOL, words: '16v msi' })).toEqual([msi]);
    expect(await versions({ ...GOL, words: 'hdi' })).toEqual([]);
    expect(await versions({ brand: 'VW', model: 'gol trend' })).toEqual([msi, trend]);
  });

  test('the vehicles of a choice include those without parts, which a part may not fit', async () => {
    const meant = async (choice: Choice) => (await choices(client, choice)).vehicles.toSorted((a, b) => a - b);
    expect(await meant(GOL)).toEqual([trend, msi, power, other]);
    expect(await meant({ ...GOL, year: 2012 })).toEqual([trend, power]);
    expect(await meant({ ...GOL, vehicle_id: trend })).toEqual([trend]);
    expect(await meant({ vehicle_id: trend })).toEqual([trend]);
    expect(await meant({ brand: 'Toyota', vehicle_id: trend })).toEqual([]);
    expect(await meant({ brand: 'Volkswagen' })).toEqual([]);
  });
});

describe('in one line', () => {
  test.each([
    ['vw gol 2012 1.6', ['Volkswagen Gol 2012 1.6 (1)']],
    ['VW Gol 2012', ['Volkswagen Gol 2012 (2)', 'Volkswagen Gol Power 2012 (1)', 'Volkswagen Gol Trend 2012 (1)']],
    ['gol trend 1.6 msi 2019', ['Volkswagen Gol Trend 2019 1.6 msi (1)']],
    ['corolla 2015', ['Toyota Corolla 2015 (1)']],
    ['corolla', ['Toyota Corolla (1)', 'Toyota Corolla Cross (1)']],
    ['mercedes benz sprinter 415', ['Mercedes-Benz Sprinter 415 (1)']],
    ['general motors corsa', ['Chevrolet Corsa (1)']],
    ['general motors', ['Chevrolet (1)']],
    ['peugeot 2008', ['Peugeot 2008 (1)', 'Peugeot 206 2008 (1)']],
    ['peugeot 2008 2019', ['Peugeot 2008 2019 (1)']],
    ['honda crv', ['Honda CR-V (1)']],
    ['toyota', ['Toyota (2)', 'Toyota Corolla (1)', 'Toyota Corolla Cross (1)']],
  ])('«%s» is understood', async (text, names) => {
    expect(await find(admin, text)).toEqual(names);
  });

  test.each([
    ['volkswaguen gol 2012 1.6', 'Volkswagen Gol 2012 1.6 (1)'],
    ['toyota corola 2015', 'Toyota Corolla 2015 (1)'],
    ['mercedes sprintr', 'Mercedes-Benz Sprinter (1)'],
  ])('a wrong letter is forgiven: «%s»', async (text, name) => {
    expect((await find(admin, text))[0]).toBe(name);
  });

  test.each(['vw gol 2012 1.8', 'p eugeot 207 xs', 'corolla 1994', 'gol hdi', 'gol 712', 'lada niva', '¿?'])(
    'words that no vehicle with parts has find nothing: «%s»',
    async (text) => {
      expect(await find(admin, text)).toEqual([]);
    },
  );

  test.each(['vw gol 2', 'vw gol 20', 'vw gol 201', 'vw gol 1', 'vw gol 1.'])(
    'an unfinished number does not hide the results: «%s»',
    async (text) => {
      expect((await find(admin, text))[0]).toBe('Volkswagen Gol (3)');
    },
  );

  test('a result is a choice with the same versions', async () => {
    for (const text of [
      'vw gol 2012 1.6',
      'gol tren',
      'volkswaguen golf',
      'peugeot 2008',
      'general motors corsa classic',
    ]) {
      const found = await admin.call(api.vehicleCatalog.find, { query: { text } });
      expect(found.length).toBeGreaterThan(0);
      for (const { brand, model, year, words, versions } of found) {
        const choice = { brand, model, words, ...(year && { year }) };
        expect((await choices(admin, choice)).versions, JSON.stringify(choice)).toHaveLength(versions);
      }
    }
  });

  test('at most eight are offered', async () => {
    for (let n = 1; n <= 10; n++)
      await add(rival, filters, `M${n}`, [await addVehicle(`Iveco / Daily ${n}`, '3.0', [2000, 2010])]);
    const found = await find(admin, 'iveco');
    expect(found).toHaveLength(8);
    expect(found[0]).toBe('Iveco (10)');
  });
});

describe('the products of the chosen vehicles', () => {
  test('are counted by category, each part once, without those that are no longer offered', async () => {
    expect(await products(maker, GOL)).toEqual({
      parts: 2,
      categories: [
        {
          ...{ id: brakes.id, name: 'Frenos', parts: 2 },
          products: [
            { id: discs.id, name: 'Discos', parts: 1 },
            { id: pads.id, name: 'Pastillas', parts: 1 },
          ],
        },
      ],
    });
    expect((await products(maker, { ...GOL, hidden: 1 })).parts).toBe(3);
    expect((await products(maker, { ...GOL, year: 2019, hidden: 1 })).parts).toBe(2);
    expect(await products(maker, { brand: 'Volkswagen' })).toEqual({ parts: 0, categories: [] });
  });

  test('follow a part that is enabled, moved or removed', async () => {
    const { id } = await addPart(db, own.id, filters.id, 'F2');
    await db.insertInto('part_vehicles').values({ part_id: id, vehicle_id: corsa }).execute();
    const counts = async () =>
      (await products(maker, { vehicle_id: corsa })).categories.flatMap((category) =>
        category.products.map(({ name, parts }) => `${name} ${parts}`),
      );
    expect(await counts()).toEqual(['Pastillas 1', 'Filtros 1']);
    await db.updateTable('parts').set({ part_product_id: discs.id }).where('id', '=', id).execute();
    expect(await counts()).toEqual(['Discos 1', 'Pastillas 1']);
    await db.updateTable('parts').set({ enabled: false }).where('id', '=', id).execute();
    expect(await counts()).toEqual(['Pastillas 1']);
    await db.deleteFrom('parts').where('id', '=', id).execute();
    expect(await counts()).toEqual(['Pastillas 1']);
  });
});

describe('the parts of the chosen vehicles', () => {
  const among = (...ids: readonly number[]) => ({ 'filter[in-vehicle_id]': ids.join(';') });
  const codes = async (person: Client, query: Record<string, string>) =>
    (await listed(person, query)).data.map(({ code }) => code);

  test('are all of them, by product, brand and code', async () => {
    expect(await codes(admin, among(trend))).toEqual(['D1', 'F1', 'P1', 'P2']);
    expect(await listed(admin, { ...among(trend, msi), 'page[size]': '1', 'page[number]': '3' })).toMatchObject({
      ...{ total: 4, from: 3, to: 3, last_page: 4 },
      data: [{ id: pad, brand: 'Propia', code: 'P1', thumbnailUrl: expect.stringContaining('.webp') }],
    });
  });

  test('are filtered and sorted by their columns', async () => {
    const only = (filter: string, value: string | number) =>
      codes(admin, { ...among(trend), [`filter[${filter}]`]: String(value) });
    expect(await only('matches-part_product_id', pads.id)).toEqual(['P1', 'P2']);
    expect(await only('matches-part_brand_id', rival.id)).toEqual(['F1']);
    expect(await only('matches-part_category_id', engine.id)).toEqual(['F1']);
    expect(await only('matches-discontinued', 1)).toEqual(['P2']);
    expect(await only('matches-enabled', 0)).toEqual([]);
    expect(await only('contains-brand', 'pro')).toEqual(['D1', 'P1', 'P2']);
    expect(await codes(admin, { ...among(trend), sort: '-code' })).toEqual(['P2', 'P1', 'F1', 'D1']);
  });

  test('show whether they fit all of the vehicles, and if not, which ones and what distinguishes these', async () => {
    await db
      .insertInto('vehicle_headers')
      .values({ id: 1, key: 'cilindrada', name: 'Cilindrada', unit: 'l' })
      .execute();
    await db
      .insertInto('part_product_vehicle_headers')
      .values({ part_product_id: discs.id, vehicle_header_id: 1 })
      .execute();
    const { data } = await listed(admin, among(trend, msi, power));
    const fits = Object.fromEntries(data.map(({ code, fits }) => [code, fits]));
    expect(fits).toEqual({
      D1: {
        all: false,
        versions: ['Gol Trend 1.6 16V MSI Trendline', 'Gol Trend 1.6 8V Pack I'],
        told_by: [
          { name: 'Modelo', values: ['Gol Trend'] },
          { name: 'Motor', values: ['CWS', 'CFZ'] },
          { name: 'Cilindrada', values: ['1.6 l'] },
        ],
      },
      F1: { all: true, versions: [], told_by: [] },
      P1: { all: true, versions: [], told_by: [] },
      P2: { all: false, versions: ['Gol Trend 1.6 8V Pack I'], told_by: [{ name: 'Motor', values: ['CFZ'] }] },
    });
  });

  test('list their distinct applications on these vehicles, each with its number of versions', async () => {
    const said = { positions: 'Delantera', quantity: 2, note: 'Con ABS' };
    const ofDisc = db.updateTable('part_vehicles').where('part_id', '=', disc);
    await ofDisc.set(said).where('vehicle_id', 'in', [trend, msi]).execute();
    const front = { ...said, positions: ['Delantera'], from_year: null, until_year: null };
    const saidOn = async (...ids: readonly number[]) =>
      (await listed(admin, among(...ids))).data.map(({ code, applications }) => [code, applications]);
    expect(await saidOn(trend, msi)).toContainEqual(['D1', [{ ...front, versions: 2 }]]);
    expect(await saidOn(trend)).toContainEqual(['D1', [{ ...front, versions: 1 }]]);
    expect(await saidOn(trend)).toContainEqual(['P1', []]);
  });

  test('are none without a vehicle', async () => {
    expect(await listed(admin, {})).toMatchObject({ total: 0, data: [] });
    expect(await codes(admin, among(other))).toEqual([]);
  });
});

test('parts out of scope do not affect the answers', async () => {
  expect(await find(client, 'corolla')).toEqual([]);
  expect(await find(client, 'vw gol 2012')).toEqual(['Volkswagen Gol 2012 (1)']);
  expect((await choices(client, { brand: 'Toyota', model: 'Corolla' })).versions).toEqual([]);
  expect((await products(client, { ...GOL, hidden: 1 })).parts).toBe(1);
  const { data } = await listed(client, { 'filter[in-vehicle_id]': everywhere.join(';') });
  expect(data.map(({ id }) => id)).toEqual([disc]);
  expect((await listed(maker, { 'filter[matches-vehicle_id]': String(trend) })).data.map(({ id }) => id)).not.toContain(
    filter,
  );
  expect((await products(stranger, { ...GOL, hidden: 1 })).parts).toBe(0);
});
