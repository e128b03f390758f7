import type { Choice } from '../ui/Picker.tsx';

/** Undefined while they load. */
type Options = readonly Choice[] | undefined;
export type CatalogueOptions = { readonly brands: Options; readonly categories: Options; readonly products: Options };

/** What is chosen of the catalogue. */
type Chosen = { readonly brand: number | null; readonly category: number | null; readonly product: number | null };

/**
 * Each level clears those below it (§4), because they were chosen among what it held. `empty` names the levels from the
 * top down and holds the value of one that is not chosen.
 */
export function cascade<Levels extends object>(chosen: Levels, change: Partial<Levels>, empty: Levels): Levels {
  const levels = Object.keys(empty) as (keyof Levels)[];
  const changed = levels.findIndex((level) => level in change);
  const kept = levels.slice(0, changed).map((level) => [level, chosen[level]]);
  return { ...empty, ...Object.fromEntries(kept), ...change };
}

/** The names of the brand and of the product, or else of the category. */
export function namesOf({ brand, category, product }: Chosen, options: CatalogueOptions): string[] {
  const name = (id: number | null, among: Options) => among?.find((option) => option.id === id)?.name ?? '';
  const names = [name(brand, options.brands), name(product, options.products) || name(category, options.categories)];
  return names.filter((one) => one !== '');
}

const isMissing = (id: number | null, options: Options) =>
  id !== null && options !== undefined && !options.some((option) => option.id === id);

/**
 * What has to change before the choice is possible, or null. A stored or shared choice may name what the person cannot
 * see, and the only brand is always chosen.
 */
export function correctionOf({ brand, category, product }: Chosen, options: CatalogueOptions): Partial<Chosen> | null {
  const { brands, categories, products } = options;
  if (isMissing(brand, brands)) return { brand: null };
  if (isMissing(category, categories)) return { category: null };
  if (isMissing(product, products)) return { product: null };
  const [only] = brands?.length === 1 ? brands : [];
  return brand === null && only ? { brand: only.id } : null;
}
