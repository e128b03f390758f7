import { api } from '@piezario/contract/api';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { addBrand, addCategory, addPart, addPicture, addProduct, addVehicle } from '../testing/catalogue.ts';
import type { Client } from '../testing/client.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';

const server = await startServer();
const { db } = server;
const [plafren, norvial] = [await addBrand(db, 'Plafren'), await addBrand(db, 'Norvial')];
const [filters, brakes] = [await addCategory(db, 'Filtros'), await addCategory(db, 'Frenos')];
const oil = await addProduct(db, filters.id, 'Filtro de aceite');
const air = await addProduct(db, filters.id, 'Filtro de aire');
const pads = await addProduct(db, brakes.id, 'Pastilla de freno');

const admin = await enrol(server, 'admin');
const maker = await enrol(server, 'manufacturer', { part_brand_id: plafren.id });
const client = await enrol(server, 'client', { part_brand_id: norvial.id, part_product_id: oil.id });
const nobody = await enrol(server, 'client');

const gol = await addVehicle(db, 'Gol Trend', '1.6 8V 101cv');
const palio = await addVehicle(db, 'Palio', '1.6 16V');
await db.updateTable('vehicles').set({ brand: 'Volkswagen', model_master: 'Gol' }).where('id', '=', gol.id).execute();
await db.insertInto('vehicle_brand_aliases').values({ name: 'VW', brand: 'Volkswagen' }).execute();

type Sample = {
  readonly crosses?: readonly (readonly [brand: string, code: string])[];
  readonly observation?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly vehicles?: readonly { readonly id: number }[];
};

async function add(brand: { id: number }, product: { id: number }, code: string, sample: Sample = {}) {
  const { crosses = [], observation = '', attributes = {}, vehicles = [] } = sample;
  const { id: part_id } = await addPart(db, brand.id, product.id, code);
  await db.updateTable('parts').set({ observation }).where('id', '=', part_id).execute();
  for (const [brand, code] of crosses) await db.insertInto('part_crosses').values({ part_id, brand, code }).execute();
  for (const [name, value] of Object.entries(attributes)) {
    await db.insertInto('part_attributes').values({ part_id, name, value }).execute();
  }
  for (const { id } of vehicles) await db.insertInto('part_vehicles').values({ part_id, vehicle_id: id }).execute();
  return part_id;
}

const shared = await add(plafren, oil, 'PLF-100422', {
  crosses: [
    ['VW', '030 115 561 AN'],
    ['Renault', '922 310 541'],
    ['BMW', '84 19 8 549 682'],
  ],
  vehicles: [gol],
});
const twin = await add(norvial, oil, 'N10.0422', { crosses: [['Volkswagen', '30115561AN']], vehicles: [gol, palio] });
const namer = await add(norvial, air, 'N20.0001', { crosses: [['PLAFREN', 'plf 100422']] });
const coded = await add(plafren, pads, '00990541', {
  attributes: { 'Código de barras': '779 4457 00001 2', Material: 'Cerámica' },
  observation: 'Reemplaza a PLF-900. Con sensor, rosca 5/8, 1,6 mm',
});
const other = await add(norvial, pads, 'XPLF100422Z');
const sized = await add(norvial, pads, 'MEDIDA-1', { attributes: { Tensión: '12 V', Capacidad: '75 Ah' } });

const suggest = (person: Client, text: string) => person.call(api.search.suggest, { query: { text } });
const ids = async (person: Client, text: string) => (await suggest(person, text)).map(({ id }) => id);
const list = (person: Client, text: string, filters: Record<string, string> = {}) =>
  person.call(api.search.list, {
    query: {
      page: 1,
      size: 50,
      sort: [{ column: 'rank', descending: false }],
      filters: Object.entries({ 'contains-text': text, ...filters }).map(([name, value]) => {
        const [mode = '', column = ''] = name.split(/-(.*)/);
        return { mode: mode as 'contains', column, value };
      }),
    },
  });

