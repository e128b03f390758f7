import type { Picture } from '@piezario/contract/pictures';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Status, Upload } from '../ui/upload/upload.ts';
import { type Arrived, misplacedBy, readyIn } from './arrived.ts';
import { moved } from './order.ts';

const file = new File([], 'foto.jpg');
const FAILED: Status = { name: 'failed', message: '', retriable: true };
const upload = (id: number, status: Status = { name: 'waiting' }): Upload => ({ id, file, status });
const arrived = (id: number, pictureId: number, added = false): Arrived => ({
  id,
  file,
  picture: { id: pictureId } as Picture,
  added,
});

test.each<[string, Arrived[], Upload[], number[]]>([
  ['waits for a file that was chosen before it', [arrived(2, 10)], [upload(1)], []],
  ['does not wait for a file that was chosen after it', [arrived(1, 10)], [upload(2)], [1]],
  ['does not wait for a file that failed', [arrived(2, 10)], [upload(1, FAILED)], [2]],
  ['is not added twice', [arrived(1, 10, true)], [], []],
  ['comes in the order of choosing', [arrived(2, 10), arrived(1, 11)], [], [1, 2]],
])('a stored picture %s', (_, all, uploads, ready) => {
  expect(readyIn(all, uploads).map(({ id }) => id)).toEqual(ready);
});

const permutation = (size: number) =>
  fc.shuffledSubarray(
    Array.from({ length: size }, (_, index) => index + 1),
    { minLength: size, maxLength: size },
  );

test('pictures end up in the order of choosing, however the server stores and answers them', () => {
  fc.assert(
    fc.property(permutation(5), permutation(5), (storedOrder, answeredOrder) => {
      // Each is called by its place in the order of choosing. The server numbers it by when it was stored.
      const numberOf = (id: number) => 10 + storedOrder.indexOf(id);
      let stored: readonly { id: number }[] = storedOrder.map((id) => ({ id: numberOf(id) }));
      let all: readonly Arrived[] = [];
      let added: readonly number[] = [];
      for (const [index, answered] of answeredOrder.entries()) {
        all = [...all, arrived(answered, numberOf(answered))];
        const running = answeredOrder.slice(index + 1).map((id) => upload(id));
        const ready = readyIn(all, running);
        for (const one of ready) {
          const misplaced = misplacedBy(one, all, added);
          added = [...added, one.picture.id];
          for (const id of misplaced) stored = moved(stored, { id, to: added.indexOf(id) + 1 });
        }
        all = all.map((one) => (ready.includes(one) ? { ...one, added: true } : one));
      }
      expect(stored.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5].map(numberOf));
    }),
    { numRuns: 1_000 },
  );
});

test('a picture that the server has at its place is not moved', () => {
  expect(misplacedBy(arrived(2, 11), [arrived(2, 11), arrived(3, 12)], [10])).toEqual([]);
});
