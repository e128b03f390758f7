import { type Access, admits, type Role, SCREENS } from '@piezario/contract/access';
import { type RegisteredRouter, useMatches } from '@tanstack/react-router';

/** Who may read each page. The text of a page is `pages/<name>.md`, and that of `novedades` the root's CHANGELOG.md. */
const PAGES = {
  home: SCREENS.home,
  catalog: SCREENS.parts,
  part: SCREENS.parts,
  grid: SCREENS.grid,
  search: SCREENS.parts,
  vehicles: SCREENS.parts,
  importer: SCREENS.importer,
  bulk: 'manufacturer',
  pending: SCREENS.pending,
  conflicts: SCREENS.conflicts,
  pictures: SCREENS.pictureImports,
  trash: SCREENS.trash,
  activity: SCREENS.activity,
  operation: SCREENS.activity,
  clients: SCREENS.clients,
  users: SCREENS.users,
  products: SCREENS.products,
  brands: SCREENS.brands,
  categories: SCREENS.categories,
  base: SCREENS.vehicleBase,
  proposals: SCREENS.vehicleProposals,
  aliases: SCREENS.vehicleAliases,
  account: 'user',
  glosario: 'user',
  novedades: 'user',
} as const satisfies Record<string, Access>;

export type PageName = keyof typeof PAGES;
export const PAGE_NAMES = Object.keys(PAGES) as readonly PageName[];

type Path = keyof RegisteredRouter['routesByPath'];
/** Screens without a toolbar, the redirection to the catalog and unknown addresses. */
type WithoutHelp = '/' | '/login' | '/logout' | '/$';

/** The page of each screen. A screen without one does not compile. */
export const PAGE_OF: Record<Exclude<Path, WithoutHelp>, PageName> = {
  '/home': 'home',
  '/parts/catalog': 'catalog',
  '/parts/$id': 'part',
  '/parts/grid': 'grid',
  '/parts/search': 'search',
  '/parts/vehicles': 'vehicles',
  '/parts/conflicts': 'conflicts',
  '/parts/pending': 'pending',
  '/import': 'importer',
  '/parts/pictures': 'pictures',
  '/parts/pictures/$pictureImportId': 'pictures',
  '/parts/trash': 'trash',
  '/parts/bulk/$bulkId': 'bulk',
  '/activity': 'activity',
  '/activity/$operationId': 'operation',
  '/activity/undos/$undoId': 'operation',
  '/account': 'account',
  '/users': 'users',
  '/users/new': 'users',
  '/users/$id': 'users',
  '/clients': 'clients',
  '/clients/new': 'clients',
  '/clients/$id': 'clients',
  '/part_products': 'products',
  '/part_products/new': 'products',
  '/part_products/$id': 'products',
  '/part_brands': 'brands',
  '/part_brands/new': 'brands',
  '/part_brands/$id': 'brands',
  '/part_categories': 'categories',
  '/part_categories/new': 'categories',
  '/part_categories/$id': 'categories',
  '/vehicles': 'base',
  '/vehicles/new': 'base',
  '/vehicles/$id': 'base',
  '/vehicles/proposals': 'proposals',
  '/vehicle_aliases': 'aliases',
  '/vehicle_aliases/new': 'aliases',
  '/vehicle_aliases/$id': 'aliases',
};

type Topic = {
  readonly title: string;
  /** Other words that find the page. */
  readonly words: string;
  /** Pages that it refers to. */
  readonly see: readonly string[];
};

const CHANGELOG = '../../../CHANGELOG.md';
const topics = import.meta.glob<Topic>(['./pages/*.md', '../../../CHANGELOG.md'], {
  eager: true,
  import: 'default',
  query: '?topic',
});

/** Key of a page among the modules of `import.meta.glob`. */
export const fileOf = (name: PageName) => (name === 'novedades' ? CHANGELOG : `./pages/${name}.md`);

export const topicOf = (name: PageName): Topic => topics[fileOf(name)] ?? { title: name, words: '', see: [] };

export const canRead = (role: Role | null, name: PageName) => admits(PAGES[name], role);

/** The page of the screen that is open. */
export const useScreenPage = (): PageName =>
  useMatches({
    select: (matches) => (PAGE_OF as Readonly<Record<string, PageName>>)[matches.at(-1)?.fullPath ?? ''] ?? 'catalog',
  });
