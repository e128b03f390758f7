import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import type { Search } from './table/list.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The search parameters (filters, order, page) of the list that a form was opened from. */
    listSearch?: Search;
    /** Opened from the setup steps, to which saving and Volver return. */
    fromSetup?: true;
  }
}

/** Opens a form and remembers the list's search, so that Volver returns to the same filters and page. */
export function useOpenForm() {
  const router = useRouter();
  return (path: string) => void router.navigate({ to: path, state: { listSearch: router.state.location.search } });
}

export const useListSearch = () => useLocation({ select: ({ state }) => state.listSearch ?? {} });

/** Where a form returns to: its list with the same filters and page, or the setup steps on Inicio. */
export function useBackLink<Path extends string>(path: Path) {
  const search = useListSearch();
  const fromSetup = useLocation({ select: ({ state }) => state.fromSetup });
  return fromSetup ? ({ to: '/home' } as const) : { to: path, search };
}

export function useBackToList(path: string) {
  const navigate = useNavigate();
  const back = useBackLink(path);
  return () => void navigate(back);
}
