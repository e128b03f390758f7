import { expect, test } from 'vitest';
import { isRunning, refusalOf, statusOf } from './upload.ts';

test.each([
  [0, true],
  [400, false],
  [401, true],
  [409, true],
  [413, false],
  [415, false],
  [422, false],
  [429, true],
  [500, true],
  [502, true],
])('a file refused with %i can be retried: %s', (code, retriable) => {
  expect(refusalOf({ code, message: 'No' })).toEqual({ message: 'No', retriable });
});

test('a refused file does not run', () => {
  const file = new File([], 'a.jpg');
  expect(isRunning({ id: 1, file, status: statusOf(null) })).toBe(true);
  expect(isRunning({ id: 1, file, status: statusOf({ message: 'No', retriable: true }) })).toBe(false);
  expect(isRunning({ id: 1, file, status: { name: 'sending', sent: 1 } })).toBe(true);
});
