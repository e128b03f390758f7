import type { ListQuery } from '@piezario/contract/list';
import { useState } from 'react';
import { changeView, type ListEndpoint, readView } from './list.ts';
import type { ListState } from './useListQuery.ts';

/** Keeps what a table shows to itself, for one that opens inside another screen and starts over each time. */
export function useLocalQuery(list: ListEndpoint, start: Partial<ListQuery> = {}): ListState {
  const [query, change] = useState<ListQuery>(() => ({ ...readView(list, {}), ...start }));
  const setQuery: ListState['setQuery'] = (next) => change((view) => changeView(view, next));
  return { query, setQuery };
}
