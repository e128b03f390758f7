import { expect, test } from 'vitest';
import { visibleTo } from './menu.ts';

const labels = (role: Parameters<typeof visibleTo>[0]) =>
  visibleTo(role).map(({ label, items }) => [label, items.map((item) => item.label)]);

const ALL = [
  [
    'Catálogo',
    [
      'Inicio',
      'Piezas',
      'Por vehículo',
      'Pendientes',
      'Conflictos',
      'Importador',
      'Fotos por nombre',
      'Papelera',
      'Actividad',
    ],
  ],
  ['Usuarios', ['Clientes', 'Fabricantes', 'Administradores']],
  ['Categorización', ['Marcas', 'Categorías', 'Productos', 'Alias de vehículos']],
];
const WITH_CLIENTS = [
  [
    'Catálogo',
    [
      'Inicio',
      'Piezas',
      'Por vehículo',
      'Pendientes',
      'Conflictos',
      'Importador',
      'Fotos por nombre',
      'Papelera',
      'Actividad',
    ],
  ],
  ['Usuarios', ['Clientes']],
];
const PARTS = [['Catálogo', ['Inicio', 'Piezas', 'Por vehículo']]];

test.each([
  ['admin', ALL],
  ['staff', WITH_CLIENTS],
  ['manufacturer', WITH_CLIENTS],
  ['client', PARTS],
  ['user', PARTS],
  [null, []],
] as const)('the menu of %s holds what they may open', (role, expected) => {
  expect(labels(role)).toEqual(expected);
});
