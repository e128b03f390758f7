import { expect, test } from 'vitest';
import { foretold, type How, sentOf } from './how.ts';

const usual: How = { alwaysReviewed: false, replaced: [] };

test('a file is reviewed where it needs to be, or always', () => {
  expect(sentOf(usual)).toEqual({ mode: 'auto', replace: '' });
  expect(foretold(usual)).toContain('se aplica en seguida');
  expect(sentOf({ ...usual, alwaysReviewed: true })).toEqual({ mode: 'preview', replace: '' });
  expect(foretold({ ...usual, alwaysReviewed: true })).toContain('hasta que lo revises');
});

test('what is replaced is reviewed, and said in the order of the sheets', () => {
  const how: How = { ...usual, replaced: ['Aplicaciones', 'Atributos'] };
  expect(sentOf(how)).toEqual({ mode: 'preview', replace: 'Aplicaciones,Atributos' });
  expect(foretold(how)).toContain('los atributos y las aplicaciones');
});
