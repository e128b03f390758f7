import { Id } from '@piezario/contract/fields';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useCloseOver } from '../over.ts';

const VIEWS = ['images', 'attributes', 'crosses', 'applications'] as const;
export type ViewName = (typeof VIEWS)[number];

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
        state: { over: 1 },
        resetScroll: false,
      }),
    [navigate],
  );
}

const withoutView = ({ view: _view, part: _part, ...rest }: Record<string, string | undefined>) => rest;
export const useCloseView = () => useCloseOver(withoutView);
