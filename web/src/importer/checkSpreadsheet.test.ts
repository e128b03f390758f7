import { MAX_IMPORT_BYTES } from '@piezario/contract/importer';
import { expect, test } from 'vitest';
import { checkSpreadsheet } from './checkSpreadsheet.ts';

test.each([
  ['base.xlsx', 10, null],
  ['BASE.XLS', MAX_IMPORT_BYTES, null],
  ['base.xlsx', MAX_IMPORT_BYTES + 1, 'Es demasiado grande'],
  ['base.xlsx', 0, 'El archivo está vacío.'],
  ['base.csv', 10, 'No es una planilla'],
  ['xlsx', 10, 'No es una planilla'],
])('%s of %i bytes: %s', (name, size, message) => {
  const expected = message === null ? null : { message: expect.stringContaining(message), retriable: false };
  expect(checkSpreadsheet({ name, size })).toEqual(expected);
});
