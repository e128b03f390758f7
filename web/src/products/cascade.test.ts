import { expect, test } from 'vitest';
import { cascade, correctionOf, namesOf } from './cascade.ts';

const NOTHING = { brand: null, category: null, product: null, search: '' };
type Selection = { brand: number | null; category: number | null; product: number | null; search: string };
const chosen: Selection = { brand: 1, category: 2, product: 3, search: 'FN' };

test.each<[string, Partial<Selection>, Selection]>([
  ['another brand clears all the rest', { brand: 9 }, { ...NOTHING, brand: 9 }],
  ['no brand clears everything', { brand: null }, NOTHING],
  ['another category keeps the brand', { category: 9 }, { ...NOTHING, brand: 1, category: 9 }],
  ['no category clears the product', { category: null }, { ...NOTHING, brand: 1 }],
  ['another product clears the search', { product: 9 }, { brand: 1, category: 2, product: 9, search: '' }],
  ['a search keeps all the rest', { search: 'X' }, { ...chosen, search: 'X' }],
])('%s', (_, change, expected) => {
  expect(cascade<Selection>(chosen, change, NOTHING)).toEqual(expected);
});

const options = {
  brands: [
    { id: 1, name: 'Frenor' },
    { id: 2, name: 'Norvial' },
  ],
  categories: [{ id: 5, name: 'Frenos' }],
  products: [{ id: 7, name: 'Disco' }],
};
const LOADING = { brands: undefined, categories: undefined, products: undefined };
const ONE_BRAND = { ...LOADING, brands: [{ id: 1, name: 'Frenor' }] };
const nothing = { brand: null, category: null, product: null };

test.each([
  [nothing, options, []],
  [{ ...nothing, brand: 1 }, options, ['Frenor']],
  [{ brand: 1, category: 5, product: null }, options, ['Frenor', 'Frenos']],
  [{ brand: 1, category: 5, product: 7 }, options, ['Frenor', 'Disco']],
  [{ brand: 1, category: 5, product: 7 }, { ...options, products: undefined }, ['Frenor', 'Frenos']],
  [{ brand: 1, category: 5, product: 7 }, LOADING, []],
])('the names of selection %o among %o are %o', (selection, among, names) => {
  expect(namesOf(selection, among)).toEqual(names);
});

test.each([
  ['a possible choice stays', { brand: 1, category: 5, product: 7 }, options, null],
  ['nothing is corrected while the options load', { brand: 3, category: 3, product: 3 }, LOADING, null],
  ['a brand out of reach is dropped', { brand: 3, category: 5, product: 7 }, options, { brand: null }],
  ['a category out of reach is dropped', { brand: 1, category: 3, product: 7 }, options, { category: null }],
  ['a product out of reach is dropped', { brand: 1, category: 5, product: 3 }, options, { product: null }],
  ['the only brand is chosen', nothing, ONE_BRAND, { brand: 1 }],
  ['among several brands none is chosen', nothing, options, null],
])('%s', (_, selection, among, correction) => {
  expect(correctionOf(selection, among)).toEqual(correction);
});
