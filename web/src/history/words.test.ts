import { expect, test } from 'vitest';
import { restoreWords } from './words.ts';

test.each([
  ['part', 'changed', 'PF-1', 'observation', 'Se restauró Descripción'],
  ['attribute', 'changed', 'Altura', 'value', 'Se restauró Valor del atributo Altura'],
  ['cross', 'changed', 'Fiat 77', 'code', 'Se restauró Código de la equivalencia Fiat 77'],
  ['attribute', 'removed', 'Altura', undefined, 'Se restauró el atributo Altura'],
  ['alias', 'removed', 'Clio Mio', undefined, 'Se restauró el alias de vehículo Clio Mio'],
  ['application', 'created', 'Fiat Uno 1.3', undefined, 'Se quitó la aplicación Fiat Uno 1.3'],
] as const)('restoring a %s that was %s, named %s, in field %s: %s', (entity, action, name, field, told) => {
  expect(restoreWords({ entity, action, name }, field).done).toBe(told);
});
