import { expect, test } from 'vitest';
import { callOfPage, neighbourOnPage } from './neighbours.ts';

const LISTED = {
  call: '/api/backend/parts/1/all?page%5Bnumber%5D=2&page%5Bsize%5D=3&filter%5Bcontains-code%5D=a%3Ab',
  ids: [14, 11, 19],
  page: 2,
  from: 4,
  total: 9,
  next: '[3,"code","x"]',
};

test('the parts of a page follow each other in its order', () => {
  expect(neighbourOnPage(LISTED, 11, 1)).toBe(19);
  expect(neighbourOnPage(LISTED, 11, -1)).toBe(14);
});

test('beyond the edges of a page, another page of the same list is read', () => {
  expect(neighbourOnPage(LISTED, 19, 1)).toBeUndefined();
  expect(neighbourOnPage(LISTED, 14, -1)).toBeUndefined();
  const after = new URLSearchParams(callOfPage(LISTED, 1).split('?')[1]);
  expect([...after]).toEqual([
    ['page[size]', '3'],
    ['filter[contains-code]', 'a:b'],
    ['page[after]', LISTED.next],
  ]);
  const before = new URLSearchParams(callOfPage({ ...LISTED, next: null }, -1).split('?')[1]);
  expect(before.get('page[number]')).toBe('1');
  expect(callOfPage({ ...LISTED, next: null }, 1)).toContain('page%5Bnumber%5D=3');
});
