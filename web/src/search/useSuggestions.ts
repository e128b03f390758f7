import { useDebouncedValue } from '@mantine/hooks';
import type { Result } from '@piezario/contract/endpoint';
import { tidy } from '@piezario/contract/fields';
import { search } from '@piezario/contract/search';
import { useState } from 'react';
import { useCall } from '../api/hooks.ts';

/** Debounce of searches while a person types, in milliseconds. */
export const PAUSE = 150;

/** First parts of a search while a person types. The previous parts stay until the next answer. */
export function useSuggestions(typed: string) {
  const [text] = useDebouncedValue(tidy(typed), PAUSE);
  const read = useCall(search.suggest, { query: { text } }, { enabled: text !== '', cancels: true });
  const [last, keep] = useState<Result<typeof search.suggest>>();
  const arrived = read.isPlaceholderData ? undefined : read.data;
  if (arrived && arrived !== last) keep(arrived);
  return {
    /** Undefined until the first search has been answered. */
    found: arrived ?? last,
    /** True until the answer for the typed text has arrived. */
    isBehind: tidy(typed) !== text || arrived === undefined,
    error: read.error,
  };
}
