import type { Picture } from '@piezario/contract/pictures';
import { expect, test } from 'vitest';
import type { Status, Upload } from '../ui/upload/upload.ts';
import { type Arrived, isMisplaced, readyIn } from './arrived.ts';

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

test.each<[string, Arrived, Arrived[], number, boolean]>([
  ['alone', arrived(1, 10), [], 0, false],
  ['stored before those chosen later', arrived(1, 10), [arrived(2, 11)], 9, false],
  ['stored after one chosen later', arrived(1, 11), [arrived(2, 10)], 0, true],
  ['stored before one that is already shown', arrived(2, 10), [], 11, true],
])('a picture %s: misplaced?', (_, one, others, newest, expected) => {
  expect(isMisplaced(one, [one, ...others], newest)).toBe(expected);
});
