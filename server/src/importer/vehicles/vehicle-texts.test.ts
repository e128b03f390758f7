import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inTiers } from '../../testing/soak.ts';
import { OTHER_SPELLINGS, PRICE_LIST } from '../../testing/vehicle-texts.ts';
import type { Vehicle } from './vehicle-names.ts';
import { type GivenFields, VehicleTexts } from './vehicle-texts.ts';

const DATA = join(import.meta.dirname, '../../../data');
const readCsv = (file: string): Record<string, string>[] => {
  const [header = '', ...lines] = readFileSync(join(DATA, file), 'utf8').trim().split('\n');
  const keys = header.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, index) => [keys[index] ?? '', cell])));
};

const base = readCsv('vehicles.csv').map((row, index): Vehicle => {
  const { brand = '', model = '', model_master = '', version = '', engine_code = '', fuel = '' } = row;
  return {
    ...{ id: index + 1, brand, model, model_master, version, engine_code, fuel },
    sold_from_year: Number(row.sold_from_year),
    sold_until_year: row.sold_until_year ? Number(row.sold_until_year) : null,
    displacement: row.cilindrada ?? '',
    valves: row.valvulas ?? '',
    folded: [],
    model_master_folded: '',
  };
});
const bare = (name: string) =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
const brandNames = [
  ...[...new Set(base.map(({ brand }) => brand))].map((brand) => ({ bare: bare(brand), brand })),
  ...readCsv('vehicle_brand_aliases.csv').map(({ name = '', brand = '' }) => ({ bare: bare(name), brand })),
];
const texts = new VehicleTexts(base, brandNames);

/** Formats a reading like the expected results of the examples. */
function summarise(text: string, given?: GivenFields): string[] {
  const { applications, unclear } = texts.read(text, given);
  const counts = new Map<string, number>();
  for (const { vehicleIds, fromYear, untilYear, positions, quantity, note } of applications) {
    const years = fromYear || untilYear ? ` ${fromYear ?? ''}–${untilYear ?? ''}` : '';
    const words = [positions.join(' '), quantity && `(${quantity})`, note && `«${note}»`].filter(Boolean);
    for (const id of vehicleIds) {
      const { brand = '', model = '', fuel = '' } = base[id - 1] ?? {};
      const line = `${brand} ${model} ${fuel} ×|${[years, ...words].join(' ').trimEnd()}`;
      counts.set(line, (counts.get(line) ?? 0) + 1);
    }
  }
  const lines = [...counts].map(([line, count]) => line.replace('|', String(count))).sort();
  return [...lines, ...unclear.map(({ text: piece, reason }) => `? ${piece}: ${reason}`)];
}

const versionsOf = (text: string, given?: GivenFields) =>
  texts
    .read(text, given)
    .applications.flatMap(({ vehicleIds }) => vehicleIds.map((id) => base[id - 1]?.version))
    .sort();

test.each(PRICE_LIST)('a price list: %s', (text, ...expected) => {
  expect(summarise(text)).toEqual(expected);
});

test.each(OTHER_SPELLINGS)('other ways to write: %s', (text, ...expected) => {
  expect(summarise(text)).toEqual(expected);
});

/** Every version that matches a described vehicle, with years where the description has fewer than the version. */
const byRule = (vehicle: Vehicle) =>
  base
    .filter(
      (other) =>
        other.brand === vehicle.brand &&
        other.model === vehicle.model &&
        other.displacement === vehicle.displacement &&
        (other.valves === '' || vehicle.valves === '' || other.valves === vehicle.valves) &&
        other.fuel === vehicle.fuel &&
        other.sold_from_year <= (vehicle.sold_until_year ?? Infinity) &&
        (other.sold_until_year ?? Infinity) >= vehicle.sold_from_year,
    )
    .map((other) => {
      const until = vehicle.sold_until_year ?? Infinity;
      const fromYear = vehicle.sold_from_year > other.sold_from_year ? vehicle.sold_from_year : null;
      const untilYear = until < (other.sold_until_year ?? Infinity) ? until : null;
      return `${other.id} ${fromYear}–${untilYear}`;
    })
    .sort();

const readAll = (text: string, given?: GivenFields) => {
  const { applications, unclear } = texts.read(text, given);
  expect([text, ...unclear, ...applications.map(({ note }) => note).filter(Boolean)]).toEqual([text]);
  return applications
    .flatMap(({ vehicleIds, fromYear, untilYear }) => vehicleIds.map((id) => `${id} ${fromYear}–${untilYear}`))
    .sort();
};

test.each([
  '08/>',
  '08/ >',
  '08 / >',
  '08->',
  '08/+',
  '08++',
  '08/...',
  '2008/>',
  '2008 em diante',
  '08 en ad.',
  '08 y sig',
])('«%s» is from 2008 on', (years) => {
  expect(summarise(`Gol Trend 1.6 8v ${years}`)).toEqual(summarise('Gol Trend 1.6 8v desde 2008'));
  expect(summarise(`Gol Trend 1.6 ${years} - Fox 1.6`)).toEqual(summarise('Gol Trend 1.6 desde 2008; Fox 1.6'));
});

