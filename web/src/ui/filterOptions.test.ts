import { expect, test } from 'vitest';
import { byName, byText } from './filterOptions.ts';

const NAMES = ['Filtro de aire', 'Bujía', 'Aire acondicionado', 'Bomba de agua'];

test.each([
  ['', NAMES],
  ['bujia', ['Bujía']],
  ['AIRE', ['Aire acondicionado', 'Filtro de aire']],
  ['  bomba ', ['Bomba de agua']],
  ['nada', []],
])('%j finds %j', (search, expected) => {
  const options = NAMES.map((label, value) => ({ label, value, disabled: false }));
  expect(byName({ options, search, limit: 50 }).map((option) => 'label' in option && option.label)).toEqual(expected);
  const texts = NAMES.map((value) => ({ label: value, value, disabled: false }));
  expect(byText({ options: texts, search, limit: 50 }).map((option) => 'value' in option && option.value)).toEqual(
    expected,
  );
});

test('suggestions end at their limit', () => {
  const options = NAMES.map((value) => ({ label: value, value, disabled: false }));
  expect(byText({ options, search: '', limit: 2 })).toHaveLength(2);
});
