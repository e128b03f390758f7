import { useDebouncedCallback } from '@mantine/hooks';
import type { Filter, Mode } from '@piezario/contract/list';
import { useEffect, useState } from 'react';
import { type ListEndpoint, readValue } from './list.ts';

const WAIT = 300;

type Draft = { readonly text: string; readonly from: string; readonly to: string | null };
export type SetFilter = (filter: Filter) => void;

/**
 * What is being typed, ahead of the filter that applies. It lasts while the filter is the one it started from or the one
 * it leads to; when it changes for another reason (Back, a link), what is typed gives way.
 */
export function useFilterDraft(list: ListEndpoint, column: string, mode: Mode, value: string, setFilter: SetFilter) {
  const [draft, setDraft] = useState<Draft | null>(null);
  const apply = useDebouncedCallback((next: string) => setFilter({ column, mode, value: next }), WAIT);
  // Once it applies, a change back to where it started comes from outside.
  if (draft && value === draft.to && draft.from !== value) setDraft({ ...draft, from: value });
  const current = draft && (value === draft.from || value === draft.to) ? draft : null;
  useEffect(() => {
    if (!current) apply.cancel();
  }, [current, apply]);

  const type = (text: string) => {
    const to = readValue(list, column, mode, text);
    setDraft({ text, from: value, to });
    if (to === null) apply.cancel();
    else apply(to);
  };
  return {
    text: current?.text ?? value,
    invalid: current?.to === null,
    type,
    /** Applies at once. */
    flush: () => apply.flush(),
    clear: () => {
      apply.cancel();
      setDraft(null);
      setFilter({ column, mode, value: '' });
    },
    /** The text is left as the filter that applies; what cannot be one stays, with its warning. */
    leave: () => {
      apply.flush();
      if (current?.to !== null) setDraft(null);
    },
  };
}
