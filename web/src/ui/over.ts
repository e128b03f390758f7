import { useLocation, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { Search } from './table/list.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What is open lies over the entry before this one, so that closing it is going back. */
    over?: boolean;
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
        state: { over: true },
        resetScroll: false,
      }),
    [navigate],
  );
}

/** Closes what these names of the URL open. They are the same array every time. */
export function useCloseOver(names: readonly string[]) {
  const { navigate, history } = useRouter();
  const over = useLocation({ select: ({ state }) => state.over });
  return useCallback(() => {
    if (over) history.back();
    else {
      const search = (before: Search) =>
        Object.fromEntries(Object.entries(before).filter(([name]) => !names.includes(name)));
      void navigate({ to: '.', search, replace: true, resetScroll: false });
    }
  }, [over, history, navigate, names]);
}
