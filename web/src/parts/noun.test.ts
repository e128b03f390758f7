import { expect, test } from 'vitest';
import { contentsOf } from './noun.ts';

const NONE = { attributes_count: 0, cross_count: 0, pictures_count: 0, vehicles_count: 0 };

test.each([
  [{}, 'No tiene nada cargado.'],
  [{ pictures_count: 1 }, 'Se elimina con todo lo suyo: 1 foto.'],
  [{ attributes_count: 12, pictures_count: 3 }, 'Se elimina con todo lo suyo: 12 atributos y 3 fotos.'],
  [
    { attributes_count: 1, cross_count: 1, pictures_count: 1, vehicles_count: 1234 },
    'Se elimina con todo lo suyo: 1 atributo, 1 equivalencia, 1 foto y 1.234 aplicaciones.',
  ],
])('what is removed with a part that has %o', (counts, text) => {
  expect(contentsOf({ ...NONE, ...counts })).toBe(text);
});
