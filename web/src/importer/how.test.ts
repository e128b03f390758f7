import { expect, test } from 'vitest';
import { foretold, sentOf, USUAL } from './how.ts';

test('a file is reviewed before it is applied, unless told otherwise', () => {
  expect(sentOf(USUAL)).toEqual({ mode: 'preview', replace: '' });
  expect(sentOf({ ...USUAL, reviewed: false })).toEqual({ mode: 'import', replace: '' });
  expect(foretold({ ...USUAL, reviewed: false })).toContain('sin revisión');
});

test('what is replaced is reviewed, and said in the order of the sheets', () => {
  const how = { reviewed: false, replaced: ['Aplicaciones', 'Atributos'] } as const;
  expect(sentOf(how)).toEqual({ mode: 'preview', replace: 'Aplicaciones,Atributos' });
  expect(foretold(how)).toContain('los atributos y las aplicaciones');
});
