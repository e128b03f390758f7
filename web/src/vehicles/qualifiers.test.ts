import { expect, test } from 'vitest';
import { qualifiersInWords } from './qualifiers.ts';

const NOTHING = { positions: [], quantity: null, note: '', from_year: null, until_year: null };

test.each<[Partial<Parameters<typeof qualifiersInWords>[0]>, string]>([
  [{}, ''],
  [{ positions: ['Delantera', 'Izquierda'], quantity: 2 }, 'Delantera izquierda · × 2'],
  [{ note: 'Con ABS', from_year: 2010, until_year: 2014 }, 'Con ABS · 2010–2014'],
  [{ from_year: 2010 }, 'desde 2010'],
  [{ until_year: 2014 }, 'hasta 2014'],
  [{ from_year: 2010, until_year: 2010 }, '2010'],
])('an application in words: %j', (said, words) => {
  expect(qualifiersInWords({ ...NOTHING, ...said })).toBe(words);
});