describe('a number', () => {
  test.each([
    ['an own code', 'plf100422', shared],
    ['an OEM number, however it is written', '922.310.541', shared],
    ['a bar code', '7794457000012', coded],
    ['an own code without its leading zeros', '990541', coded],
    ['an own code with more zeros', '000990541', coded],
  ])('finds its part first: %s', async (_, text, part) => {
    expect((await ids(admin, text))[0]).toBe(part);
  });

  test('finds the parts of all brands that have it, with or without its zeros', async () => {
    const found = await suggest(admin, '030115561AN');
    expect(found.map(({ id }) => id)).toEqual([shared, twin]);
    expect(found.map(({ match }) => match)).toEqual([
      { kind: 'oem', how: 'exact', why: 'Coincide con VW 030 115 561 AN' },
      { kind: 'oem', how: 'exact', why: 'Coincide con Volkswagen 30115561AN' },
    ]);
  });

  test('finds longer numbers that begin with it, but none with another suffix', async () => {
    expect((await suggest(admin, '030115561A')).map(({ match }) => match.how)).toEqual(['prefix', 'prefix']);
    expect(await ids(admin, '030115561AX')).toEqual([]);
  });

  test('finds own codes first, then cross references, related parts, and numbers that contain it', async () => {
    const found = await suggest(admin, 'PLF-100422');
    expect(found.map(({ id, match }) => [id, match.kind, match.how])).toEqual([
      [shared, 'code', 'exact'],
      [namer, 'cross', 'exact'],
      [twin, 'related', null],
      [other, 'code', 'contains'],
    ]);
    expect(found[2]?.match.why).toBe('Comparte VW 030 115 561 AN con Plafren PLF-100422');
  });

  test('shows the parts that the found one names', async () => {
    const [, named] = await suggest(admin, 'N20.0001');
    expect(named).toMatchObject({ id: shared, match: { kind: 'related', why: 'Nombrada por Norvial N20.0001' } });
  });

  test('is found by a piece of at least four characters', async () => {
    expect(await ids(admin, '4457')).toEqual([coded]);
    expect(await ids(admin, '445')).toEqual([]);
  });

  test('keeps ñ apart from n', async () => {
    const part = await add(plafren, pads, 'CAÑ-77');
    expect(await ids(admin, 'cañ77')).toEqual([part]);
    expect(await ids(admin, 'can77')).toEqual([]);
  });

  test('follows every change', async () => {
    const part = await add(plafren, pads, 'ANTES-1', { crosses: [['Fiat', '5511']] });
    await db.updateTable('parts').set({ code: 'DESPUES-1' }).where('id', '=', part).execute();
    await db.updateTable('part_crosses').set({ code: '5522' }).where('part_id', '=', part).execute();
    expect([await ids(admin, 'antes1'), await ids(admin, '5511')]).toEqual([[], []]);
    expect([await ids(admin, 'despues1'), await ids(admin, '5522')]).toEqual([[part], [part]]);
    await db.updateTable('parts').set({ part_brand_id: norvial.id }).where('id', '=', part).execute();
    expect([await ids(maker, '5522'), await ids(admin, '5522')]).toEqual([[], [part]]);
    await db.deleteFrom('parts').where('id', '=', part).execute();
    expect(await ids(admin, 'despues1')).toEqual([]);
    expect(await db.selectFrom('part_numbers').where('part_id', '=', part).selectAll().execute()).toEqual([]);
  });
});

describe('words', () => {
  test.each([
    ['of the product and the vehicle', 'filtro aceite gol 1.6', [twin, shared]],
    ['with an alias of the brand and a year', 'filtro vw 2012', [twin, shared]],
    ['with one wrong letter in names', 'filtro aseite palio', [twin]],
    ['with a wrong number', 'filtro aceite gol 1.7', []],
    ['of either of two vehicles', 'filtro gol / palio', [twin, shared]],
    ['of a measure in pieces', 'pastilla 12x75', [sized]],
    ['of a measure with spaces', 'pastilla 12v 75 ah', [sized]],
    ['of an attribute', 'pastilla ceramica', [coded]],
    ['of a side, in parts without one', 'filtro aceite izquierdo palio', [twin]],
    ['of two products', 'pastilla y filtro gol', [twin, shared]],
    ['of a description', 'sensor rosca', [coded]],
    ['with a decimal comma', 'pastilla 1.6', [coded]],
    ['of a brand', 'norvial aire', [namer]],
    ['with a code that is replaced', 'plf 900', [coded]],
    ['one of which is in no part', 'filtro submarino', []],
  ])('find parts by all of them: %s', async (_, text, parts) => {
    expect(new Set(await ids(admin, text))).toEqual(new Set(parts));
  });
});

