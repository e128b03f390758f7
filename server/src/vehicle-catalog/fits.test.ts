import { expect, test } from 'vitest';
import { describeFits, type FittedVehicle } from './fits.ts';

const vehicle = (id: number, fields: Partial<FittedVehicle> = {}): FittedVehicle => ({
  ...{ id, model: 'Gol Trend', version: `1.6 ${id}`, engine_code: 'CFZ', fuel: 'Nafta' },
  ...{ sold_from_year: 2008, sold_until_year: 2013, components: {} },
  ...fields,
});
const VALVES = { key: 'valvulas', name: 'Válvulas', unit: null };
const DISPLACEMENT = { key: 'cilindrada', name: 'Cilindrada', unit: 'l' };

const toldBy = (
  vehicles: readonly FittedVehicle[],
  fitted: readonly number[],
  headers: Parameters<typeof describeFits>[2] = [],
) => describeFits(vehicles, new Set(fitted), headers).told_by.map(({ name, values }) => `${name} ${values.join(', ')}`);

test('a part that fits all vehicles lists no versions and no distinctions', () => {
  expect(describeFits([vehicle(1), vehicle(2)], new Set([1, 2]), [])).toEqual({ all: true, versions: [], told_by: [] });
});

test('a part that fits some vehicles lists their versions, each once', () => {
  const vehicles = [vehicle(1), vehicle(2), vehicle(3, { version: '1.6 1', sold_from_year: 2010 })];
  expect(describeFits(vehicles, new Set([1, 3]), []).versions).toEqual(['Gol Trend 1.6 1']);
});

test('values that only the fitting vehicles have are listed, in the order of the columns', () => {
  const fitted = vehicle(1, {
    engine_code: 'CWS',
    components: { valvulas: '16V', cilindrada: '1.6' },
    sold_from_year: 2018,
    sold_until_year: null,
  });
  const other = vehicle(2, { components: { valvulas: '8V', cilindrada: '1.6' } });
  expect(toldBy([fitted, other], [1], [VALVES, DISPLACEMENT])).toEqual([
    'Motor CWS',
    'Válvulas 16V',
    'Años desde 2018',
  ]);
});

test('a value that is on both sides does not distinguish them', () => {
  const vehicles = [vehicle(1), vehicle(2, { engine_code: 'CWS' }), vehicle(3, { engine_code: 'CWS' })];
  expect(toldBy(vehicles, [1, 2])).toEqual([]);
  expect(toldBy(vehicles, [2, 3])).toEqual(['Motor CWS']);
});

test('an unknown value does not distinguish a vehicle', () => {
  const vehicles = [vehicle(1, { components: { cilindrada: '1.6' } }), vehicle(2)];
  expect(toldBy(vehicles, [1], [DISPLACEMENT])).toEqual([]);
  const known = [...vehicles.slice(0, 1), vehicle(2, { components: { cilindrada: '1.4' } })];
  expect(toldBy(known, [1], [DISPLACEMENT])).toEqual(['Cilindrada 1.6 l']);
});

test('years distinguish only vehicles that were never sold at the same time', () => {
  const later = vehicle(2, { sold_from_year: 2014, sold_until_year: 2014 });
  expect(toldBy([vehicle(1), later], [1])).toEqual(['Años 2008–2013']);
  expect(toldBy([vehicle(1), later], [2])).toEqual(['Años 2014']);
  expect(toldBy([vehicle(1), { ...later, sold_from_year: 2013 }], [2])).toEqual([]);
});

test('a generation is distinguished by its name', () => {
  expect(toldBy([vehicle(1), vehicle(2, { model: 'Gol Power' })], [2])).toEqual(['Modelo Gol Power']);
});
