import { GAPS } from '@piezario/contract/gaps';
import { parts } from '@piezario/contract/parts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { OVERLAYS } from '../../selection/selection.ts';
import type { ListPage } from '../../ui/listPage.ts';
import { useCloseOverlay, useOverlayState, without } from '../../ui/overlay.ts';

export type Step = 1 | 2 | 3 | 4 | 5;
/** What the wizard shows: one of its steps, or the history of the part. */
export type WizardPage = Step | 'history';

/** The history was step 6 once: such links still open it. */
const readPage = (text: string | undefined): WizardPage => {
  if (text === 'history' || text === '6') return 'history';
  const step = Number(text);
  return step === 2 || step === 3 || step === 4 || step === 5 ? step : 1;
};

const withoutDialog = without(OVERLAYS);

/** The part and page of the wizard that are open, or the new part. The URL has them beside the list of the catalog. */
export function usePartDialog() {
  const search = useSearch({ from: '/shell/parts/catalog' });
  const navigate = useNavigate();
  const stateOf = useOverlayState();
  return {
    part: parts.show.params.shape.partId.safeParse(search.part).data ?? null,
    page: readPage(search.step),
    /** The gap whose field takes the focus. */
    gap: GAPS.find((gap) => gap === search.gap) ?? null,
    isNew: search.new !== undefined,
    /** The code that a new part begins with. */
    newCode: search.new === '1' ? '' : (search.new ?? ''),
    open: (id: number, page: WizardPage, replace = false) =>
      void navigate({
        to: '.',
        search: (before: Record<string, string | undefined>) => ({
          ...withoutDialog(before),
          part: String(id),
          step: String(page),
        }),
        state: stateOf(replace ? 'replace' : 'push'),
        replace,
        resetScroll: false,
      }),
    close: useCloseOverlay(OVERLAYS),
    /** Closes the dialog without a question about unsaved changes. */
    leave: useCloseOverlay(OVERLAYS, true),
  };
}

/** Opens another part of the list at the same step or in the same view. Replaces the history entry. */
export function useGoToPart() {
  const navigate = useNavigate();
  const stateOf = useOverlayState();
  return (id: number, listPage: ListPage) =>
    void navigate({
      to: '.',
      search: ({ history: _, ...before }: Record<string, string | undefined>) => ({ ...before, part: String(id) }),
      state: stateOf('replace', listPage),
      replace: true,
      resetScroll: false,
    });
}
