import { useLocation, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { Search } from './table/list.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** How many entries, this one included, lie over the one that something was opened from. None after a link. */
    over?: number;
  }
}

/** Opens something over a screen by naming it in its URL, so that a reload or a link finds it open. */
export function useOpenOver() {
  const { navigate } = useRouter();
  return useCallback(
    (named: Record<string, string>) =>
      void navigate({
        to: '.',
        search: (before) => ({ ...before, ...named }),
        state: { over: 1 },
        resetScroll: false,
      }),
    [navigate],
  );
}

/** The search parameters but for these. */
export const without = (names: readonly string[]) => (search: Search) =>
  Object.fromEntries(Object.entries(search).filter(([name]) => !names.includes(name)));

/** Closes what these names of the URL open. They are the same array every time. */
export function useCloseOver(names: readonly string[]) {
  const { navigate, history } = useRouter();
  const over = useLocation({ select: ({ state }) => state.over });
  return useCallback(() => {
    if (over) history.go(-over);
    else {
      void navigate({ to: '.', search: without(names), replace: true, resetScroll: false });
    }
  }, [over, history, navigate, names]);
}
