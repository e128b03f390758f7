import { useLocation, useRouter } from '@tanstack/react-router';
import type { Search } from './table/list.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** How many history entries to go back to close the overlay. Absent when a link opened it. */
    overlayDepth?: number;
  }
}

/** Opens an overlay by naming it in the URL, so that a reload or a link finds it open. */
export function useOpenOverlay() {
  const { navigate } = useRouter();
  return (named: Record<string, string>) =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, ...named }),
      state: { overlayDepth: 1 },
      resetScroll: false,
    });
}

/** The search parameters but for these. */
export const without = (names: readonly string[]) => (search: Search) =>
  Object.fromEntries(Object.entries(search).filter(([name]) => !names.includes(name)));

/** Closes the overlay that these search parameters open. */
export function useCloseOverlay(names: readonly string[]) {
  const { navigate, history } = useRouter();
  const depth = useLocation({ select: ({ state }) => state.overlayDepth });
  return () => {
    if (depth) history.go(-depth);
    else void navigate({ to: '.', search: without(names), replace: true, resetScroll: false });
  };
}
