import { expect, test } from 'vitest';
import { findByWords } from './findWords.ts';

const NAMES = ['Categorías', 'Alias de vehículos', 'Importador', 'Importar una planilla', 'Actividad', 'Piezas'];
const find = (typed: string) => findByWords(NAMES, (name) => name, typed);

test.each([
  ['categorias', ['Categorías']],
  ['vehic alias', ['Alias de vehículos']],
  ['import', ['Importador', 'Importar una planilla']],
  ['imp plan', ['Importar una planilla']],
  ['ctgr', ['Categorías']],
  ['act', ['Actividad']],
  ['90915', []],
  ['', []],
  [' - ', []],
])('%j finds %j', (typed, expected) => {
  expect(find(typed)).toEqual(expected);
});

test('a word that begins a name goes before one inside it', () => {
  expect(findByWords(['Contrapieza', 'Piezas'], (name) => name, 'pieza')).toEqual(['Piezas', 'Contrapieza']);
});
