import type { Filter } from '@piezario/contract/list';
import { redirect, useLocation, useNavigate } from '@tanstack/react-router';
import { cascade } from '../products/cascade.ts';
import { without } from '../ui/overlay.ts';
import { store } from '../ui/storage.ts';
import type { Search } from '../ui/table/list.ts';

/** What the catalog shows. Read from the URL of the catalog, and from the storage on other screens. */
export type Selection = {
  readonly brand: number | null;
  readonly category: number | null;
  readonly product: number | null;
  readonly search: string;
};

export const CATALOG = '/parts/catalog';

const KEYS = {
  brand: 'part_brand',
  category: 'part_category',
  product: 'part_product',
  search: 'part_search',
} as const;
const NAMES = Object.keys(KEYS) as (keyof Selection)[];
/** Overlays of the catalog: the wizard, or a view of a part. */
export const OVERLAYS = ['part', 'step', 'gap', 'new', 'view', 'history'] as const;

const isOurs = (key: string) => Object.values(KEYS).some((ours) => ours === key);

const MAX_ID = 2_147_483_647;

/** Reads an id like `Id` of the contract, without zod, because this file is loaded with the first page. */
export function readId(text = ''): number | null {
  const id = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  return id >= 1 && id <= MAX_ID ? id : null;
}

export function readSelection(search: Search): Selection {
  const brand = readId(search[KEYS.brand]);
  if (brand === null) return { brand, category: null, product: null, search: '' };
  return {
    brand,
    category: readId(search[KEYS.category]),
    product: readId(search[KEYS.product]),
    search: search[KEYS.search] ?? '',
  };
}

function writeSelection(selection: Selection): Record<string, string> {
  const chosen = NAMES.filter((name) => selection[name]);
  return Object.fromEntries(chosen.map((name) => [KEYS[name], String(selection[name])]));
}

const stored = (): Search =>
  Object.fromEntries(Object.values(KEYS).map((key) => [key, localStorage.getItem(key) ?? undefined]));

export function storeSelection(selection: Selection) {
  const wire = writeSelection(selection);
  for (const key of Object.values(KEYS)) store(key, wire[key] ?? null);
}

type Present = Readonly<Record<string, string>>;
type Arrival = {
  readonly cause: 'enter' | 'stay' | 'preload';
  readonly search: Search;
  readonly context: { readonly defaultBrand: number | null };
};

/** Redirects to the last selection, or else to the default brand, unless the link has a selection. */
export function restoreSelection({ cause, search, context }: Arrival, remembered = stored) {
  if (cause !== 'enter' || Object.keys(search).some(isOurs)) return;
  const selection = readSelection(remembered());
  const last = writeSelection(selection.brand === null ? { ...selection, brand: context.defaultBrand } : selection);
  if (Object.keys(last).length > 0) throw redirect({ to: CATALOG, search: { ...search, ...last }, replace: true });
}

/** Filters of the selection: its category, unless a product is chosen. */
export const filtersOf = ({ category, product }: Pick<Selection, 'category' | 'product'>): Filter[] =>
  product === null && category !== null
    ? [{ column: 'part_category_id', mode: 'matches', value: String(category) }]
    : [];

const EMPTY: Selection = { brand: null, category: null, product: null, search: '' };

const isOfAPage = (key: string) => key === 'page[number]' || key === 'page[after]';
/** Filter to parts that fit any of these vehicles, set by the catalog by vehicle. It limits downloads too. */
const VEHICLES = 'filter[in-vehicle_id]';

/** Filters and orders by attributes, which belong to a product. */
export const isOfAttributes = (key: string, value: string) =>
  /^filter\[[a-z_]+-@/.test(key) || (key === 'sort' && /^-?@/.test(value));

/**
 * Another selection drops the filters and the page of the list, and keeps its vehicles and its order, unless it is by an
 * attribute.
 */
const isOfTheList = (key: string, value: string) =>
  (key.startsWith('filter[') && key !== VEHICLES) || isOfAttributes(key, value);
/** `part_search` is a filter by code, so it replaces the other filters by code. */
export const isOfTheCode = (key: string) => /^filter\[[a-z_]+-code\]$/.test(key);

const withoutList = (search: Search): Present =>
  Object.fromEntries(
    Object.entries(search).flatMap(([key, value]) =>
      value === undefined || isOfAPage(key) || isOurs(key) || isOfTheList(key, value) ? [] : [[key, value]],
    ),
  );

const readVehicles = (search: Search): readonly number[] =>
  (search[VEHICLES] ?? '').split(';').flatMap((id) => readId(id) ?? []);

const withoutOverlays = without(OVERLAYS);

export function useSelection() {
  const inCatalog = useLocation({ select: ({ pathname }) => pathname === CATALOG });
  const search: Search = useLocation({ select: (location) => location.search });
  const navigate = useNavigate();
  const selection = readSelection(inCatalog ? search : stored());
  const choose = (change: Partial<Omit<Selection, 'search'>>, how: 'push' | 'replace' = 'push') => {
    const changed = (before: Search) => {
      const view = inCatalog ? before : {};
      const next = cascade<Selection>(readSelection(inCatalog ? before : stored()), change, EMPTY);
      // Overlays belong to the list that is left. A correction of the selection stays in the list.
      const left = how === 'push' ? withoutOverlays(view) : view;
      return { ...withoutList(left), ...writeSelection(next) };
    };
    void navigate({ to: CATALOG, search: changed, replace: how === 'replace', resetScroll: false });
  };
  const add = () => {
    const asked = (before: Search) => ({
      ...(inCatalog ? before : writeSelection(readSelection(stored()))),
      new: '1',
    });
    void navigate({ to: CATALOG, search: asked, state: inCatalog ? { overlayDepth: 1 } : {}, resetScroll: false });
  };
  const vehicles = inCatalog ? readVehicles(search) : [];
  return { selection, vehicles, choose, add, inCatalog };
}
