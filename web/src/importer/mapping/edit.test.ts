import { type SampleSheet, WorkbookMapping } from '@piezario/contract/workbook-mappings';
import { expect, test } from 'vitest';
import {
  editColumn,
  flipRow,
  meaningOf,
  setMeaning,
  setTarget,
  setUse,
  sheetOf,
  toggle,
  toggleHeader,
} from './edit.ts';

const sampleOf = (name: string): SampleSheet => ({
  ...{ name, rows: 3, groups: [], struck_rows: 0, hidden_rows: 0, discontinued_rows: 0, reason: '' },
  first: [
    { row: 1, cells: ['Medidas', ''], kind: 'header' },
    { row: 2, cells: ['Código', 'Alto\n(mm)'], kind: 'header' },
    { row: 3, cells: ['A 1', '12'], kind: 'part' },
  ],
  columns: [0, 1].map((position) => ({ position, filled: 1, values: [], distinct: 1, separators: [] })),
});
const column = (position: number, target: object) => ({ position, title: `T${position}`, target });
const MAPPING = WorkbookMapping.parse({
  version: 1,
  sheets: [
    {
      ...{ names: ['A', 'B'], use: 'rows', header: [2], constants: {} },
      columns: [column(0, { is: 'code' }), column(1, { is: 'brand' })],
    },
  ],
});
const A = sampleOf('A');
const namesIn = ({ sheets }: WorkbookMapping) => sheets.map(({ names }) => names);

test('a column is changed for all sheets that share the mapping', () => {
  const changed = editColumn('B', 1, (one) => ({ ...one, fills_down: true }))(MAPPING);
  expect(namesIn(changed)).toEqual([['A', 'B']]);
  expect(changed.sheets[0]?.columns.map(({ fills_down }) => fills_down)).toEqual([false, true]);
});

test('a sheet with another use leaves its group, and joins it again', () => {
  const apart = setUse(A, 'nothing')(MAPPING);
  expect(namesIn(apart)).toEqual([['A'], ['B']]);
  expect(sheetOf(apart, 'B')?.use).toBe('rows');
  expect(namesIn(setUse(A, 'rows')(apart))).toEqual([['B', 'A']]);
});

test('flipping a row affects only its sheet', () => {
  const flipped = flipRow(A, 3)(MAPPING);
  expect(flipped.sheets.map(({ names, flipped_rows }) => [names, flipped_rows])).toEqual([
    [['A'], [3]],
    [['B'], []],
  ]);
  expect(namesIn(flipRow(A, 3)(flipped))).toEqual([['B', 'A']]);
});

test('a sheet that is not in the mapping is added with the columns of its sample', () => {
  const added = setUse(sampleOf('C'), 'rows')(MAPPING);
  expect(sheetOf(added, 'C')).toMatchObject({
    ...{ use: 'rows', header: [1] },
    columns: [{ title: 'Medidas', target: { is: 'ignored' } }, { title: '' }],
  });
});

test('the header moves, or grows by an adjacent row, and gives the columns their titles', () => {
  const titles = (mapping: WorkbookMapping) => mapping.sheets[0]?.columns.map(({ title }) => title);
  const two = toggleHeader(A, 1)(MAPPING);
  expect(two.sheets[0]?.header).toEqual([1, 2]);
  expect(titles(two)).toEqual(['Medidas Código', 'Medidas Alto (mm)']);
  expect(toggleHeader(A, 1)(two).sheets[0]?.header).toEqual([2]);
  expect(toggleHeader(A, 40)(two).sheets[0]?.header).toEqual([40]);
});

test('a meaning is replaced, taken back, and dropped with another target', () => {
  const place = { sheet: 'A', position: 1, value: 'FRN' };
  const once = setMeaning(place, 'Frenor')(MAPPING);
  const twice = setMeaning(place, '')(once);
  expect([once, twice].map((mapping) => meaningOf(mapping, place))).toEqual(['Frenor', '']);
  expect(twice.sheets[0]?.columns[1]?.values).toHaveLength(1);
  expect(meaningOf(setMeaning(place, undefined)(twice), place)).toBeUndefined();
  expect(meaningOf(setTarget('A', 1, { is: 'product' })(once), place)).toBeUndefined();
  const group = { ...place, position: null };
  expect(setMeaning(group, 'Rótula')(MAPPING).sheets[0]?.group_values).toEqual([{ value: 'FRN', means: 'Rótula' }]);
});

test('a target of several values starts with the separators in its cells, and others can be added', () => {
  const found = [';', 'x', ' x '].map((separator) => ({ separator: separator as ';', rows: 9, example: 'A;B' }));
  const separators = (mapping: WorkbookMapping) => mapping.sheets[0]?.columns[1]?.separators;
  const cross = setTarget('A', 1, { is: 'cross', brand: '' }, found)(MAPPING);
  expect(separators(cross)).toEqual([';']);
  const more = editColumn('A', 1, (one) => ({ ...one, separators: toggle(one.separators, ' x ') }))(cross);
  expect(separators(more)).toEqual([';', ' x ']);
  expect(separators(setTarget('A', 1, { is: 'cross', brand: 'OEM' }, found)(more))).toEqual([';', ' x ']);
  expect(separators(setTarget('A', 1, { is: 'attributes' }, found)(more))).toEqual([';']);
  expect(separators(setTarget('A', 1, { is: 'brand' }, found)(more))).toEqual([]);
});

test('the decision about a constant replaces it', () => {
  const unknown = { sheet: 'A', position: null, column: 'Producto', value: 'FILT', rows: 0 };
  const [sheet] = setMeaning(unknown, 'Filtro')(MAPPING).sheets;
  expect(sheet?.constants).toEqual({ brand: '', product: 'Filtro' });
  expect(sheet?.group_values).toEqual([]);
});