describe('a number among words', () => {
  test.each([
    ['with the brand of the part', 'plafren plf-100422', [shared, namer]],
    ['before the brand', 'PLF 100422 Plafren', [shared, namer]],
    ['with the product', 'filtro de aceite plf 100422', [shared]],
    ['with the brand of the cross reference', 'renault 922 310 541', [shared]],
    ['in five pieces, as numbers of BMW', 'bmw 84 19 8 549 682', [shared]],
    ['with another name of a vehicle brand', 'vw 030115561AN', [shared, twin]],
    ['with the vehicle of the part', 'gol 922310541', [shared]],
    ['with only its beginning typed', 'norvial n10.04', [twin]],
    ['with other numbers', 'N20.0001 922310541 990541', [namer, shared, coded]],
    ['with other numbers, the part with several of them first', '990541 plf-100422 922310541', [shared, coded, namer]],
    ['with another product', 'pastilla plf-100422', []],
    ['with another brand', 'fiat 922310541', []],
  ])('finds its parts, if any: %s', async (_, text, parts) => {
    expect(await ids(admin, text)).toEqual(parts);
  });
});

describe('other names of a product', () => {
  test('find its parts from when they are stored until they are removed', async () => {
    await db
      .updateTable('part_products')
      .set({ aliases: ['Lubrifiltro'] })
      .where('id', '=', oil.id)
      .execute();
    expect(new Set(await ids(admin, 'lubrifiltros gol'))).toEqual(new Set([twin, shared]));
    expect((await suggest(admin, 'lubrifiltro')).map(({ match }) => match)).toContainEqual({
      ...{ kind: 'product', how: null, why: 'También es Lubrifiltro' },
    });
    await db.updateTable('part_products').set({ aliases: [] }).where('id', '=', oil.id).execute();
    expect(await ids(admin, 'lubrifiltro gol')).toEqual([]);
  });
});

test('a part that fits any vehicle is found beside a vehicle only by the best names', async () => {
  const lights = await addCategory(db, 'Iluminación');
  const lamp = await addProduct(db, lights.id, 'Lámpara');
  await addProduct(db, lights.id, 'Óptica');
  await db
    .updateTable('part_products')
    .set({ takes_vehicles: false, aliases: ['lámpara de óptica'] })
    .where('id', '=', lamp.id)
    .execute();
  const part = await add(norvial, lamp, 'LUZ-1');
  expect(await ids(admin, 'lampara gol')).toEqual([part]);
  expect(await ids(admin, 'optica gol')).toEqual([]);
});

