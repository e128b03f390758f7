import type { SCREENS } from '@piezario/contract/access';
import { api } from '@piezario/contract/api';
import type { Endpoint, Noun, Sent } from '@piezario/contract/endpoint';
import { queryOf } from '../api/hooks.ts';
import { type ListEndpoint, readView, type Search } from '../ui/table/list.ts';
import { queries } from './queries.ts';

/*
 * Loaders prefetch what a screen shows first, while the code of the screen is still loading. The screen reads the
 * cache, and shows by itself that it is loading or that it failed.
 */

export type ScreenNoun = keyof typeof SCREENS;

/** Reads the page of the noun's list that the search parameters ask for. */
export function loadList(noun: ScreenNoun, { category, ...search }: Search) {
  const { paginated, list = paginated }: Noun = api[noun];
  const params = list?.params && { categoryId: category ? Number(category) : 'all' };
  if (list) start(list, { params, query: readView(list as ListEndpoint, search) });
}

/** A form must not start from a record that was read before the last save, so the answer is not kept. */
export function loadRecord(noun: ScreenNoun, id: string) {
  const { show }: Noun = api[noun];
  if (show) start(show, { params: { id } }, { gcTime: 0 });
}

const start = (endpoint: Endpoint, sent: object, options = {}) =>
  void queries.prefetchQuery({ ...queryOf(endpoint, sent as Sent<Endpoint>), ...options });
