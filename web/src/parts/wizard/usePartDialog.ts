import { parts } from '@piezario/contract/parts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

export type Step = 1 | 2 | 3 | 4 | 5;

const readStep = (text: string | undefined): Step => {
  const step = Number(text);
  return step === 2 || step === 3 || step === 4 || step === 5 ? step : 1;
};

/** Which part is open and at which step, or that a new one is: in the URL, beside what the catalogue shows. */
export function usePartDialog() {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const go = useCallback(
    (to: { part?: string; step?: string }, replace = false) =>
      void navigate({
        to: '.',
        search: ({
          part: _part,
          step: _step,
          new: _new,
          view: _view,
          ...others
        }: Record<string, string | undefined>) => ({ ...others, ...to }),
        replace,
        resetScroll: false,
      }),
    [navigate],
  );
  return {
    part: parts.show.params.shape.partId.safeParse(search.part).data ?? null,
    step: readStep(search.step),
    isNew: search.new !== undefined,
    open: useCallback(
      (id: number, step: Step, replace?: boolean) => go({ part: String(id), step: String(step) }, replace),
      [go],
    ),
    close: useCallback(() => go({}), [go]),
  };
}