describe('the explanation', () => {
  const understood = async (person: Client, text: string) => (await list(person, text)).explanation;

  test('has what each word was read as, and the line without it', async () => {
    expect(await understood(admin, 'filtro aseite vw gol 1.6 2012')).toEqual({
      ...{ unknown: [], shorter: [], removed: [] },
      pieces: [
        {
          ...{ kind: 'product', typed: 'filtro aseite', name: 'Filtro de aceite', is_corrected: true },
          without: 'vw gol 1.6 2012',
        },
        {
          ...{ kind: 'vehicle', typed: 'vw gol', name: 'Volkswagen Gol', is_corrected: false },
          without: 'filtro aseite 1.6 2012',
        },
        {
          ...{ kind: 'specification', typed: '1.6', name: '1.6', is_corrected: false },
          without: 'filtro aseite vw gol 2012',
        },
        {
          ...{ kind: 'year', typed: '2012', name: '2012', is_corrected: false },
          without: 'filtro aseite vw gol 1.6',
        },
      ],
    });
  });

  test('gives the reason why each part was found', async () => {
    const reasons = async (text: string) =>
      (await list(admin, text)).data.map(({ id, match }) => [id, match.kind, match.why]);
    expect(await reasons('filtro palio')).toEqual([[twin, 'vehicle', 'Palio 1.6 16V, desde 2001']]);
    expect(await reasons('pastilla ceramica')).toEqual([[coded, 'text', 'Material: Cerámica']]);
    expect(await reasons('rosca 5/8 sensor')).toEqual([
      [coded, 'text', '«Reemplaza a PLF-900. Con sensor, rosca 5/8, 1,6 mm»'],
    ]);
  });

  test('of an empty result has the unknown words, and shorter lines with results', async () => {
    expect(await understood(admin, 'filtro palio submarino')).toMatchObject({
      ...{ unknown: ['submarino'], removed: [] },
      shorter: [{ text: 'filtro palio', dropped: 'submarino', parts: 1 }],
    });
    expect((await understood(admin, 'pastilla palio')).shorter).toMatchObject([
      { text: 'palio', dropped: 'pastilla', parts: 1 },
      { text: 'pastilla', dropped: 'palio' },
    ]);
    expect((await understood(admin, 'pastilla ceramica gol 1.6 1990')).shorter).toEqual([]);
    expect((await understood(admin, 'filtro palio 1.6 1990')).shorter[0]).toEqual({
      ...{ text: 'filtro palio 1.6', dropped: '1990', parts: 1 },
    });
    expect((await understood(admin, 'filtro gol pastilla palio submarino')).unknown).toEqual(['submarino']);
    expect((await understood(client, 'filtro gol submarino')).shorter).toMatchObject([{ parts: 1 }]);
    expect((await understood(nobody, 'filtro gol submarino')).shorter).toEqual([]);
  });

  test('of an empty result has deleted parts with this code, for users who may restore them', async () => {
    const { id } = await addPart(db, plafren.id, pads.id, 'BORRADA-77');
    await maker.call(api.parts.remove, { body: { id } });
    const removed = async (person: Client) =>
      (await understood(person, 'borrada 77')).removed.map(({ code, brand }) => `${brand} ${code}`);
    expect(await removed(admin)).toEqual(['Plafren BORRADA-77']);
    expect(await removed(maker)).toEqual(['Plafren BORRADA-77']);
    expect(await removed(client)).toEqual([]);
    const other = await enrol(server, 'manufacturer', { part_brand_id: norvial.id });
    expect(await removed(other)).toEqual([]);
  });

  test('says nothing of what is outside the scope', async () => {
    const { pieces } = await understood(client, 'plafren');
    expect(pieces).toMatchObject([{ kind: 'number', name: 'plafren' }]);
    expect((await understood(client, 'pastilla')).pieces).toMatchObject([{ kind: 'number', name: 'pastilla' }]);
    await add(norvial, pads, 'TEXTO-1', { observation: 'Con zafiro' });
    expect((await understood(client, 'filtro gol zafiro')).unknown).toEqual(['zafiro']);
    expect((await understood(admin, 'filtro gol zafiro')).unknown).toEqual([]);
  });
});

test.each([
  'ﬃ'.repeat(200),
  'ñ'.repeat(200),
  '9'.repeat(200),
  `${"'&|!:*<->\\".repeat(20)}`,
  '%_\\',
  'constructor __proto__ toString',
  '😀 😀😀😀😀',
  Array.from({ length: 60 }, (_, index) => `w${index}`)
    .join(' ')
    .slice(0, 200),
])('an odd text finds nothing: %s', async (text) => {
  expect(await ids(admin, text)).toEqual([]);
  expect((await list(admin, text)).data).toEqual([]);
  expect(await admin.call(api.vehicleCatalog.find, { query: { text } })).toEqual([]);
});

