import { brands } from '@piezario/contract/brands';
import { categories } from '@piezario/contract/categories';
import { products } from '@piezario/contract/products';
import { useEffect } from 'react';
import { useCall } from '../api/hooks.ts';
import type { Choice } from '../ui/Picker.tsx';
import { type Selection, storeSelection, useSelection } from './selection.ts';

type Options = readonly Choice[] | undefined;
export type Choices = { readonly brands: Options; readonly categories: Options; readonly products: Options };

/** What can be chosen at each level, undefined while it is on its way. */
export function useChoices({ brand, category }: Selection): Choices {
  const some = { enabled: brand !== null };
  const ofBrand = useCall(categories.json, { params: { brandId: brand ?? 'all' } }, some);
  const params = { categoryId: category ?? 'all', brandId: brand ?? 'all' } as const;
  const ofCategory = useCall(products.json, { params }, some);
  return {
    brands: useCall(brands.json, {}).data,
    categories: ofBrand.isPlaceholderData ? undefined : ofBrand.data,
    products: ofCategory.isPlaceholderData ? undefined : ofCategory.data,
  };
}

/** What is chosen, by name; the narrowest of category and product, which tells most in little room. */
export function namesOf({ brand, category, product }: Selection, choices: Choices): string[] {
  const name = (id: number | null, options: Options) => options?.find((option) => option.id === id)?.name ?? '';
  const names = [name(brand, choices.brands), name(product, choices.products) || name(category, choices.categories)];
  return names.filter((one) => one !== '');
}

const isMissing = (id: number | null, options: Options) =>
  id !== null && options !== undefined && !options.some((option) => option.id === id);

/**
 * Keeps the selection of the catalogue possible, and remembers it in this browser. It is the catalogue's own business:
 * on the way to it the URL may not yet hold what was remembered.
 */
export function useKeptSelection() {
  const { selection, choose, inCatalog } = useSelection();
  const { brand, category, product } = selection;
  const choices = useChoices(selection);
  const only = choices.brands?.length === 1 ? choices.brands[0] : undefined;
  useEffect(() => {
    if (!inCatalog) return;
    // What was shared or stored may no longer be within reach, or never was: it goes without a word.
    if (isMissing(brand, choices.brands)) choose({ brand: null }, 'replace');
    else if (isMissing(category, choices.categories)) choose({ category: null }, 'replace');
    else if (isMissing(product, choices.products)) choose({ product: null }, 'replace');
    else if (brand === null && only) choose({ brand: only.id }, 'replace');
    else storeSelection(selection);
  }, [
    inCatalog,
    brand,
    category,
    product,
    only,
    choices.brands,
    choices.categories,
    choices.products,
    selection,
    choose,
  ]);
}
