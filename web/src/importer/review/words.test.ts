import { expect, test } from 'vitest';
import { kindCount, kindName, placeOf, waitsUntil } from './words.ts';

const kind = { sheet: 'Piezas', action: 'changed', field: 'observation', suspicion: null } as const;

test.each([
  [{ own_sheet: null, row: 1204 }, 'Piezas, fila 1.204'],
  [{ own_sheet: 'Lista', row: 4 }, 'Lista, fila 4'],
  [{ own_sheet: null, row: null }, 'Piezas'],
])('%# the place of a change', (place, text) => {
  expect(placeOf({ sheet: 'Piezas', ...place })).toBe(text);
});

test.each([
  [{ ...kind, changes: 225, accepted: 225 }, 'Piezas · Descripción', '225 modificadas'],
  [{ ...kind, changes: 225, accepted: 0 }, 'Piezas · Descripción', '225 modificadas, no se aplican'],
  [
    { ...kind, field: 'code', suspicion: 'respelling', changes: 1, accepted: 0 } as const,
    'Piezas · Código con otra escritura',
    '1 modificada, no se aplica',
  ],
  [
    { ...kind, sheet: 'Aplicaciones', action: 'created', field: '', changes: 40, accepted: 12 } as const,
    'Aplicaciones',
    '40 nuevas, se aplican 12',
  ],
  [
    { ...kind, sheet: 'Atributos', action: 'removed', field: '', changes: 1200, accepted: 1200 } as const,
    'Atributos',
    '1.200 se quitan',
  ],
  [
    { ...kind, action: 'created', field: '', suspicion: 'other_product', changes: 3, accepted: 1 } as const,
    'Piezas · El código existe en otro producto',
    '3 nuevas, se aplica 1',
  ],
])('%# a kind of change in words', (counted, name, count) => {
  expect(kindName(counted)).toBe(name);
  expect(kindCount(counted)).toBe(count);
});

test('a review waits for a week from when it was ready', () => {
  const file = { created_at: '2026-03-01T10:00:00.000Z', finished_at: '2026-03-02T10:00:00.000Z' };
  expect(waitsUntil(file)).toBe('2026-03-09T10:00:00.000Z');
  expect(waitsUntil({ ...file, finished_at: null })).toBe('2026-03-08T10:00:00.000Z');
});