describe('the scope', () => {
  test('limits what every kind of line finds', async () => {
    expect(await ids(maker, '030115561AN')).toEqual([shared]);
    expect(await ids(maker, 'N20.0001')).toEqual([]);
    expect(await ids(maker, 'PLF-100422')).toEqual([shared]);
    expect(await ids(maker, '0042')).toEqual([shared]);
    expect(await ids(maker, 'filtro de aceite')).toEqual([shared]);
    expect(await ids(maker, 'filtro gol')).toEqual([shared]);
    expect(await ids(client, 'filtro')).toEqual([twin]);
    expect(await ids(client, 'xplf100422z')).toEqual([]);
    expect(await ids(nobody, 'PLF-100422')).toEqual([]);
    expect(await ids(nobody, 'filtro')).toEqual([]);
  });

  test('hides all that is outside it: results, explanations and shorter lines stay the same', async () => {
    const lines = [
      ...['oculta', 'faro 1234', 'filtro gol zafiro', 'filtro 12x75', 'OCULTO-77 plf-100422', 'fitlro rubi'],
      ...['gol / palio faro', 'norvial brillante'],
    ];
    const answers = (...people: Client[]) =>
      Promise.all(people.flatMap((person) => lines.map((line) => list(person, line))));
    const ofFew = await answers(client, nobody);
    const hidden = await addBrand(db, 'Oculta');
    const lights = await addCategory(db, 'Luces ocultas');
    const lamp = await addProduct(db, lights.id, 'Faro oculto');
    const cover = await addProduct(db, filters.id, 'Tapa de filtro brillante');
    const aliases = ['rubi', 'tapa oculta'];
    await db.updateTable('part_products').set({ aliases }).where('id', '=', cover.id).execute();
    // The grant of a whole brand covers all products, so the names of new ones may change the answers.
    const ofMaker = await answers(maker);
    const sample = { observation: 'Con zafiro y rubi', attributes: { Tensión: '12 V', Capacidad: '75 Ah' } };
    const fits = { ...sample, vehicles: [gol, palio], crosses: [['Fiat', 'OCULTO-77'] as const] };
    const added = [
      await add(hidden, lamp, 'OCULTO-77', fits),
      await add(hidden, oil, 'FARO 1234', fits),
      await add(norvial, cover, 'PLF-1004220', fits),
    ];
    expect(new Set(await ids(admin, 'zafiro gol'))).toEqual(new Set(added));
    expect([await answers(client, nobody), await answers(maker)]).toEqual([ofFew, ofMaker]);
    await db.deleteFrom('parts').where('id', 'in', added).execute();
  });

  test('combines each granted product with its own brand only, and hides words of other brands', async () => {
    const clutches = await addCategory(db, 'Embrague');
    const [kit, bearing] = [
      await addProduct(db, clutches.id, 'Kit de embrague'),
      await addProduct(db, clutches.id, 'Crapodina'),
    ];
    await db
      .updateTable('part_products')
      .set({ aliases: ['embrague'] })
      .where('id', '=', kit.id)
      .execute();
    const hidden = await addBrand(db, 'Reservada');
    const [one, two] = [await addBrand(db, 'Bosch Uno'), await addBrand(db, 'Bosch Dos')];
    const person = await enrol(server, 'client', { part_brand_id: one.id, part_product_id: bearing.id });
    const user_id = (await db.selectFrom('grants').select('user_id').orderBy('id', 'desc').executeTakeFirstOrThrow())
      .user_id;
    await db.insertInto('grants').values({ user_id, part_brand_id: two.id, part_product_id: kit.id }).execute();
    const seen = await add(one, bearing, 'CRAPO-1');
    const lines = ['embrague', 'embrague uno', 'bosc 123', 'embrague bosc'];
    const answers = () => Promise.all(lines.map((line) => list(person, line)));
    const before = await answers();
    expect(before[0]?.data.map(({ id }) => id)).toEqual([seen]);
    await db.updateTable('part_brands').set({ name: 'Boscar' }).where('id', '=', hidden.id).execute();
    const kits = [await add(one, kit, 'KIT-1'), await add(hidden, bearing, 'CRAPO-2')];
    expect(await answers()).toEqual(before);
    // The category is searched when the product of this name finds nothing.
    const filter = { 'matches-part_brand_id': `${hidden.id}` };
    expect((await list(admin, 'embrague', filter)).data.map(({ id }) => id)).toEqual(kits.slice(1));
    expect((await list(admin, 'embrague')).data.map(({ id }) => id)).toEqual(kits.slice(0, 1));
    await db
      .deleteFrom('parts')
      .where('id', 'in', [seen, ...kits])
      .execute();
  });

  test('limits the related parts of a part', async () => {
    const params = { partId: shared };
    const { named_by, sharing } = await admin.call(api.crosses.related, { params });
    expect([named_by, sharing]).toMatchObject([
      [{ id: namer, brand: 'Norvial', code: 'N20.0001', product: 'Filtro de aire' }],
      [{ id: twin, number: 'VW 030 115 561 AN' }],
    ]);
    expect(await maker.call(api.crosses.related, { params })).toEqual({ named_by: [], sharing: [] });
    expect(await client.send(api.crosses.related, { params })).toMatchObject({ code: 404 });
  });
});

