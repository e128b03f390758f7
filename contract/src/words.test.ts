import { expect, test } from 'vitest';
import { counted, yearRange } from './words.ts';

test('a count in words', () => {
  expect(counted(1, 'pieza')).toBe('1 pieza');
  expect(counted(1050, 'pieza')).toBe('1.050 piezas');
  expect(counted(0, 'versión', 'versiones')).toBe('0 versiones');
});

test('years in words', () => {
  expect(yearRange(2008, 2013)).toBe('2008–2013');
  expect(yearRange(2008, 2008)).toBe('2008');
  expect(yearRange(2018, null)).toBe('desde 2018');
  expect(yearRange(null, 2010)).toBe('hasta 2010');
  expect(yearRange(null, null)).toBe('');
});
