import { MAX_IMPORT_BYTES } from '@piezario/contract/importer';
import { expect, test } from 'vitest';
import { checkSpreadsheet } from './checkSpreadsheet.ts';

test.each([
  ['base.xlsx', 10, null],
  ['BASE.XLS', MAX_IMPORT_BYTES, null],
  ['base.xlsx', MAX_IMPORT_BYTES + 1, 'Es demasiado grande'],
  ['base.xlsx', 0, 'El archivo está vacío.'],
  ['base.xlsm', 10, null],
  ['base.ods', 10, null],
  ['Base.CSV', 10, null],
  ['base.tsv', 10, null],
  ['base.txt', 10, null],
  ['base.pdf', 10, 'No es una planilla: se importan archivos .xlsx, .xls, .xlsm, .ods, .csv o .tsv.'],
  ['base.xlsb', 10, 'No es una planilla'],
  ['xlsx', 10, 'No es una planilla'],
])('%s of %i bytes: %s', (name, size, message) => {
  const expected = message === null ? null : { message: expect.stringContaining(message), retriable: false };
  expect(checkSpreadsheet({ name, size })).toEqual(expected);
});
