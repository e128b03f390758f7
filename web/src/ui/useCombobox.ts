import { type KeyboardEvent, useId, useState } from 'react';
import { clickOption } from './focus.ts';

/**
 * A field and the list of options under it, by the pattern of ARIA: the focus stays in the field, and one option is
 * active. The list sets its options with `setOptions`. With `first`, the first option is active by default.
 */
export function useCombobox({ first = false } = {}) {
  const listId = useId();
  const [options, setOptions] = useState<readonly string[]>([]);
  const [chosen, activate] = useState<string | null>(null);
  const index = chosen === null ? -1 : options.indexOf(chosen);
  const active = options[index] ?? (first ? options[0] : undefined);
  const move = (by: 1 | -1) => {
    // Without `first`, the field itself is one more place.
    const places = options.length + (first ? 0 : 1);
    const at = active === undefined ? options.length : options.indexOf(active);
    if (places > 0) activate(options[(at + by + places) % places] ?? null);
  };
  return {
    listId,
    active,
    activate,
    setOptions,
    /** Moves through the options and opens the active one. Returns false for a key that is not for the list. */
    press(event: KeyboardEvent): boolean {
      if (event.nativeEvent.isComposing || event.altKey) return false;
      if (event.key === 'ArrowDown') move(1);
      else if (event.key === 'ArrowUp') move(-1);
      else if (event.key === 'Enter' && active !== undefined) clickOption(active, event);
      else return false;
      event.preventDefault();
      return true;
    },
    field: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': options.length > 0,
      'aria-controls': options.length > 0 ? listId : undefined,
      'aria-activedescendant': active,
    } as const,
  };
}
export type Combobox = ReturnType<typeof useCombobox>;
