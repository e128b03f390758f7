import { brands } from '@piezario/contract/brands';
import { categories } from '@piezario/contract/categories';
import { products } from '@piezario/contract/products';
import { useCall } from '../api/hooks.ts';

type Chosen = { readonly brand: number | null; readonly category: number | null };

/**
 * What can be chosen at each level, undefined while it loads. `ofAnyBrand` offers the products of the category, or all,
 * without regard to the brand, as assignments need it (decisions §1).
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
