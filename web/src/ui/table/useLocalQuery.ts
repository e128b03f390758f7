import type { Filter } from '@piezario/contract/list';
import { useState } from 'react';
import { type ListEndpoint, readView } from './list.ts';
import type { ListState } from './useListQuery.ts';

/** Keeps what a table shows to itself, for one that opens inside another screen and starts over each time. */
export function useLocalQuery(list: ListEndpoint, filters: readonly Filter[] = []): ListState {
  const [query, change] = useState(() => ({ ...readView(list, {}), filters }));
  const setQuery: ListState['setQuery'] = (next) => change((view) => ({ ...view, page: 1, ...next(view) }));
  return { query, setQuery };
}
