import type { Access, Role } from '@piezario/contract/access';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent as lazy,
  Navigate,
  type RouteComponent,
} from '@tanstack/react-router';
import { restoreSelection } from '../toolbar/selection.ts';
import { Crash, CrashPage } from '../ui/CrashPage.tsx';
import { Loading } from '../ui/Loading.tsx';
import { NotFound } from '../ui/NotFound.tsx';
import { restricted } from './guard.ts';
import { Root } from './Root.tsx';
import { parseSearch, type Search, stringifySearch } from './search.ts';

const root = createRootRouteWithContext<{ role: Role | null }>()({
  validateSearch: (search: Search): Search => search,
  component: Root,
  notFoundComponent: NotFound,
});

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  component: lazy(() => import('../auth/Login.tsx'), 'Login'),
  ...restricted('onlyGuest', 'Ingreso'),
});

const logout = createRoute({
  getParentRoute: () => root,
  path: '/logout',
  component: lazy(() => import('../auth/Logout.tsx'), 'Logout'),
  ...restricted('user', 'Salir'),
});

/** Everything with a toolbar above. */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: lazy(() => import('./Shell.tsx'), 'Shell'),
});

const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  component: () => <Navigate to="/parts/catalog" replace />,
  ...restricted('user', 'Inicio'),
});

/** A screen of its own access, or else of its group's: whoever is signed in (§6). */
const screen = <const Path extends string>(
  path: Path,
  title: string,
  component: RouteComponent,
  access: Access = 'user',
) => createRoute({ getParentRoute: () => shell, path, component, errorComponent: Crash, ...restricted(access, title) });

const UserForm = lazy(() => import('../users/UserForm.tsx'), 'UserForm');
const ClientForm = lazy(() => import('../clients/ClientForm.tsx'), 'ClientForm');
const ProductForm = lazy(() => import('../products/ProductForm.tsx'), 'ProductForm');
const BrandForm = lazy(() => import('../brands/BrandForm.tsx'), 'BrandForm');
const CategoryForm = lazy(() => import('../categories/CategoryForm.tsx'), 'CategoryForm');

const forSignedIn = restricted('user', 'Piezas');
const catalog = createRoute({
  getParentRoute: () => shell,
  path: '/parts/catalog',
  component: lazy(() => import('../parts/Catalog.tsx'), 'Catalog'),
  errorComponent: Crash,
  ...forSignedIn,
  beforeLoad: (opening) => {
    forSignedIn.beforeLoad(opening);
    restoreSelection(opening);
  },
});

const screens = [
  catalog,
  screen(
    '/import',
    'Importador',
    lazy(() => import('../importer/Importer.tsx'), 'Importer'),
    'manufacturer',
  ),

  screen(
    '/users',
    'Usuarios',
    lazy(() => import('../users/UserList.tsx'), 'UserList'),
    'admin',
  ),
  screen('/users/new', 'Nuevo usuario', UserForm, 'admin'),
  screen('/users/$id', 'Usuario', UserForm, 'admin'),

  screen(
    '/clients',
    'Clientes',
    lazy(() => import('../clients/ClientList.tsx'), 'ClientList'),
    'manufacturer',
  ),
  screen('/clients/new', 'Nuevo cliente', ClientForm, 'manufacturer'),
  screen('/clients/$id', 'Cliente', ClientForm, 'manufacturer'),

  screen(
    '/part_products',
    'Productos',
    lazy(() => import('../products/ProductList.tsx'), 'ProductList'),
    'admin',
  ),
  screen('/part_products/new', 'Nuevo producto', ProductForm, 'admin'),
  screen('/part_products/$id', 'Producto', ProductForm, 'admin'),

  screen(
    '/part_brands',
    'Marcas',
    lazy(() => import('../brands/BrandList.tsx'), 'BrandList'),
    'admin',
  ),
  screen('/part_brands/new', 'Nueva marca', BrandForm, 'admin'),
  screen('/part_brands/$id', 'Marca', BrandForm, 'admin'),

  screen(
    '/part_categories',
    'Categorías',
    lazy(() => import('../categories/CategoryList.tsx'), 'CategoryList'),
    'admin',
  ),
  screen('/part_categories/new', 'Nueva categoría', CategoryForm, 'admin'),
  screen('/part_categories/$id', 'Categoría', CategoryForm, 'admin'),
] as const;

export const router = createRouter({
  routeTree: root.addChildren([login, logout, shell.addChildren([home, ...screens])]),
  context: { role: null },
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPendingMs: 200,
  defaultPendingMinMs: 0,
  defaultPendingComponent: Loading,
  defaultErrorComponent: CrashPage,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
