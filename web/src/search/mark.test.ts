import { expect, test } from 'vitest';
import { findMark } from './mark.ts';

test.each([
  ['PF-1204/B', '1204', ['PF-', '1204', '/B']],
  ['PF-1204/B', 'pf12', ['', 'PF-12', '04/B']],
  ['922 310 541', '922.310.541', ['', '922 310 541', '']],
  ['ÁB-1', 'ab1', ['', 'ÁB-1', '']],
  ['PF-1204', '9', null],
  ['PF-1204', ' - ', null],
  ['', '1', null],
])('%j, searched by %j, is split into %j', (code, text, expected) => {
  expect(findMark(code, text)).toEqual(expected);
});