describe('the list', () => {
  test('has everything that was found, with pictures, and is narrowed by a brand', async () => {
    await addPicture(db, twin);
    const all = await list(admin, 'plf100422');
    expect(all).toMatchObject({ total: 4, is_complete: true });
    expect(all.data.find(({ id }) => id === twin)?.thumbnailUrl).toMatch(/^\/media\/.*webp$/);
    expect(
      (await list(admin, 'plf100422', { 'matches-part_brand_id': `${norvial.id}` })).data.map(({ id }) => id),
    ).toEqual([namer, other]);
    expect((await list(admin, 'filtro', { 'contains-brand': 'norv' })).data.map(({ id }) => id)).toEqual([namer, twin]);
    expect((await list(admin, 'plf100422', { 'contains-code': 'x' })).data.map(({ id }) => id)).toEqual([other]);
  });

  test('is empty without a text, and for a text of signs only', async () => {
    expect(await list(admin, '')).toMatchObject({ total: 0, data: [] });
    expect(await list(admin, '%_-')).toMatchObject({ total: 0, data: [] });
    expect(await ids(admin, "'\\:*&|!")).toEqual([]);
  });

  test('has all parts, even if one of them has hundreds of matching numbers', async () => {
    const many = Array.from({ length: 300 }, (_, index) => ['Fiat', `QQ55${index + 100}`] as const);
    const first = await add(plafren, air, 'MUCHOS-1', { crosses: many });
    const second = await add(plafren, air, 'MUCHOS-2', { crosses: [['Fiat', 'QQ559']] });
    expect(await ids(admin, 'QQ55')).toEqual([first, second]);
    expect((await list(maker, 'QQ55')).data.map(({ id }) => id)).toEqual([first, second]);
  });

  test('has the parts of a product, even if another product has over a thousand matching numbers', async () => {
    const { id: part } = await addPart(db, plafren.id, pads.id, 'MIL-1');
    await sql`insert into part_crosses (part_id, brand, code)
      select ${part}, 'Fiat', 'WX-KKKKKK-' || n from generate_series(1, 1200) n`.execute(db);
    const found = await add(plafren, air, 'MIL-2', { crosses: [['Fiat', 'WX-KKKKKK-Z']] });
    const { data } = await list(admin, 'KKKKKK', { 'matches-part_product_id': String(air.id) });
    expect(data.map(({ id }) => id)).toEqual([found]);
  });

  test('ignores filters of the text other than `contains`', async () => {
    expect((await list(admin, '', { 'is_empty-text': '1' })).data).toEqual([]);
    expect((await list(admin, '', { 'starts_with-text': 'PLF-100422' })).data).toEqual([]);
  });

  test('is marked as incomplete when more parts match than it has', async () => {
    await db
      .insertInto('parts')
      .values(
        Array.from({ length: 201 }, (_, n) => ({
          part_brand_id: norvial.id,
          part_product_id: air.id,
          code: `MUCHAS${n}`,
        })),
      )
      .execute();
    expect(await list(admin, 'muchas')).toMatchObject({ total: 200, is_complete: false });
  });
});

test('parts and exports are filtered by the vehicles that they fit', async () => {
  const codes = async (ids: string) => {
    const path = `/api/backend/user-catalog/parts/${norvial.id}/all?filter[in-vehicle_id]=${ids}`;
    const { result } = await admin.request('GET', path);
    return api.parts.list.result.parse(result).data.map(({ code }) => code);
  };
  expect(await codes(`${palio.id}`)).toEqual(['N10.0422']);
  expect(await codes(`${palio.id};${gol.id}`)).toEqual(['N10.0422']);
  expect(await codes('2000000')).toEqual([]);
  const json = `/api/backend/exporter/files/json/${norvial.id}/all/file.json?filter[in-vehicle_id]=${palio.id}`;
  const { parts } = JSON.parse(await (await admin.fetch('GET', json)).text());
  expect(parts.map(({ code }: { code: string }) => code)).toEqual(['N10.0422']);
});
