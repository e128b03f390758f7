import { expect, test } from 'vitest';
import { fromUrl, toUrl } from './usePartsQuery.ts';

const CODE = 'filter[contains-code]';

test.each([
  [{}, {}],
  [{ sort: 'code' }, { sort: 'code' }],
  [{ part_search: 'PF' }, { [CODE]: 'PF' }],
  [{ part_search: '' }, {}],
  [
    { part_search: 'PF', 'filter[matches-code]': 'x', 'filter[contains-product]': 'y' },
    { [CODE]: 'PF', 'filter[contains-product]': 'y' },
  ],
  [{ 'filter[matches-code]': 'x' }, { 'filter[matches-code]': 'x' }],
])('in %j, the search of the toolbar becomes the filter by code: %j', (search, expected) => {
  expect(fromUrl(search)).toEqual(expected);
});

test('the filter by code goes back to the URL as the search of the toolbar', () => {
  expect(toUrl({ [CODE]: 'PF', sort: 'code' })).toEqual({ part_search: 'PF', sort: 'code' });
  expect(toUrl({ sort: 'code' })).toEqual({ sort: 'code' });
});
