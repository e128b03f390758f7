import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { Search } from './table/list.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The filters, order and page of the list that a form was opened from. */
    view?: Search;
  }
}

/** Opens a form in such a way that its Volver finds the list as it was. */
export function useOpen() {
  const router = useRouter();
  return useCallback(
    (path: string) => void router.navigate({ to: path, state: { view: router.state.location.search } }),
    [router],
  );
}

export const useView = () => useLocation({ select: ({ state }) => state.view ?? {} });

/** Leaves a form for its list, as it was. */
export function useBack(path: string) {
  const navigate = useNavigate();
  const view = useView();
  return useCallback(() => void navigate({ to: path, search: view }), [navigate, path, view]);
}
