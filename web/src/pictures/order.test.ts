import { expect, test } from 'vitest';
import { moved, sorted } from './order.ts';

const pictures: readonly { id: number; order: number }[] = [1, 2, 3, 4].map((id) => ({ id, order: id }));
const ids = (all: readonly { id: number }[]) => all.map(({ id }) => id);

test.each([
  ['to the front', { id: 3, to: 1 }, [3, 1, 2, 4]],
  ['to the end', { id: 1, to: 4 }, [2, 3, 4, 1]],
  ['one place later', { id: 2, to: 3 }, [1, 3, 2, 4]],
  ['to its own place', { id: 2, to: 2 }, [1, 2, 3, 4]],
  ['of a picture that was removed', { id: 9, to: 1 }, [1, 2, 3, 4]],
])('a move %s', (_, move, expected) => {
  expect(ids(moved(pictures, move))).toEqual(expected);
});

test('each move applies to the result of the previous one', () => {
  const moves = [
    { id: 4, to: 1 },
    { id: 1, to: 4 },
  ];
  expect(ids(moves.reduce(moved, pictures))).toEqual([4, 2, 3, 1]);
});

test.each([
  [
    'all of them',
    [
      { id: 4, order: 1 },
      { id: 3, order: 2 },
      { id: 2, order: 3 },
      { id: 1, order: 4 },
    ],
    [4, 3, 2, 1],
  ],
  ['the last one only', [{ id: 4, order: 0 }], [4, 1, 2, 3]],
  ['a picture that is not on the screen', [{ id: 9, order: 0 }], [1, 2, 3, 4]],
])('the server orders %s', (_, orders, expected) => {
  expect(ids(sorted(pictures, orders))).toEqual(expected);
});
