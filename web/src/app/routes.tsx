import { type Access, type Role, SCREENS } from '@piezario/contract/access';
import { LANDING } from '@piezario/contract/landing';
import type { settings } from '@piezario/contract/settings';
import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Navigate,
  notFound,
  type RouteComponent,
  rootRouteId,
} from '@tanstack/react-router';
import { queryOf } from '../api/hooks.ts';
import { OVERLAYS, restoreSelection } from '../selection/selection.ts';
import { Crash, CrashPage } from '../ui/CrashPage.tsx';
import { Loading } from '../ui/Loading.tsx';
import { lazy } from '../ui/lazy.tsx';
import { NotFound, NotFoundPage } from '../ui/NotFound.tsx';
import { listSearch } from '../ui/table/list.ts';
import { restricted } from './guard.ts';
import type { ScreenNoun } from './loaders.ts';
import { queries } from './queries.ts';
import { Root } from './Root.tsx';
import { parseSearch, stringifySearch } from './search.ts';

const root = createRootRouteWithContext<{ role: Role | null; defaultBrand: number | null }>()({
  component: Root,
  notFoundComponent: NotFoundPage,
});

/** Waits for the settings of the installation, so that the page does not shift when they arrive. Never rejects. */
const settingsRead = () =>
  queries.prefetchQuery({ ...queryOf<typeof settings.show>(LANDING.settings, {}), retry: false });

/**
 * Returns a function that loads a module and prefetches with it. A screen that fails to load shows that by itself. Once
 * the module is loaded no promise is returned: if a slow machine took longer than `defaultPendingMs` to settle one, the
 * router would hide the current screen, which loses the focus.
 */
function early<Module>(load: () => Promise<Module>) {
  let loaded: Module | undefined;
  return (read: (module: Module) => void): Promise<void> | undefined => {
    if (!loaded) {
      return load().then(
        (module) => {
          loaded = module;
          read(module);
        },
        () => {},
      );
    }
    read(loaded);
  };
}

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  component: lazy(() => import('../auth/Login.tsx'), 'Login'),
  validateSearch: ({ redirect }: Record<string, unknown>): { redirect?: string } =>
    typeof redirect === 'string' ? { redirect } : {},
  loader: settingsRead,
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
  loader: settingsRead,
});

const start = createRoute({
  getParentRoute: () => shell,
  path: '/',
  component: () => <Navigate to="/parts/catalog" replace />,
  ...restricted('user', 'Inicio'),
});

const forParts = restricted(SCREENS.parts, 'Piezas');
const catalogSearch = listSearch('part_brand', 'part_category', 'part_product', 'part_search', ...OVERLAYS);
const catalogModule = () => import('../parts/Catalog.tsx');
const readCatalog = early(catalogModule);
const catalog = createRoute({
  getParentRoute: () => shell,
  path: '/parts/catalog',
  component: lazy(catalogModule, 'Catalog'),
  errorComponent: Crash,
  validateSearch: catalogSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }): Promise<void> | undefined => readCatalog(({ loadCatalog }) => loadCatalog(queries, deps)),
  ...forParts,
  beforeLoad: (opening) => {
    forParts.beforeLoad(opening);
    restoreSelection(opening);
  },
});

const sheet = createRoute({
  getParentRoute: () => shell,
  path: '/parts/$id',
  component: lazy(() => import('../parts/sheet/PartSheet.tsx'), 'PartSheet'),
  errorComponent: Crash,
  ...restricted(SCREENS.parts, 'Pieza'),
});

const vehicleSearch = listSearch('brand', 'model', 'year', 'words', 'vehicle_id', 'hidden', 'product');
const vehicleModule = () => import('../vehicleCatalog/VehicleCatalog.tsx');
const readVehicles = early(vehicleModule);
const vehicles = createRoute({
  getParentRoute: () => shell,
  path: '/parts/vehicles',
  component: lazy(vehicleModule, 'VehicleCatalog'),
  errorComponent: Crash,
  validateSearch: vehicleSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }): Promise<void> | undefined =>
    readVehicles(({ loadVehicleCatalog }) => loadVehicleCatalog(queries, deps)),
  ...restricted(SCREENS.parts, 'Por vehículo'),
});

const readEarly = early(() => import('./loaders.ts'));

type Screen<Path extends string> = { path: Path; title: string; access: Access; component: RouteComponent };

/** A screen with the list of a noun. `names` are the search parameters that it adds to those of the list. */
const list = <const Path extends string, const Name extends string = never>(
  noun: ScreenNoun,
  { path, title, access, component }: Screen<Path>,
  ...names: readonly Name[]
) => {
  const validateSearch = listSearch<Name>(...names);
  return createRoute({
    getParentRoute: () => shell,
    path,
    component,
    errorComponent: Crash,
    validateSearch,
    loaderDeps: ({ search }) => search,
    loader: ({ deps }): Promise<void> | undefined => readEarly(({ loadList }) => loadList(noun, deps)),
    ...restricted(access, title),
  });
};

