import { expect, test } from 'vitest';
import { readPositions } from './positions.ts';

test.each([
  ['', []],
  ['Delantera', ['Delantera']],
  ['delantero', ['Delantera']],
  ['del.', ['Delantera']],
  ['trasera izq', ['Trasera', 'Izquierda']],
  ['DELANTERA/IZQUIERDA', ['Delantera', 'Izquierda']],
  ['Der. - Tras.', ['Trasera', 'Derecha']],
  ['izquierdos y derechos', ['Izquierda', 'Derecha']],
  ['lado dcho, eje posterior', ['Trasera', 'Derecha']],
  ['Superiores; int; EXT+inf', ['Superior', 'Inferior', 'Interior', 'Exterior']],
  ['trasera, trasero', ['Trasera']],
  ['Front Left', ['Delantera', 'Izquierda']],
  ['RH, upper', ['Derecha', 'Superior']],
  ['Traseiro / direito', ['Trasera', 'Derecha']],
])('«%s» is read as %o', (text, positions) => {
  expect(readPositions(text)).toEqual(positions);
});

test.each([
  ['central', 'central'],
  ['delantera central', 'central'],
  ['de', 'de'],
  ['D', 'd'],
  ['2', '2'],
])('«%s» has a word that is no position: %s', (text, unknown) => {
  expect(readPositions(text)).toEqual({ unknown });
});
