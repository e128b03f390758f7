import { expect, test } from 'vitest';
import { visibleTo } from './menu.ts';

const labels = (role: Parameters<typeof visibleTo>[0]) =>
  visibleTo(role).map(({ label, items }) => [label, items.map((item) => item.label)]);

const USERS = ['Usuarios', ['Clientes', 'Fabricantes', 'Administradores']];
const CATEGORIES = ['Categorización', ['Marcas', 'Categorías', 'Productos']];
const EXPLORE = ['Explorar', ['Inicio', 'Por vehículo']];
const HISTORY = ['Historial', ['Actividad', 'Papelera']];
const ALL = [
  ['Catálogo', ['Piezas', 'Importador']],
  USERS,
  CATEGORIES,
  EXPLORE,
  ['Calidad', ['Pendientes', 'Conflictos', 'Fotos por nombre', 'Vehículos', 'Alias de vehículos']],
  HISTORY,
];
const WITH_CLIENTS = [
  ['Catálogo', ['Piezas', 'Importador']],
  ['Usuarios', ['Clientes']],
  EXPLORE,
  ['Calidad', ['Pendientes', 'Conflictos', 'Fotos por nombre']],
  HISTORY,
];
const PARTS = [['Catálogo', ['Piezas']], EXPLORE];

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