/** Every other address. Those who are signed in keep the toolbar. */
const unknown = createRoute({
  getParentRoute: () => shell,
  path: '$',
  component: NotFound,
  staticData: { title: 'No existe' },
  beforeLoad: ({ context: { role } }): void => {
    if (role === null) throw notFound({ routeId: rootRouteId });
  },
});

/** A screen without a loader. */
const create = <const Path extends string>({ path, title, access, component }: Screen<Path>) =>
  createRoute({ getParentRoute: () => shell, path, component, errorComponent: Crash, ...restricted(access, title) });

/** A screen without a loader, with these search parameters beside those of a list. */
const searched = <const Path extends string, const Name extends string>(
  { path, title, access, component }: Screen<Path>,
  ...names: readonly Name[]
) =>
  createRoute({
    getParentRoute: () => shell,
    path,
    component,
    errorComponent: Crash,
    validateSearch: listSearch<Name>(...names),
    ...restricted(access, title),
  });

/** The form of a record. */
const edit = <const Path extends `${string}/$id`>(noun: ScreenNoun, { path, title, access, component }: Screen<Path>) =>
  createRoute({
    getParentRoute: () => shell,
    path,
    component,
    errorComponent: Crash,
    loader: ({ params }): Promise<void> | undefined =>
      readEarly(({ loadRecord }) => loadRecord(noun, (params as { id: string }).id)),
    ...restricted(access, title),
  });

const Home = lazy(() => import('../home/Home.tsx'), 'Home');
const SearchScreen = lazy(() => import('../search/SearchScreen.tsx'), 'SearchScreen');
const GridScreen = lazy(() => import('../grid/GridScreen.tsx'), 'GridScreen');
const Conflicts = lazy(() => import('../conflicts/Conflicts.tsx'), 'Conflicts');
const Pending = lazy(() => import('../pending/Pending.tsx'), 'Pending');
const MyAccount = lazy(() => import('../account/MyAccount.tsx'), 'MyAccount');
const Importer = lazy(() => import('../importer/Importer.tsx'), 'Importer');
const Trash = lazy(() => import('../trash/Trash.tsx'), 'Trash');
const PictureImports = lazy(() => import('../pictureImports/PictureImports.tsx'), 'PictureImports');
const PictureImportScreen = lazy(() => import('../pictureImports/PictureImportScreen.tsx'), 'PictureImportScreen');
const BulkScreen = lazy(() => import('../bulk/BulkScreen.tsx'), 'BulkScreen');
const Activity = lazy(() => import('../activity/Activity.tsx'), 'Activity');
const OperationScreen = lazy(() => import('../activity/OperationScreen.tsx'), 'OperationScreen');
const UndoScreen = lazy(() => import('../undos/UndoScreen.tsx'), 'UndoScreen');
const UserList = lazy(() => import('../users/UserList.tsx'), 'UserList');
const UserForm = lazy(() => import('../users/UserForm.tsx'), 'UserForm');
const ClientList = lazy(() => import('../clients/ClientList.tsx'), 'ClientList');
const ClientForm = lazy(() => import('../clients/ClientForm.tsx'), 'ClientForm');
const ProductList = lazy(() => import('../products/ProductList.tsx'), 'ProductList');
const ProductForm = lazy(() => import('../products/ProductForm.tsx'), 'ProductForm');
const BrandList = lazy(() => import('../brands/BrandList.tsx'), 'BrandList');
const BrandForm = lazy(() => import('../brands/BrandForm.tsx'), 'BrandForm');
const CategoryList = lazy(() => import('../categories/CategoryList.tsx'), 'CategoryList');
const CategoryForm = lazy(() => import('../categories/CategoryForm.tsx'), 'CategoryForm');
const AliasList = lazy(() => import('../aliases/AliasList.tsx'), 'AliasList');
const AliasForm = lazy(() => import('../aliases/AliasForm.tsx'), 'AliasForm');
const VehicleList = lazy(() => import('../vehicleBase/VehicleList.tsx'), 'VehicleList');
const ProposalList = lazy(() => import('../vehicleProposals/ProposalList.tsx'), 'ProposalList');
const VehicleForm = lazy(() => import('../vehicleBase/VehicleForm.tsx'), 'VehicleForm');

const {
  home,
  parts,
  grid,
  conflicts,
  pending,
  trash,
  activity,
  importer,
  pictureImports,
  users,
  clients,
  products,
  brands,
  categories,
  vehicleAliases,
  vehicleBase,
  vehicleProposals,
} = SCREENS;

