import { useLocation, useRouter } from '@tanstack/react-router';
import type { ListPage } from './listPage.ts';
import type { Search } from './table/list.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** How many history entries to go back to close the overlay. Absent when a link opened it. */
    overlayDepth?: number;
  }
}

/** Returns the history state of an overlay that going back once closes. `listPage` is the list that opened it. */
export const overlayState = (listPage?: ListPage) => ({ overlayDepth: 1, ...(listPage && { listPage }) });

/** Opens an overlay by naming it in the URL, so that a reload or a link finds it open. */
export function useOpenOverlay() {
  const { navigate } = useRouter();
  return (named: Record<string, string>, listPage?: ListPage) =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, ...named }),
      state: overlayState(listPage),
      resetScroll: false,
    });
}

/** Returns a function that removes search parameters. */
export const without = (names: readonly string[]) => (search: Search) =>
  Object.fromEntries(Object.entries(search).filter(([name]) => !names.includes(name)));

const useDepth = () => useLocation({ select: ({ state }) => state.overlayDepth });

/** Returns a function that makes the history state of a step inside an overlay. Closing goes back over the step too. */
export function useOverlayState() {
  const depth = useDepth();
  const before = useLocation({ select: ({ state }) => state.listPage });
  return (how: 'push' | 'replace', listPage = before) => ({
    ...(depth && { overlayDepth: how === 'push' ? depth + 1 : depth }),
    ...(listPage && { listPage }),
  });
}

/** Closes the overlay that these search parameters open. With `ignoreBlocker` nothing asks about unsaved changes. */
export function useCloseOverlay(names: readonly string[], ignoreBlocker = false) {
  const { navigate, history } = useRouter();
  const depth = useDepth();
  return () => {
    if (depth) history.go(-depth, { ignoreBlocker });
    else void navigate({ to: '.', search: without(names), replace: true, resetScroll: false, ignoreBlocker });
  };
}
