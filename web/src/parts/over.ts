import { useLocation, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** How many entries, this one included, lie over the catalogue that something was opened from. None after a link. */
    over?: number;
  }
}

type Search = Record<string, string | undefined>;

/** How what lies over the catalogue closes: back to the entry that it was opened from, or without it if there is none. */
export function useCloseOver(without: (search: Search) => Search) {
  const { navigate, history } = useRouter();
  const over = useLocation({ select: ({ state }) => state.over });
  return useCallback(() => {
    if (over) history.go(-over);
    else void navigate({ to: '.', search: without, replace: true, resetScroll: false });
  }, [over, history, navigate, without]);
}