const screens = [
  catalog,
  sheet,
  vehicles,
  searched({ path: '/home', title: 'Inicio', access: home, component: Home }, 'brand', 'product', 'since'),
  searched({ path: '/parts/search', title: 'Búsqueda', access: parts, component: SearchScreen }, 'text'),
  searched(
    { path: '/parts/grid', title: 'Planilla', access: grid, component: GridScreen },
    'part_brand',
    'part_category',
    'part_product',
    'part_search',
  ),
  searched(
    { path: '/parts/conflicts', title: 'Conflictos', access: conflicts, component: Conflicts },
    'brand',
    'product',
  ),
  searched({ path: '/parts/pending', title: 'Pendientes', access: pending, component: Pending }, 'by', 'product'),
  list('importer', { path: '/import', title: 'Importador', access: importer, component: Importer }, 'file'),

  create({ path: '/parts/pictures', title: 'Fotos por nombre', access: pictureImports, component: PictureImports }),
  create({
    path: '/parts/pictures/$pictureImportId',
    title: 'Fotos por nombre',
    access: pictureImports,
    component: PictureImportScreen,
  }),
  list('trash', { path: '/parts/trash', title: 'Papelera', access: trash, component: Trash }),
  create({ path: '/parts/bulk/$bulkId', title: 'Acción masiva', access: 'manufacturer', component: BulkScreen }),
  list('activity', { path: '/activity', title: 'Actividad', access: activity, component: Activity }),
  create({ path: '/activity/$operationId', title: 'Operación', access: activity, component: OperationScreen }),
  create({ path: '/activity/undos/$undoId', title: 'Deshacer', access: activity, component: UndoScreen }),

  create({ path: '/account', title: 'Mi cuenta', access: 'user', component: MyAccount }),

  list('users', { path: '/users', title: 'Usuarios', access: users, component: UserList }),
  create({ path: '/users/new', title: 'Nuevo usuario', access: users, component: UserForm }),
  edit('users', { path: '/users/$id', title: 'Usuario', access: users, component: UserForm }),

  list('clients', { path: '/clients', title: 'Clientes', access: clients, component: ClientList }),
  create({ path: '/clients/new', title: 'Nuevo cliente', access: clients, component: ClientForm }),
  edit('clients', { path: '/clients/$id', title: 'Cliente', access: clients, component: ClientForm }),

  list(
    'products',
    { path: '/part_products', title: 'Productos', access: products, component: ProductList },
    'category',
  ),
  create({ path: '/part_products/new', title: 'Nuevo producto', access: products, component: ProductForm }),
  edit('products', { path: '/part_products/$id', title: 'Producto', access: products, component: ProductForm }),

  list('brands', { path: '/part_brands', title: 'Marcas', access: brands, component: BrandList }),
  create({ path: '/part_brands/new', title: 'Nueva marca', access: brands, component: BrandForm }),
  edit('brands', { path: '/part_brands/$id', title: 'Marca', access: brands, component: BrandForm }),

  list('categories', { path: '/part_categories', title: 'Categorías', access: categories, component: CategoryList }),
  create({ path: '/part_categories/new', title: 'Nueva categoría', access: categories, component: CategoryForm }),
  edit('categories', { path: '/part_categories/$id', title: 'Categoría', access: categories, component: CategoryForm }),

  list('vehicleAliases', {
    path: '/vehicle_aliases',
    title: 'Alias de vehículos',
    access: vehicleAliases,
    component: AliasList,
  }),
  create({ path: '/vehicle_aliases/new', title: 'Nuevo alias', access: vehicleAliases, component: AliasForm }),
  edit('vehicleAliases', {
    path: '/vehicle_aliases/$id',
    title: 'Alias',
    access: vehicleAliases,
    component: AliasForm,
  }),

  list('vehicleBase', { path: '/vehicles', title: 'Vehículos', access: vehicleBase, component: VehicleList }),
  create({ path: '/vehicles/new', title: 'Nuevo vehículo', access: vehicleBase, component: VehicleForm }),
  searched({
    path: '/vehicles/proposals',
    title: 'Vehículos propuestos',
    access: vehicleProposals,
    component: ProposalList,
  }),
  edit('vehicleBase', { path: '/vehicles/$id', title: 'Vehículo', access: vehicleBase, component: VehicleForm }),
] as const;

export const router = createRouter({
  routeTree: root.addChildren([login, logout, shell.addChildren([start, ...screens, unknown])]),
  context: { role: null, defaultBrand: null },
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  // The cache of the queries decides what is read again.
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 200,
  defaultPendingMinMs: 0,
  defaultPendingComponent: Loading,
  defaultErrorComponent: CrashPage,
  scrollRestoration: true,
});

export type AppRouter = typeof router;

/** Starts to load the code of the screen in the URL. */
export function loadScreen() {
  const routes: Readonly<Record<string, AnyRoute>> = router.routesById;
  for (const { routeId } of router.matchRoutes(router.latestLocation)) {
    const route = routes[routeId];
    if (route) void router.loadRouteChunk(route);
  }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
