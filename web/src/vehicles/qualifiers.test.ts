import { expect, test } from 'vitest';
import { changeInWords } from './applicationChange.ts';
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

test.each<[Parameters<typeof changeInWords>[0], string]>([
  [{ positions: ['Delantera', 'Izquierda'], quantity: 2 }, 'Delantera izquierda · × 2'],
  [{ from_year: 2010, until_year: 2014, note: 'Con ABS' }, 'desde 2010 · hasta 2014 · «Con ABS»'],
  [
    { positions: [], quantity: null, from_year: null, until_year: null, note: '' },
    'sin posición · sin cantidad · desde el primer año · hasta el último año · sin nota',
  ],
])('a change of applications in words: %j', (set, words) => {
  expect(changeInWords(set)).toBe(words);
});
