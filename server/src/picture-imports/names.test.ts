import { expect, test } from 'vitest';
import { readName } from './names.ts';

const readingsOf = (name: string) =>
  readName(name).map(({ code, rank, is_blueprint }) => `${code} ${rank}${is_blueprint ? ' plano' : ''}`);

test.each([
  ['ABC123', ['ABC123 1']],
  ['ABC-2', ['ABC-2 1', 'ABC 2']],
  ['ABC_02', ['ABC_02 1', 'ABC 2']],
  ['ABC (2)', ['ABC (2) 1', 'ABC 2']],
  ['ABC(2)', ['ABC(2) 1', 'ABC 2']],
  ['ABC 2', ['ABC 2 1', 'ABC 2']],
  ['ABC_plano', ['ABC_plano 1', 'ABC 1 plano']],
  ['ABC Plano 2', ['ABC Plano 2 1', 'ABC Plano 2', 'ABC 2 plano']],
  ['ABC (plano)', ['ABC (plano) 1', 'ABC 1 plano']],
  ['ABC-2-plano', ['ABC-2-plano 1', 'ABC-2 1 plano', 'ABC 2 plano']],
  // The number is no place among pictures, or «plano» is not a separate word.
  ['ABC-31', ['ABC-31 1']],
  ['ABC-100', ['ABC-100 1']],
  ['ABCplano', ['ABCplano 1']],
  ['2', ['2 1']],
  ['--2', ['--2 1']],
  ['ABC - (2)', ['ABC - (2) 1', 'ABC 2']],
  ['ABC.plano(2)', ['ABC.plano(2) 1', 'ABC.plano 2', 'ABC 2 plano']],
  ['plano', ['plano 1']],
])('«%s» is read as %j', (name, readings) => {
  expect(readingsOf(name)).toEqual(readings);
});
