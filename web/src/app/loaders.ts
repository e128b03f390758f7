import { api } from '@piezario/contract/api';
import type { Endpoint, Sent } from '@piezario/contract/endpoint';
import { queryOf } from '../api/hooks.ts';
import { type ListEndpoint, readView, type Search } from '../ui/table/list.ts';
import { queries } from './queries.ts';

/*
 * Each starts to read what a screen shows first, while the code of the screen is still loading. The screen reads the
 * same from the cache, and shows by itself that it loads or that it failed.
 */

const list =
  <E extends ListEndpoint>(endpoint: E) =>
  (search: Search, params?: Record<string, unknown>) =>
    void queries.prefetchQuery(
      queryOf<E>(endpoint, { params, query: readView(endpoint, search) } as unknown as Sent<E>),
    );

/** A form must not start from a record that was read before the last save, so the answer is not kept. */
const record =
  <E extends Endpoint>(endpoint: E) =>
  (id: string) =>
    void queries.prefetchQuery({ ...queryOf<E>(endpoint, { params: { id } } as unknown as Sent<E>), gcTime: 0 });

export const lists = {
  users: list(api.users.list),
  clients: list(api.clients.list),
  products: ({ category, ...search }: Search) =>
    list(api.products.paginated)(search, { categoryId: category ? Number(category) : 'all' }),
  brands: list(api.brands.paginated),
  categories: list(api.categories.paginated),
  importer: list(api.importer.list),
};

export const records = {
  users: record(api.users.show),
  clients: record(api.clients.show),
  products: record(api.products.show),
  brands: record(api.brands.show),
  categories: record(api.categories.show),
};
