import { isRedirect } from '@tanstack/react-router';
import { describe, expect, test } from 'vitest';
import { filtersOf, readSelection, restoreSelection, type Selection } from './selection.ts';

const NONE: Selection = { brand: null, category: null, product: null, search: '' };

test.each([
  [
    { part_brand: '5', part_category: '7', part_search: 'a' },
    { brand: 5, category: 7, product: null, search: 'a' },
  ],
  [{ part_category: '7', part_search: 'a' }, NONE],
  [{ part_brand: '0' }, NONE],
  [{ part_brand: '-1' }, NONE],
  [{ part_brand: '1.5' }, NONE],
  [{ part_brand: '2147483648' }, NONE],
  [{ part_brand: 'x', part_product: '3' }, NONE],
])('the parameters %j are read as %j', (search, expected) => {
  expect(readSelection(search)).toEqual(expected);
});

test('a category filters the parts unless a product of it is chosen', () => {
  expect(filtersOf({ category: 2, product: null })).toEqual([
    { column: 'part_category_id', mode: 'matches', value: '2' },
  ]);
  expect(filtersOf({ category: 2, product: 3 })).toEqual([]);
  expect(filtersOf({ category: null, product: null })).toEqual([]);
});

describe('the catalog', () => {
  /** The search that the visitor is redirected to, or null. */
  function restored(
    arrival: Omit<Parameters<typeof restoreSelection>[0], 'context'>,
    stored: Record<string, string>,
    defaultBrand: number | null = null,
  ) {
    try {
      restoreSelection({ ...arrival, context: { defaultBrand } }, () => stored);
      return null;
    } catch (thrown) {
      if (!isRedirect(thrown)) throw thrown;
      return thrown.options.search;
    }
  }
  const stored = { part_brand: '5', part_search: 'a' };

  test('opens with the last selection and keeps the other parameters', () => {
    expect(restored({ cause: 'enter', search: { sort: 'code' } }, stored)).toEqual({ sort: 'code', ...stored });
  });

  test('opens with the default brand where there is no last selection', () => {
    expect(restored({ cause: 'enter', search: { sort: 'code' } }, {}, 9)).toEqual({ sort: 'code', part_brand: '9' });
    expect(restored({ cause: 'enter', search: {} }, stored, 9)).toEqual(stored);
    expect(restored({ cause: 'enter', search: { part_brand: '1' } }, {}, 9)).toBeNull();
    expect(restored({ cause: 'stay', search: {} }, {}, 9)).toBeNull();
  });

  test('keeps the selection of a link', () => {
    expect(restored({ cause: 'enter', search: { part_brand: '1' } }, stored)).toBeNull();
  });

  test('restores nothing without a stored selection, while it stays open, or when it is preloaded', () => {
    expect(restored({ cause: 'enter', search: {} }, {})).toBeNull();
    expect(restored({ cause: 'enter', search: {} }, { part_brand: 'x' })).toBeNull();
    expect(restored({ cause: 'stay', search: {} }, stored)).toBeNull();
    expect(restored({ cause: 'preload', search: {} }, stored)).toBeNull();
  });
});
