import { attributes } from '@piezario/contract/attributes';
import { expect, test } from 'vitest';
import { fold } from '../words.ts';
import { checkRows } from './checkRows.ts';

const RULES = {
  columns: [
    { key: 'name', label: 'Nombre' },
    { key: 'value', label: 'Valor' },
    { key: 'unit', label: 'Unidad' },
  ],
  schema: attributes.storeMany.body.shape.rows.element,
  keyOf: ({ name }: { name: string }) => fold(name),
  existing: [{ name: 'Presión', value: '1', unit: '' }],
};

test('each pasted row is new, existing, or invalid with a reason', () => {
  const pasted = [
    { values: { name: ' Largo', value: '10', unit: 'mm' }, extra: [] },
    { values: { name: 'PRESION', value: '2' }, extra: [] },
    { values: { name: 'largo', value: '3' }, extra: [] },
    { values: { name: 'Ancho', value: '' }, extra: [] },
    { values: { name: 'Ancho', value: '4', unit: 'x'.repeat(31) }, extra: [] },
    { values: { name: 'Alto', value: '5' }, extra: ['6'] },
  ];
  const checked = checkRows(pasted, RULES);
  expect(checked.map(({ state }) => state)).toEqual(['new', 'there', 'there', 'wrong', 'wrong', 'wrong']);
  expect(checked[0]).toMatchObject({ row: { name: 'Largo', value: '10', unit: 'mm' } });
  expect(checked.slice(1).map((row) => 'note' in row && row.note)).toEqual([
    'Ya está: no cambia',
    'Repetida más arriba',
    'Valor: falta',
    'Unidad: Se permiten hasta 30 caracteres',
    'Sobran celdas: 6',
  ]);
});
