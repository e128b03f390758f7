import { useDebouncedCallback } from '@mantine/hooks';
import type { Filter, Mode } from '@piezario/contract/list';
import { useEffect, useState } from 'react';
import { carryText, readText, textOf } from './filterTexts.ts';
import type { ListEndpoint } from './list.ts';

const WAIT = 300;

type Draft = { readonly text: string; readonly from: string; readonly to: string | null };
export type SetFilter = (filter: Filter) => void;

/**
 * Typed text that is not applied yet. It lasts while the filter has the value from which the draft started or the one
 * to which it leads. When the filter changes for another reason (Back, a link), the draft is dropped.
 */
export function useFilterDraft(list: ListEndpoint, column: string, mode: Mode, value: string, setFilter: SetFilter) {
  const [draft, setDraft] = useState<Draft | null>(null);
  const apply = useDebouncedCallback((next: string) => {
    // The first of two fields does not filter yet, and must not return to the first page.
    if (next !== value) setFilter({ column, mode, value: next });
  }, WAIT);
  // Once the draft is applied, a change back to its start comes from outside.
  if (draft && value === draft.to && draft.from !== value) setDraft({ ...draft, from: value });
  const current = draft && (value === draft.from || value === draft.to) ? draft : null;
  useEffect(() => {
    if (!current) apply.cancel();
  }, [current, apply]);
  const text = current?.text ?? textOf(mode, value);

  const type = (typed: string) => {
    const to = readText(list, column, mode, typed);
    setDraft({ text: typed, from: value, to });
    if (to === null) apply.cancel();
    else apply(to);
  };
  return {
    text,
    invalid: current?.to === null,
    type,
    /** Applies at once, with the typed text if the new mode can use it. */
    changeMode: (next: Mode) => {
      apply.cancel();
      const carried = carryText(mode, next, text);
      const to = readText(list, column, next, carried);
      // An incomplete value is kept as a draft.
      setDraft(to === '' && carried !== '' ? { text: carried, from: value, to } : null);
      if (value !== '' || to) setFilter({ column, mode: next, value: to ?? '' });
    },
    /** Applies the text at once. */
    flush: () => apply.flush(),
    clear: () => {
      apply.cancel();
      setDraft(null);
      setFilter({ column, mode, value: '' });
    },
    /** Applies the text and drops the draft, unless it is invalid or incomplete. */
    leave: () => {
      apply.flush();
      if (!current || current.to || text.trim() === '') setDraft(null);
    },
  };
}
