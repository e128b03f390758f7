import type { ListQuery } from '@piezario/contract/list';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ListPath } from '../words.ts';
import { type Change, changeView, type ListEndpoint, readView, type Search, writeView } from './list.ts';

/** State of a table, in any store. Another order, size or filter begins at the first page. */
export type ListState = {
  readonly query: ListQuery;
  /** `replace`, for typing, replaces the entry of the browser's history. Clicks push one. */
  readonly setQuery: (change: Change, how?: 'push' | 'replace') => void;
  /** The state is in the URL, so that it can be shared and saved as a view. */
  readonly inUrl?: true;
};

/** Keeps the state of a list in the URL, in the form of the API, so that Back, a reload and a link restore it. */
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
