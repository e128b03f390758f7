import type { Choice } from '../ui/Picker.tsx';

/** Undefined while they load. */
type Options = readonly Choice[] | undefined;
export type CatalogueOptions = { readonly brands: Options; readonly categories: Options; readonly products: Options };

/** Chosen levels of the catalog. */
type Chosen = { readonly brand: number | null; readonly category: number | null; readonly product: number | null };

/**
 * Changes levels and clears those below them (§4), whose options depend on them. `empty` names the levels from the top
 * down, each with its value when nothing is chosen.
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
 * Returns a change that corrects the choice, or null. A stored or shared choice may name what the person cannot see. An
 * only brand is always chosen.
 */
export function correctionOf({ brand, category, product }: Chosen, options: CatalogueOptions): Partial<Chosen> | null {
  const { brands, categories, products } = options;
  if (isMissing(brand, brands)) return { brand: null };
  if (isMissing(category, categories)) return { category: null };
  if (isMissing(product, products)) return { product: null };
  const [only] = brands?.length === 1 ? brands : [];
  return brand === null && only ? { brand: only.id } : null;
}
