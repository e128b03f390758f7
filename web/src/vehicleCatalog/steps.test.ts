import { expect, test } from 'vitest';
import { readChoice, withoutLevel } from './choice.ts';
import { byDecade, nextStep } from './steps.ts';

test('the steps are brand, model and year; words replace the year, and a version ends the steps', () => {
  expect(nextStep({})).toBe('brand');
  expect(nextStep({ brand: 'Volkswagen' })).toBe('model');
  expect(nextStep({ brand: 'Volkswagen', model: 'Gol' })).toBe('year');
  expect(nextStep({ brand: 'Volkswagen', model: 'Gol', year: 2012 })).toBeNull();
  expect(nextStep({ brand: 'Volkswagen', model: 'Gol', words: '1.6' })).toBeNull();
  expect(nextStep({ vehicle_id: 7 })).toBeNull();
});

test('years are grouped by decade, in their order', () => {
  expect(byDecade([2011, 2010, 2009, 1998])).toEqual([
    [2010, [2011, 2010]],
    [2000, [2009]],
    [1990, [1998]],
  ]);
});

test('a choice is read from the address, without invalid values', () => {
  const search = { brand: 'Volkswagen', model: 'Gol', year: 'ayer', words: '', vehicle_id: '-1', hidden: '1' };
  expect(readChoice(search)).toEqual({ brand: 'Volkswagen', model: 'Gol' });
  expect(readChoice({ year: '2012', vehicle_id: '3' })).toEqual({ year: 2012, vehicle_id: 3 });
});

test('removing a level removes those that depend on it', () => {
  const choice = { brand: 'Volkswagen', model: 'Gol', year: 2012, words: '1.6', vehicle_id: 3 };
  expect(withoutLevel(choice, 'brand')).toEqual({});
  expect(withoutLevel(choice, 'model')).toEqual({ brand: 'Volkswagen' });
  expect(withoutLevel(choice, 'year')).toEqual({ brand: 'Volkswagen', model: 'Gol', words: '1.6' });
  expect(withoutLevel(choice, 'vehicle_id')).toEqual({ brand: 'Volkswagen', model: 'Gol', year: 2012, words: '1.6' });
});
