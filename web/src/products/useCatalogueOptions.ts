import { brands } from '@piezario/contract/brands';
import { categories } from '@piezario/contract/categories';
import { products } from '@piezario/contract/products';
import { useCall } from '../api/hooks.ts';

type Chosen = { readonly brand: number | null; readonly category: number | null };

/**
 * Options of each level, undefined while they load. `ofAnyBrand` offers all products of the category, or of all
 * categories, because an assignment may name a product of which the brand has no parts yet.
 */
export function useCatalogueOptions({ brand, category }: Chosen, { ofAnyBrand = false } = {}) {
  const brandId = brand ?? 'all';
  const categoryId = category ?? 'all';
  const hasBrand = brand !== null;
  const chained = useCall(products.jsonChained, { params: { categoryId } }, { enabled: hasBrand && ofAnyBrand });
  const ofBrand = useCall(products.json, { params: { categoryId, brandId } }, { enabled: hasBrand && !ofAnyBrand });
  return {
    brands: useCall(brands.json, {}).data,
    categories: useCall(categories.json, { params: { brandId } }, { enabled: hasBrand }).data,
    products: (ofAnyBrand ? chained : ofBrand).data,
  };
}
