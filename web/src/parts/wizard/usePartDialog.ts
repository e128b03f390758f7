import { parts } from '@piezario/contract/parts';
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useCloseOverlay, without } from '../../ui/overlay.ts';

export type Step = 1 | 2 | 3 | 4 | 5;

const readStep = (text: string | undefined): Step => {
  const step = Number(text);
  return step === 2 || step === 3 || step === 4 || step === 5 ? step : 1;
};

const NAMES = ['part', 'step', 'new', 'view'];
const withoutDialog = without(NAMES);

/** The part and the step that are open, or that a new part is, in the URL beside what the catalogue shows. */
export function usePartDialog() {
  const search = useSearch({ from: '/shell/parts/catalog' });
  const navigate = useNavigate();
  const depth = useLocation({ select: ({ state }) => state.overlayDepth });
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
        state: depth ? { overlayDepth: replace ? depth : depth + 1 } : {},
        replace,
        resetScroll: false,
      }),
    close: useCloseOverlay(NAMES),
  };
}
