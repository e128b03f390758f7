import { expect, test } from 'vitest';
import { arrange, gridOf, keysOf, moved, pinAt } from './arrange.ts';
import type { Column } from './list.ts';

const COLUMNS: readonly Column<{ id: number }>[] = [
  { key: 'brand', label: 'Marca', width: 100, render: () => null },
  { key: 'code', label: 'Código', width: 150, pinned: true, render: () => null },
  { key: 'product', label: 'Producto', render: () => null },
  { key: 'enabled', label: 'Habilitada', width: 90, render: () => null },
];
type Preferred = Parameters<typeof arrange>[1];
const NONE: Preferred = { hidden: [], order: [], widths: {} };
const keys = (preferences: Partial<Preferred>) =>
  arrange(COLUMNS, { ...NONE, ...preferences })
    .filter(({ shown }) => shown)
    .map(({ key }) => key);

test('columns have the order of the person, and a column that is not in it keeps its default place', () => {
  expect(keys({})).toEqual(['brand', 'code', 'product', 'enabled']);
  expect(keys({ order: ['enabled', 'code', 'brand', 'product'] })).toEqual(['enabled', 'code', 'brand', 'product']);
  expect(keys({ order: ['enabled', 'product', 'gone'] })).toEqual(['brand', 'code', 'enabled', 'product']);
});

test('any column can be hidden except the pinned one, which is the first by default', () => {
  expect(keys({ hidden: ['brand', 'code'] })).toEqual(['code', 'product', 'enabled']);
  const others = COLUMNS.map((column) => ({ ...column, pinned: false }));
  expect(arrange(others, { ...NONE, hidden: ['brand', 'code'] }).map(({ shown }) => shown)).toEqual([
    true,
    false,
    true,
    true,
  ]);
});

test('a key moves to a place among the others', () => {
  expect(moved([], ['a', 'b', 'c'], 'a', 2)).toEqual(['b', 'c', 'a']);
  expect(moved([], ['a', 'b', 'c'], 'c', 0)).toEqual(['c', 'a', 'b']);
  expect(moved(['a', 'of another list', 'b'], ['a', 'b'], 'b', 0)).toEqual(['b', 'a', 'of another list']);
});

test('a column of a group is shown, and can be moved, only if it is in the order', () => {
  const inGroup = ['@alto', '@ancho'].map((key) => ({ key, label: key, group: 'Atributos', render: () => null }));
  const arranged = arrange([...COLUMNS, ...inGroup], { ...NONE, order: ['@ancho'] });
  const shown = ['brand', 'code', 'product', 'enabled', '@ancho'];
  expect(arranged.filter((column) => column.shown).map(({ key }) => key)).toEqual(shown);
  expect(keysOf(arranged)).toEqual(shown);
});

const gridWith = (widths: Record<string, number>, hidden: string[] = []) =>
  gridOf(
    arrange(COLUMNS, { ...NONE, widths, hidden }).filter(({ shown }) => shown),
    { selects: false, acts: true },
  );

test.each([
  ['the column without a width', {}, [], '100px 150px minmax(180px, 1fr) 90px 112px', 632],
  [
    'the columns that were not resized',
    { product: 300 },
    [],
    'minmax(100px, 100fr) minmax(150px, 150fr) 300px minmax(90px, 90fr) 112px',
    752,
  ],
  [
    'the last column, when all were resized',
    { product: 300, brand: 50, code: 60, enabled: 70 },
    [],
    '50px 60px 300px minmax(70px, 70fr) 112px',
    592,
  ],
  ['all, when that one is hidden', {}, ['product', 'enabled'], 'minmax(100px, 100fr) minmax(150px, 150fr) 112px', 362],
])('the remaining width goes to %s', (_, widths, hidden, template, least) => {
  expect(gridWith(widths as Record<string, number>, hidden)).toEqual({ template, least });
});

test('a pinned column sticks where the pinned ones before it end', () => {
  const two = arrange(
    COLUMNS.map((column) => (column.key === 'enabled' ? { ...column, pinned: true } : column)),
    NONE,
  );
  expect([0, 1, 2, 3].map((index) => pinAt(two, index, true)?.left)).toEqual([undefined, 44, undefined, 194]);
});
