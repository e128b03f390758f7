import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import type { Search } from './table/list.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The search parameters (filters, order, page) of the list that a form was opened from. */
    listSearch?: Search;
  }
}

/** Opens a form and remembers the list's search, so that Volver returns to the same filters and page. */
export function useOpenForm() {
  const router = useRouter();
  return (path: string) => void router.navigate({ to: path, state: { listSearch: router.state.location.search } });
}

export const useListSearch = () => useLocation({ select: ({ state }) => state.listSearch ?? {} });

/** Returns from a form to its list, with the same filters and page. */
export function useBackToList(path: string) {
  const navigate = useNavigate();
  const search = useListSearch();
  return () => void navigate({ to: path, search });
}
