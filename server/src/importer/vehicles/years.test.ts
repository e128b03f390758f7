import { expect, test } from 'vitest';
import { readYears } from './years.ts';

test.each([
  ['2008', 2008],
  [' 2.008,00 ', 2008],
  ['98', 1998],
  ['’05', 2005],
  ['40', 1940],
  ['39', 2039],
  ['00', 2000],
])('«%s» is the year %i', (text, year) => {
  expect(readYears(text)).toEqual({ year });
});

test.each([
  ['2005-2010', 2005, 2010],
  ['2005 – 2010', 2005, 2010],
  ['98/07', 1998, 2007],
  ["'98-'07", 1998, 2007],
  ['2005/10', 2005, 2010],
  ['2005 a 2010', 2005, 2010],
  ['Desde 2005 hasta 2010', 2005, 2010],
  ['2005→2010', 2005, 2010],
  ['2010-2010', 2010, 2010],
  ['>2010', 2010, null],
  ['>= 2010', 2010, null],
  ['2010-', 2010, null],
  ['2010 →', 2010, null],
  ['2010>', 2010, null],
  ['10+', 2010, null],
  ['10/>', 2010, null],
  ['10 ++', 2010, null],
  ['2010 em diante', 2010, null],
  ['desde 2010', 2010, null],
  ['DESDE EL 2010', 2010, null],
  ['2010 en adelante', 2010, null],
  ['2010 - hoy', 2010, null],
  ['2010 a la fecha', 2010, null],
  ['hasta 2005', null, 2005],
  ['Hasta el 05', null, 2005],
  ['<2005', null, 2005],
  ['-2005', null, 2005],
  ['→ 2005', null, 2005],
])('«%s» is the range from %s to %s', (text, from, until) => {
  expect(readYears(text)).toEqual({ from, until });
});

test.each([
  ['2010-2005', 'El rango está al revés: 2010 es después de 2005'],
  ['07/98', 'El rango está al revés: 2007 es después de 1998'],
  ['01/07/1998', 'La planilla lo convirtió en una fecha: poné la celda como texto y escribí los años de nuevo'],
  ...['ayer', '5', '998', '20080', '2005-2010-2015', 'desde', '-', '2005 2010', '1,5'].map((text) => [
    text,
    'Tiene que ser un año, o un rango como 2005-2010, desde 2010 o hasta 2005',
  ]),
])('«%s» is refused: %s', (text = '', wrong) => {
  expect(readYears(text)).toEqual({ wrong });
});

test('a long text that is not years is read at once', () => {
  expect(readYears(`2005${' -'.repeat(50_000)}`)).toHaveProperty('wrong');
  expect(readYears(`desde ${'20'.repeat(50_000)}`)).toHaveProperty('wrong');
});