test('every vehicle of the base is found by its data, in one text and in columns', () => {
  const described = new Map(
    base
      .filter(({ displacement }) => displacement !== '')
      .map((vehicle) => {
        const { brand, model, displacement, valves, fuel, sold_from_year, sold_until_year } = vehicle;
        const until = sold_until_year === null ? '' : String(sold_until_year);
        const given = { brand, model, displacement, valves, fuel, from: String(sold_from_year), until };
        const years = until === '' ? `${sold_from_year} en adelante` : `${sold_from_year}-${until}`;
        return [`${brand} ${model} ${displacement} ${valves} ${fuel} ${years}`, { vehicle, given }] as const;
      }),
  );
  expect(described.size).toBeGreaterThan(1000);
  const everyNth = inTiers(10, 1, 1);
  for (const [text, { vehicle, given }] of [...described].filter((_, index) => index % everyNth === 0)) {
    expect(readAll(text)).toEqual(byRule(vehicle));
    expect(readAll('', given)).toEqual(byRule(vehicle));
  }
});

test('words of versions select the versions that have them, alternatives those that have one', () => {
  expect(versionsOf('VW Gol Trend 1.6 Pack III')).toEqual(['1.6 8V 101cv Pack III']);
  expect(versionsOf('VW Gol G1 1.6 GL / CL')).toEqual(['1.6 CL', '1.6 GL']);
  expect(versionsOf('VW Gol G1 1.6 CL con aire')).toEqual(['1.6 CL']);
});

test('separate columns complete the text, which may name other models', () => {
  const columns = { brand: 'VW', model: 'Gol Trend', displacement: '1600', valves: '8', years: '2008-2013' };
  const gol = summarise('VW Gol Trend 1.6 8v 2008-2013');
  expect(gol).toHaveLength(2);
  expect(summarise('', columns)).toEqual(gol);
  expect(summarise('1.6 8v', columns)).toEqual(gol);
  expect(summarise('', { ...columns, years: '', from: '2008', until: '2013' })).toEqual(gol);
  expect(summarise('Voyage', columns)).toEqual(summarise('VW Voyage 1.6 8v 2008-2013'));
  const trend = { brand: 'VW', model: 'Gol Trend', displacement: '1.6' };
  expect(summarise('', { ...trend, years: '2018 -' })).toEqual(summarise('VW Gol Trend 1.6 desde 2018'));
  expect(summarise('VW Gol Trend 1.6 2018 -; VW Fox')).toEqual(summarise('VW Gol Trend 1.6 desde 2018; VW Fox'));
  expect(summarise('', { ...trend, years: '- 2013' })).toEqual(summarise('VW Gol Trend 1.6 hasta 2013'));
  const engine = { engine: '1.4 HDi X-Line', years: '2005-2008' };
  expect(summarise('Peugeot 206', engine)).toEqual(summarise('Peugeot 206 1.4 HDi X-Line 2005-2008'));
  expect(summarise('Peugeot 206 1.6 XT', { engine: '1.4' })).toEqual(summarise('Peugeot 206 1.6 XT'));
  expect(summarise('Gol 1.6 - Fox 1.6', { brand: 'Volkswagen' })).toEqual(summarise('VW Gol 1.6 - VW Fox 1.6'));
});

test.each([
  ['Bora 1.9 TDI / 2.0 00/14', 'Volkswagen'],
  ['Clio II 1.2 16V / 1.6 16V', 'Renault'],
  ['206 1.4 - 1.6 - 1.9 D 99/09, 207 Compact', 'Peugeot'],
  ['Gol G1/G2/G3 1.6 - 1.8', 'Volkswagen'],
  ['Gol Power 1.6 - Goll 1.8', 'Volkswagen'],
])('a model is carried on beside a column with the brand: %s', (text, brand) => {
  const withBrand = summarise(`${brand} ${text}`).map((line) => line.replace(`? ${brand} `, '? '));
  expect(summarise(text, { brand })).toEqual(withBrand);
});

test('values without a model belong to the columns before the first model of the text, and then to that', () => {
  const columns = { brand: 'VW', model: 'Gol Trend' };
  expect(summarise('1.6 8v', columns)).toEqual(summarise('VW Gol Trend 1.6 8v'));
  expect(summarise('Gol Power 1.6 - 1.9', columns)).toEqual(summarise('VW Gol Power 1.6 - 1.9'));
});

test('the fuel of a column is that of every displacement', () => {
  const given = { brand: 'Fiat', model: 'Uno', displacement: '1.6 / 1.7', fuel: 'Diesel' };
  expect(summarise('', given)).toEqual([
    'Fiat Uno Diesel ×2',
    '? Fiat Uno 1.6 / 1.7 Diesel: Ninguna versión de Fiat Uno 1.6 coincide con los demás datos',
  ]);
});

