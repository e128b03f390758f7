import type { ListQuery } from '@piezario/contract/list';
import { useState } from 'react';
import { changeView, type ListEndpoint, readView } from './list.ts';
import type { ListState } from './useListQuery.ts';
import { readPreferences, storePreferences } from './usePreferences.ts';

/**
 * Keeps the state of a list in the component, for a table that opens inside another screen and starts over each time.
 * With `keepsSort` it starts in the order that the person chose last.
 */
export function useLocalQuery(list: ListEndpoint, { keepsSort = false } = {}): ListState {
  const [query, change] = useState<ListQuery>(() =>
    readView(list, keepsSort ? { sort: readPreferences(list.path).sort } : {}),
  );
  const setQuery: ListState['setQuery'] = (next) => {
    const { sort } = next(query);
    if (keepsSort && sort) storePreferences(list.path, { sort: list.query.encode({ ...query, sort }).sort });
    change((view) => changeView(view, next));
  };
  return { query, setQuery };
}
