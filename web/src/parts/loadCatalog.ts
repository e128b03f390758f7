import { brands } from '@piezario/contract/brands';
import { categories } from '@piezario/contract/categories';
import { parts } from '@piezario/contract/parts';
import { products } from '@piezario/contract/products';
import type { QueryClient } from '@tanstack/react-query';
import { queryOf } from '../api/hooks.ts';
import { filtersOf, readSelection } from '../selection/selection.ts';
import { fromUrl } from '../selection/usePartsQuery.ts';
import { readView, type Search } from '../ui/table/list.ts';

/** Prefetches what the catalog shows first: the options of the pickers and a page of parts. */
export function loadCatalog(queries: QueryClient, search: Search) {
  const { brand, category, product } = readSelection(search);
  void queries.prefetchQuery(queryOf(brands.json, {}));
  if (brand === null) {
    void queries.prefetchQuery(queryOf(brands.summary, {}));
    // The screen itself says so when this cannot be loaded.
    void import('./start/NoBrand.tsx').catch(Boolean);
    return;
  }
  const view = readView(parts.list, fromUrl(search));
  const query = { ...view, filters: [...view.filters, ...filtersOf({ category, product })] };
  void queries.prefetchQuery(queryOf(parts.list, { params: { brandId: brand, productId: product ?? 'all' }, query }));
  void queries.prefetchQuery(queryOf(categories.json, { params: { brandId: brand } }));
  void queries.prefetchQuery(queryOf(products.json, { params: { categoryId: category ?? 'all', brandId: brand } }));
}
