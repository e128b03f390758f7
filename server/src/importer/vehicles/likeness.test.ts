import { expect, test } from 'vitest';
import { alikeOnes } from './likeness.ts';

const MODELS = ['gol', 'golf', 'polo', 'gol trend', 'fox', 'ka', '208', 'up!'];
const alike = (text: string) => alikeOnes(text, MODELS, (model) => model);

test.each([
  ['gool', ['gol']],
  ['glo', ['gol']],
  ['gol power', ['gol']],
  ['goltrend', ['gol trend']],
  ['polo classic', ['polo']],
  ['goll', ['gol', 'golf']],
  ['vectra', []],
  ['', []],
])('«%s» is like %j', (text, expected) => {
  expect(alike(text)).toEqual(expected);
});
