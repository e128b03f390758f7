import type { ListQuery } from '@piezario/contract/list';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ListPath } from '../words.ts';
import { type Change, changeView, type ListEndpoint, readView, type Search, writeView } from './list.ts';

/** State of a table, in any store. Another order, size or filter begins at the first page. */
export type ListState = {
  readonly query: ListQuery;
  /** Typing replaces the entry in the history; what is done with a click adds one. */
  readonly setQuery: (change: Change, how?: 'push' | 'replace') => void;
  /** It is kept in the address, so that it can be shared and saved under a name. */
  readonly inUrl?: true;
};

/** Keeps it in the URL, as the API takes it, so that Back, a reload and a shared link find the same view. */
export function useListQuery(list: ListEndpoint, path: ListPath): ListState {
  const search = useSearch({ from: `/shell${path}` });
  const navigate = useNavigate();
  const query = readView(list, search);
  const setQuery = (change: Change, how: 'push' | 'replace' = 'push') => {
    const searched = (before: Search) => writeView(list, before, changeView(readView(list, before), change));
    void navigate({ to: '.', search: searched, replace: how === 'replace', resetScroll: false });
  };
  return { query, setQuery, inUrl: true };
}
