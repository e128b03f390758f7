import { parts } from '@piezario/contract/parts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { changeView, readView, type Search, writeView } from '../ui/table/list.ts';
import type { ListState } from '../ui/table/useListQuery.ts';
import { CATALOG, isOfAttributes, isOfTheCode, readSelection } from './selection.ts';

/** The URL of the catalog has this filter as `part_search`. */
const FILTER = 'filter[contains-code]';

/** Returns the search of the list. Without a product there are no attributes to filter or sort by. */
export function fromUrl({ part_search, ...search }: Search): Search {
  const hasProduct = readSelection(search).product !== null;
  const kept = Object.entries(search).filter(
    ([key, value = '']) => (hasProduct || !isOfAttributes(key, value)) && (!part_search || !isOfTheCode(key)),
  );
  return { ...Object.fromEntries(kept), ...(part_search && { [FILTER]: part_search }) };
}

export const toUrl = ({ [FILTER]: part_search, ...search }: Record<string, string>) =>
  part_search === undefined ? search : { ...search, part_search };

/** Changes what the table of parts shows. */
export function useSetPartsQuery(): ListState['setQuery'] {
  const navigate = useNavigate();
  return (change, how = 'push') => {
    const searched = (before: Search) => {
      const list = fromUrl(before);
      return toUrl(writeView(parts.list, list, changeView(readView(parts.list, list), change)));
    };
    void navigate({ to: CATALOG, search: searched, replace: how === 'replace', resetScroll: false });
  };
}

/** State of the table of parts, in the URL beside the selection. */
export function usePartsQuery(): ListState {
  const search = useSearch({ from: '/shell/parts/catalog' });
  return { query: readView(parts.list, fromUrl(search)), setQuery: useSetPartsQuery(), inUrl: true };
}
