import { useLocation, useRouter } from '@tanstack/react-router';
import type { Listed } from './listed.ts';
import type { Search } from './table/list.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** How many history entries to go back to close the overlay. Absent when a link opened it. */
    overlayDepth?: number;
  }
}

/** The state of what is closed by going back once. `listed` is the list that it was opened from. */
export const overlayState = (listed?: Listed) => ({ overlayDepth: 1, ...(listed && { listed }) });

/** Opens an overlay by naming it in the URL, so that a reload or a link finds it open. */
export function useOpenOverlay() {
  const { navigate } = useRouter();
  return (named: Record<string, string>, listed?: Listed) =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, ...named }),
      state: overlayState(listed),
      resetScroll: false,
    });
}

/** The search parameters but for these. */
export const without = (names: readonly string[]) => (search: Search) =>
  Object.fromEntries(Object.entries(search).filter(([name]) => !names.includes(name)));

const useDepth = () => useLocation({ select: ({ state }) => state.overlayDepth });

/** Returns a function that makes the history state of a step inside an overlay. Closing goes back over the step too. */
export function useOverlayState() {
  const depth = useDepth();
  const before = useLocation({ select: ({ state }) => state.listed });
  return (how: 'push' | 'replace', listed = before) => ({
    ...(depth && { overlayDepth: how === 'push' ? depth + 1 : depth }),
    ...(listed && { listed }),
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
