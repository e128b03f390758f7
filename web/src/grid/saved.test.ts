import type { GridPart } from '@piezario/contract/grid';
import { byField } from '@piezario/contract/part-fields';
import { expect, test } from 'vitest';
import type { Edits } from '../ui/grid/edits.ts';
import { bareCode, changedCrosses, readCrosses, readValue } from './cells.ts';
import { columnsOf } from './columns.ts';
import { reconcile, refusalKey, refusalsOf } from './saved.ts';

const COLUMNS = columnsOf(
  [
    { name: 'Ancho', unit: 'mm' },
    { name: 'Rosca', unit: '' },
  ],
  [],
);
const fields = byField(
  (_, { initial }) => (initial ? 1 : 0) as 0 | 1,
  () => '',
);
const part = (id: number, code: string, width: string, crosses: GridPart['crosses'] = []): GridPart => ({
  ...{ id, code, ...fields, crosses },
  attributes: width === '' ? [] : [{ name: 'Ancho', value: width, unit: 'mm' }],
});
const edited = (text: string, base = '') => ({ text, base });
const left = (edits: Edits) =>
  Object.fromEntries(
    [...edits].map(([row, cells]) => [
      row,
      Object.fromEntries(Object.entries(cells).map(([key, { text, base }]) => [key, `${base}→${text}`])),
    ]),
  );

test('after a save what was applied goes, and what was left out, refused or typed since stays', () => {
  const sent: Edits = new Map([
    ['1', { '@ancho': edited('12', '10') }],
    ['2', { '@ancho': edited('22', '20') }],
    ['3', { '@ancho': edited('32 mm', '30') }],
    ['4', { '@ancho': edited('42', '40'), crosses: edited('Fram: A; Fram: B') }],
  ]);
  const now = new Map([...sent, ['3', { '@ancho': edited('33', '30') }], ['9', { '@ancho': edited('9') }]]);
  const parts = [
    part(1, 'A', '12'),
    part(2, 'B', '20'),
    part(3, 'C', '32'),
    part(4, 'D', '40', [{ brand: 'Fram', code: 'A' }]),
  ];
  const refusals = new Map([
    [refusalKey('4', '@ancho'), 'Tiene que ser un número'],
    [refusalKey('4', 'crosses'), 'Repetida'],
  ]);
  const { edits, reasons } = reconcile(now, sent, parts, COLUMNS, refusals);
  expect(left(edits)).toEqual({
    2: { '@ancho': '20→22' },
    3: { '@ancho': '30→33' },
    4: { '@ancho': '40→42', crosses: 'Fram: A→Fram: A; Fram: B' },
    9: { '@ancho': '→9' },
  });
  expect(reasons.get(refusalKey('2', '@ancho'))).toContain('quedó afuera');
  expect(reasons.get(refusalKey('4', 'crosses'))).toBe('Repetida');
});

test('a refused cell of a new part moves to the part that was created', () => {
  const sent: Edits = new Map([['new:1', { code: edited('N-1'), '@ancho': edited('mucho'), '@rosca': edited('M8') }]]);
  const created = { ...part(7, 'N1', ''), attributes: [{ name: 'Rosca', value: 'M8', unit: '' }] };
  const refusals = new Map([[refusalKey('new:1', '@ancho'), 'Tiene que ser un número']]);
  const { edits, reasons } = reconcile(sent, sent, [created], COLUMNS, refusals);
  expect(left(edits)).toEqual({ 7: { '@ancho': '→mucho' } });
  expect(reasons.get(refusalKey('7', '@ancho'))).toBe('Tiene que ser un número');
});

test('errors of a refused save are found by their paths', () => {
  const cells = [
    { row: '1', column: 'code', path: 'parts.0.code', sheet: 'Piezas', line: 2 },
    { row: '2', column: '@ancho', path: 'parts.1.attributes.0', sheet: 'Atributos', line: 2 },
    { row: '12', column: '@ancho', path: 'parts.11.attributes.0', sheet: 'Atributos', line: 3 },
  ] as const;
  const errors = { 'parts.11.attributes.0.to.value': 'Falta', 'parts.0.code': 'Ya existe' };
  expect(Object.fromEntries(refusalsOf(errors, cells))).toEqual({ '12\n@ancho': 'Falta', '1\ncode': 'Ya existe' });
});

test('cross references with separators in them stay as they are stored', () => {
  const stored = part(1, 'A', '', [
    { brand: 'VW:Audi', code: 'X1' },
    { brand: 'Fram', code: 'A;B' },
  ]);
  const read = readCrosses('VW:Audi: X1; Mann: W 712/75; Fram: A;B', stored);
  expect('crosses' in read && changedCrosses(stored.crosses, read.crosses)).toEqual([
    { brand: 'Mann', code: 'W 712/75', remove: 0 },
  ]);
  expect(readCrosses('Fram', stored)).toEqual({ wrong: 'Fram' });
});

test.each([
  ['12', { value: '12', unit: 'mm' }],
  ['12 mm', { value: '12', unit: 'mm' }],
  ['12 cm', { value: '12', unit: 'cm' }],
  ['12 (sin unidad)', { value: '12', unit: '' }],
  ['3/4-16 UNF', { value: '3/4-16 UNF', unit: 'mm' }],
  ['', null],
])('«%s» below a unit is its value with the unit that is written', (text, value) => {
  const [, width] = COLUMNS;
  expect(width?.is === 'attribute' && readValue(text, width, undefined)).toEqual(value);
});

test('Ñ and N are different letters of a code, and signs are none', () => {
  expect([bareCode('PEÑA-1'), bareCode('Pena 1'), bareCode('É.1')]).toEqual(['peña1', 'pena1', 'e1']);
});
