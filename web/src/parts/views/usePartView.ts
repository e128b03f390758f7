import { Id } from '@piezario/contract/fields';
import { useLocation, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

const VIEWS = ['images', 'attributes', 'crosses', 'applications'] as const;
export type ViewName = (typeof VIEWS)[number];

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What is open lies over the entry before this one, so that closing it is going back. */
    over?: boolean;
  }
}

/** The read-only view that the URL asks for, and the part it is of. */
export function usePartView() {
  const { view, part } = useSearch({ strict: false });
  const name = VIEWS.find((one) => one === view);
  const id = Id.safeParse(part).data;
  return name && id ? { name, id } : null;
}

/** Opens one over the catalogue. */
export function useOpenView() {
  const { navigate } = useRouter();
  return useCallback(
    (view: ViewName, part: number) =>
      void navigate({
        to: '.',
        search: (before) => ({ ...before, view, part: String(part) }),
        state: { over: true },
        resetScroll: false,
      }),
    [navigate],
  );
}

export function useCloseView() {
  const { navigate, history } = useRouter();
  const over = useLocation({ select: ({ state }) => state.over });
  return useCallback(() => {
    if (over) history.back();
    else {
      const search = ({ view: _view, part: _part, ...rest }: Record<string, string | undefined>) => rest;
      void navigate({ to: '.', search, replace: true, resetScroll: false });
    }
  }, [over, history, navigate]);
}
