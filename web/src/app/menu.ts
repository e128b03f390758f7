import { type Access, admits, type Role } from '@piezario/contract/access';
import {
  IconBuildingFactory2,
  IconCategory,
  IconEngine,
  IconFileImport,
  IconPackage,
  type IconProps,
  IconShieldCog,
  IconTag,
  IconUsers,
} from '@tabler/icons-react';
import { type RegisteredRouter, useRouter } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { useRole } from '../auth/session.tsx';
import type { Search } from './search.ts';

type Path = keyof RegisteredRouter['routesByPath'];
type MenuItem = { label: string; to: Path; icon: ComponentType<IconProps>; search?: Search };
export type MenuGroup = { label: string; items: readonly MenuItem[] };

const MENU: readonly MenuGroup[] = [
  {
    label: 'Catálogo',
    items: [
      { label: 'Piezas', to: '/parts/catalog', icon: IconEngine },
      { label: 'Importador', to: '/import', icon: IconFileImport },
    ],
  },
  {
    label: 'Usuarios',
    items: [
      { label: 'Clientes', to: '/clients', icon: IconUsers },
      {
        label: 'Fabricantes',
        to: '/users',
        icon: IconBuildingFactory2,
        search: { 'filter[matches-role]': 'manufacturer' },
      },
      { label: 'Administradores', to: '/users', icon: IconShieldCog, search: { 'filter[matches-role]': 'admin' } },
    ],
  },
  {
    label: 'Categorización',
    items: [
      { label: 'Marcas', to: '/part_brands', icon: IconTag },
      { label: 'Categorías', to: '/part_categories', icon: IconCategory },
      { label: 'Productos', to: '/part_products', icon: IconPackage },
    ],
  },
];

/** What the person may open; the rule is the route's own. A group with nothing to open is not there. */
export function useMenu(): readonly MenuGroup[] {
  const { routesByPath } = useRouter();
  const role = useRole();
  return visibleTo(role, (path) => routesByPath[path].options.staticData?.access ?? 'user');
}

function visibleTo(role: Role | null, accessOf: (path: Path) => Access): MenuGroup[] {
  return MENU.map(({ label, items }) => ({
    label,
    items: items.filter(({ to }) => admits(accessOf(to), role)),
  })).filter(({ items }) => items.length > 0);
}
