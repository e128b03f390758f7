import { expect, test } from 'vitest';
import { axisOf, marksOf, spanOf, yearsInWords } from './timeline.ts';

const GOL = {
  years: [
    { from: 1996, until: 2005 },
    { from: 2016, until: null },
  ],
};

test('models are drawn from the decade of the first year to the present', () => {
  const axis = axisOf([GOL, { years: [{ from: 2001, until: 2001 }] }], 2029);
  expect(axis).toEqual({ from: 1990, to: 2030 });
  expect(marksOf(axis)).toEqual([1990, 2000, 2010, 2020]);
  expect(marksOf({ from: 1960, to: 2030 })).toEqual([1960, 1980, 2000, 2020]);
  expect(GOL.years.map((years) => spanOf(years, axis))).toEqual([
    { left: '15%', width: '25%' },
    { left: '65%', width: '35%' },
  ]);
});

test('a model that is announced for a later year is still on the scale', () => {
  const axis = axisOf([{ years: [{ from: 2031, until: null }] }], 2029);
  expect(axis).toEqual({ from: 2010, to: 2032 });
  expect(spanOf({ from: 2031, until: null }, axis)).toEqual({ left: '95.5%', width: '4.5%' });
});

test('years in words', () => {
  expect(yearsInWords([...GOL.years, { from: 2020, until: 2020 }])).toBe('1996–2005, desde 2016, 2020');
});
