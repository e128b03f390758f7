import { parts } from '@piezario/contract/parts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { OVERLAYS } from '../../selection/selection.ts';
import type { Listed } from '../../ui/listed.ts';
import { useCloseOverlay, useOverlayState, without } from '../../ui/overlay.ts';

export type Step = 1 | 2 | 3 | 4 | 5 | 6;

const readStep = (text: string | undefined): Step => {
  const step = Number(text);
  return step === 2 || step === 3 || step === 4 || step === 5 || step === 6 ? step : 1;
};

const withoutDialog = without(OVERLAYS);

/** The part and the step that are open, or that a new part is, in the URL beside what the catalogue shows. */
export function usePartDialog() {
  const search = useSearch({ from: '/shell/parts/catalog' });
  const navigate = useNavigate();
  const stateOf = useOverlayState();
  return {
    part: parts.show.params.shape.partId.safeParse(search.part).data ?? null,
    step: readStep(search.step),
    isNew: search.new !== undefined,
    open: (id: number, step: Step, replace = false) =>
      void navigate({
        to: '.',
        search: (before: Record<string, string | undefined>) => ({
          ...withoutDialog(before),
          part: String(id),
          step: String(step),
        }),
        state: stateOf(replace ? 'replace' : 'push'),
        replace,
        resetScroll: false,
      }),
    close: useCloseOverlay(OVERLAYS),
    /** Closes it without a question about unsaved changes. */
    leave: useCloseOverlay(OVERLAYS, true),
  };
}

/** Opens another part of the list at the same step or in the same view. It takes the place of this one. */
export function useGoToPart() {
  const navigate = useNavigate();
  const stateOf = useOverlayState();
  return (id: number, listed: Listed) =>
    void navigate({
      to: '.',
      search: ({ history: _, ...before }: Record<string, string | undefined>) => ({ ...before, part: String(id) }),
      state: stateOf('replace', listed),
      replace: true,
      resetScroll: false,
    });
}
