import { expect, test } from 'vitest';
import { parseSearch, stringifySearch } from './search.ts';

test.each([
  [{}, ''],
  [{ sort: undefined, page: null }, ''],
  [{ 'page[number]': '2', redirect: '/users' }, '?page[number]=2&redirect=/users'],
  [{ 'filter[contains-name]': 'a b&c=d' }, '?filter[contains-name]=a+b%26c%3Dd'],
  [{ sort: '-name,id' }, '?sort=-name,id'],
  [{ 'filter[matches-email]': 'ana@example.com' }, '?filter[matches-email]=ana@example.com'],
])('%j is written as %s', (search, text) => {
  expect(stringifySearch(search)).toBe(text);
});

test.each(['á é', '100%', '+54 11', '“x”', '#1', '%5B'])('%s survives the URL', (value) => {
  expect(parseSearch(stringifySearch({ value }))).toEqual({ value });
});
