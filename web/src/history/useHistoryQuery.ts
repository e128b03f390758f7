import { history } from '@piezario/contract/history';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useOverlayState } from '../ui/overlay.ts';
import { changeView, readView } from '../ui/table/list.ts';
import type { ListState } from '../ui/table/useListQuery.ts';

const read = (text = '') => readView(history.list, Object.fromEntries(new URLSearchParams(text)));

/** State of the history, in one parameter of the catalog's URL, because the list of parts uses the usual parameters. */
export function useHistoryQuery(): ListState {
  const search = useSearch({ from: '/shell/parts/catalog' });
  const navigate = useNavigate();
  const stateOf = useOverlayState();
  const setQuery: ListState['setQuery'] = (change, how = 'push') =>
    void navigate({
      to: '.',
      search: (before: Readonly<Record<string, string | undefined>>) => {
        const view = changeView(read(before.history), change);
        return { ...before, history: new URLSearchParams(history.list.query.encode(view)).toString() || undefined };
      },
      state: stateOf(how),
      replace: how === 'replace',
      resetScroll: false,
    });
  return { query: read(search.history), setQuery };
}
