import { expect, test } from 'vitest';
import { columnLetters, splitCell } from './words.ts';

test.each([
  ['A/B / C', ['/', ' / '], ['A', 'B', 'C']],
  ['A|B;; C', ['|', ';'], ['A', 'B', 'C']],
  ['10 x 20', [' x '], ['10', '20']],
  ['A; B', [], ['A; B']],
] as const)('%s by %j', (text, separators, values) => {
  expect(splitCell(text, separators)).toEqual(values);
});

test('columns are named as in a spreadsheet', () => {
  expect([0, 25, 26, 701, 702].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA']);
});
