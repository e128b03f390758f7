import { expect, test } from 'vitest';
import { fold } from '../words.ts';
import { isTable, readTable } from './readTable.ts';

const COLUMNS = [
  { key: 'name', label: 'Nombre' },
  { key: 'value', label: 'Valor' },
  { key: 'unit', label: 'Unidad' },
];
const isSame = (a: string, b: string) => fold(a) === fold(b);
const read = (text: string) => readTable(text, COLUMNS, isSame).map(({ values }) => Object.values(values));

test('several cells are a table, and several lines of text are not', () => {
  expect(isTable('Largo\t10')).toBe(true);
  expect(isTable('Largo\r\nAncho\r\n')).toBe(false);
  expect(isTable('Largo')).toBe(false);
});

test('the rows of Excel and Google Sheets are read by the order of their cells, without blank rows', () => {
  expect(read('Largo\t10\tmm\r\nAncho\t 20 \r\n\t\t\r\n')).toEqual([
    ['Largo', '10', 'mm'],
    ['Ancho', '20', ''],
  ]);
  expect(read('Largo\t10\nAncho\t20')).toEqual([
    ['Largo', '10', ''],
    ['Ancho', '20', ''],
  ]);
});

test('titles say which column is which, in any order; other columns are left out', () => {
  expect(read('UNIDAD\tColor\tnombre\tValor\nmm\trojo\tLargo\t10')).toEqual([['Largo', '10', 'mm']]);
});

test('quotes around a cell with a line break are removed, and inch marks are kept', () => {
  expect(read('Rosca\t3/4"\t\n"Medida\nde ""caño"""\t"1"\t')).toEqual([
    ['Rosca', '3/4"', ''],
    ['Medida de "caño"', '1', ''],
  ]);
  expect(read('"sin cerrar\t1')).toEqual([['"sin cerrar', '1', '']]);
});

test('cells after the last column are returned separately', () => {
  expect(readTable('a\tb\tc\td\t\te', COLUMNS, isSame)[0]?.extra).toEqual(['d', 'e']);
});
