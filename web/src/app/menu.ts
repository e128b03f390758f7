import { type Access, admits, type Role, SCREENS } from '@piezario/contract/access';
import type { Counts } from '@piezario/contract/home';
import type { RegisteredRouter } from '@tanstack/react-router';
import type { IconName } from './MenuIcon.tsx';

type Path = keyof RegisteredRouter['routesByPath'];
/** Number beside an entry, and the words for it. */
export type MenuCount = { readonly of: keyof Counts; readonly one: string; readonly many: string };
export type MenuItem = {
  readonly label: string;
  readonly to: Path;
  readonly access: Access;
  readonly icon: IconName;
  readonly search?: { readonly 'filter[matches-role]': Role };
  readonly count?: MenuCount;
};
type MenuGroup = { readonly label: string; readonly items: readonly MenuItem[] };

/** The specification fixes the first three groups (docs/spec.md, 2.13 to 2.15). New entries go to the others. */
const MENU: readonly MenuGroup[] = [
  {
    label: 'Catálogo',
    items: [
      { label: 'Piezas', to: '/parts/catalog', access: SCREENS.parts, icon: 'engine' },
      {
        label: 'Importador',
        to: '/import',
        access: SCREENS.importer,
        icon: 'import',
        count: { of: 'review', one: 'para revisar', many: 'para revisar' },
      },
    ],
  },
  {
    label: 'Usuarios',
    items: [
      { label: 'Clientes', to: '/clients', access: SCREENS.clients, icon: 'people' },
      {
        label: 'Fabricantes',
        to: '/users',
        access: SCREENS.users,
        icon: 'factory',
        search: { 'filter[matches-role]': 'manufacturer' },
      },
      {
        label: 'Administradores',
        to: '/users',
        access: SCREENS.users,
        icon: 'shield',
        search: { 'filter[matches-role]': 'admin' },
      },
    ],
  },
  {
    label: 'Categorización',
    items: [
      { label: 'Marcas', to: '/part_brands', access: SCREENS.brands, icon: 'tag' },
      { label: 'Categorías', to: '/part_categories', access: SCREENS.categories, icon: 'category' },
      { label: 'Productos', to: '/part_products', access: SCREENS.products, icon: 'package' },
    ],
  },
  {
    label: 'Explorar',
    items: [
      { label: 'Inicio', to: '/home', access: SCREENS.home, icon: 'home' },
      { label: 'Por vehículo', to: '/parts/vehicles', access: SCREENS.parts, icon: 'vehicle' },
    ],
  },
  {
    label: 'Calidad',
    items: [
      {
        label: 'Pendientes',
        to: '/parts/pending',
        access: SCREENS.pending,
        icon: 'pending',
        count: { of: 'pending', one: 'incompleta', many: 'incompletas' },
      },
      {
        label: 'Conflictos',
        to: '/parts/conflicts',
        access: SCREENS.conflicts,
        icon: 'conflicts',
        count: { of: 'conflicts', one: 'por decidir', many: 'por decidir' },
      },
      { label: 'Fotos por nombre', to: '/parts/pictures', access: SCREENS.pictureImports, icon: 'photos' },
      { label: 'Vehículos', to: '/vehicles', access: SCREENS.vehicleBase, icon: 'vehicle' },
      { label: 'Alias de vehículos', to: '/vehicle_aliases', access: SCREENS.vehicleAliases, icon: 'car' },
    ],
  },
  {
    label: 'Historial',
    items: [
      { label: 'Actividad', to: '/activity', access: SCREENS.activity, icon: 'history' },
      { label: 'Papelera', to: '/parts/trash', access: SCREENS.trash, icon: 'trash' },
    ],
  },
];

/** The entries that the role may open. A group without entries is left out. */
export const visibleTo = (role: Role | null): readonly MenuGroup[] =>
  MENU.map(({ label, items }) => ({ label, items: items.filter(({ access }) => admits(access, role)) })).filter(
    ({ items }) => items.length > 0,
  );
