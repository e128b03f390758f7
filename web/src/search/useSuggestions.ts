import { useDebouncedValue } from '@mantine/hooks';
import type { Result } from '@piezario/contract/endpoint';
import { tidy } from '@piezario/contract/fields';
import { search } from '@piezario/contract/search';
import { useState } from 'react';
import { useCall } from '../api/hooks.ts';

/** How long a person pauses before what was typed is searched for, in milliseconds. */
export const PAUSE = 150;

/** The first parts that are found, while a person types. The last ones stay until there are others. */
export function useSuggestions(typed: string) {
  const [text] = useDebouncedValue(tidy(typed), PAUSE);
  const read = useCall(search.suggest, { query: { text } }, { enabled: text !== '', cancels: true });
  const [last, keep] = useState<Result<typeof search.suggest>>();
  const arrived = read.isPlaceholderData ? undefined : read.data;
  if (arrived && arrived !== last) keep(arrived);
  return {
    /** Undefined until the first search has been answered. */
    found: arrived ?? last,
    /** Whether what is found is not yet of what is typed. */
    isBehind: tidy(typed) !== text || arrived === undefined,
    error: read.error,
  };
}
