import type { Picture } from '@piezario/contract/pictures';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Status, Upload } from '../ui/upload/upload.ts';
import { moved } from './order.ts';
import { misplacedBy, readyIn, type StoredUpload } from './storedUploads.ts';

const file = new File([], 'foto.jpg');
const FAILED: Status = { name: 'failed', message: '', retriable: true };
const upload = (id: number, status: Status = { name: 'waiting' }): Upload => ({ id, file, status });
const storedUpload = (id: number, pictureId: number, isAdded = false): StoredUpload => ({
  id,
  file,
  picture: { id: pictureId } as Picture,
  isAdded,
});

test.each<[string, StoredUpload[], Upload[], number[]]>([
  ['waits for a file that was chosen before it', [storedUpload(2, 10)], [upload(1)], []],
  ['does not wait for a file that was chosen after it', [storedUpload(1, 10)], [upload(2)], [1]],
  ['does not wait for a file that failed', [storedUpload(2, 10)], [upload(1, FAILED)], [2]],
  ['is not added twice', [storedUpload(1, 10, true)], [], []],
  ['comes in the order of choosing', [storedUpload(2, 10), storedUpload(1, 11)], [], [1, 2]],
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
      // Uploads are numbered in the order of choosing. The server numbers pictures in the order of storing.
      const numberOf = (id: number) => 10 + storedOrder.indexOf(id);
      let stored: readonly { id: number }[] = storedOrder.map((id) => ({ id: numberOf(id) }));
      let all: readonly StoredUpload[] = [];
      let added: readonly number[] = [];
      for (const [index, answered] of answeredOrder.entries()) {
        all = [...all, storedUpload(answered, numberOf(answered))];
        const running = answeredOrder.slice(index + 1).map((id) => upload(id));
        const ready = readyIn(all, running);
        for (const one of ready) {
          const misplaced = misplacedBy(one, all, added);
          added = [...added, one.picture.id];
          for (const id of misplaced) stored = moved(stored, { id, to: added.indexOf(id) + 1 });
        }
        all = all.map((one) => (ready.includes(one) ? { ...one, isAdded: true } : one));
      }
      expect(stored.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5].map(numberOf));
    }),
    { numRuns: 1_000 },
  );
});

test('a picture that the server has at its place is not moved', () => {
  expect(misplacedBy(storedUpload(2, 11), [storedUpload(2, 11), storedUpload(3, 12)], [10])).toEqual([]);
});