test('columns give the position, the quantity and the note', () => {
  const given = { brand: 'Fiat', model: '147', positions: 'del. izq.', quantity: '2', note: 'con ABS' };
  expect(texts.read('1.3', given).applications).toEqual([
    {
      vehicleIds: expect.any(Array),
      ...{ positions: ['Delantera', 'Izquierda'], quantity: 2, note: 'con ABS', fromYear: null, untilYear: null },
      text: 'Fiat 147 1.3',
    },
  ]);
});

test('an unclear piece has candidates', () => {
  const [hilux] = texts.read('Toyota Hilux').unclear;
  expect(hilux?.candidates.map(({ label }) => label)).toEqual([
    'Toyota Hilux IV (4 versiones)',
    'Toyota Hilux V (7 versiones)',
    'Toyota Hilux VII (11 versiones)',
    'Toyota Hilux VIII (20 versiones)',
  ]);
  const [saveiro] = texts.read('VW Saveiro 1.9 Diesel').unclear;
  expect(saveiro?.reason).toBe('Ninguna versión de Volkswagen Saveiro coincide con la cilindrada 1.9');
  expect(saveiro?.candidates.map(({ label }) => label)).toEqual([expect.stringContaining('Volkswagen Saveiro G2/G3')]);
  const [goll] = texts.read('VW Goll 1.9').unclear;
  expect(goll?.candidates[0]).toEqual({
    label: 'Volkswagen Gol',
    vehicleIds: texts.read('VW Gol 1.9').applications.flatMap(({ vehicleIds }) => vehicleIds),
  });
});

test('a vehicle that a text repeats is one application, with the years of both', () => {
  expect(summarise('VW Gol G1 1.6; VW Gol 1.6 91/94')).toEqual(summarise('VW Gol G1 1.6'));
  expect(summarise('Fiat 147 1.3 90/92; Fiat 147 1.3 92/94')).toEqual(summarise('Fiat 147 1.3 90/94'));
  expect(summarise('Fiat 147 1.3 90/91; Fiat 147 1.3 94/95').at(-1)).toBe(
    '? Fiat 147 1.3 94/95: Repite versiones de otra parte del texto con otros datos',
  );
});

test('a text that is too long is read up to the limits, and the rest is unclear', () => {
  const { applications, unclear } = texts.read(`VW Gol Trend 1.6${' '.repeat(5000)}; Fiat 147`);
  expect(applications).toHaveLength(1);
  expect(unclear.map(({ reason }) => reason)).toEqual(['El texto es demasiado largo: no se leyó desde acá']);
  expect(texts.read('147;'.repeat(1000)).unclear).toHaveLength(201);
});

/** Limit of processor time: far above the usual one, and far below that of a slow regular expression. */
const MAX_MS = 1000;

const FRAGMENTS = [
  ...[
    'VW',
    'Gol',
    'Fiat',
    'Palio',
    'R',
    '19',
    '2008',
    '08/13',
    '1.6',
    '1,6',
    '8v',
    'N',
    'D',
    'TDI',
    'del.',
    'x',
    '2',
    'Gol3',
  ],
  ...[
    ' ',
    ' / ',
    '/',
    ', ',
    ' - ',
    '-',
    '//',
    ';',
    '\n',
    ' y ',
    '>',
    '..',
    "'",
    '(',
    ')',
    '+',
    'ñ',
    '\u0301',
    '\ud800',
    '😀',
  ],
  ...[
    'hasta',
    'desde',
    'excepto',
    'sin',
    'con',
    'Escort',
    'MK',
    'Mini',
    'Cooper',
    'e',
    'up!',
    'Ka+',
    'puertas',
    'Foxx',
  ],
];

test('any text is read quickly, and its vehicles and years are in the base', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 6000 }),
    fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 2500 }).map((fragments) => fragments.join('')),
    fc
      .tuple(fc.constantFrom(...FRAGMENTS), fc.integer({ min: 1, max: 5000 }))
      .map(([text, count]) => text.repeat(count)),
    fc
      .tuple(fc.constantFrom(...FRAGMENTS), fc.constantFrom(...FRAGMENTS), fc.constantFrom(...FRAGMENTS))
      .map((some) => some.join('').repeat(1000)),
  );
  fc.assert(
    fc.property(hostile, (text) => {
      const start = process.cpuUsage();
      const { applications, unclear } = texts.read(text);
      expect(process.cpuUsage(start).user / 1000).toBeLessThan(MAX_MS);
      expect(unclear.length).toBeLessThanOrEqual(402);
      for (const { vehicleIds, fromYear, untilYear, note } of applications) {
        expect(vehicleIds.length).toBeGreaterThan(0);
        expect(note.length).toBeLessThanOrEqual(500);
        for (const id of vehicleIds) {
          const { sold_from_year = 0, sold_until_year = null } = base[id - 1] ?? {};
          if (fromYear !== null) expect(fromYear).toBeGreaterThan(sold_from_year);
          if (untilYear !== null) expect(untilYear).toBeLessThan(sold_until_year ?? Infinity);
          expect(fromYear ?? sold_from_year).toBeLessThanOrEqual(untilYear ?? sold_until_year ?? Infinity);
        }
      }
    }),
    { numRuns: inTiers(30, 300, 300) },
  );
});
