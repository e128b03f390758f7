import type { AutocompleteProps, SelectProps } from '@mantine/core';
import { fold } from './words.ts';

/** Returns the options that contain the typed text, ignoring case and accents; those that begin with it come first. */
function matching<Option>(options: readonly Option[], textOf: (option: Option) => string | null, typed: string) {
  const wanted = fold(typed.trim());
  const found = options.flatMap((option) => {
    const text = textOf(option);
    const at = text === null ? -1 : fold(text).indexOf(wanted);
    return at < 0 ? [] : [{ option, at }];
  });
  return found.sort((a, b) => Number(a.at > 0) - Number(b.at > 0)).map(({ option }) => option);
}

export const byName: NonNullable<SelectProps<number>['filter']> = ({ options, search }) =>
  matching(options, (option) => ('label' in option ? option.label : null), search);

export const byText: NonNullable<AutocompleteProps['filter']> = ({ options, search, limit }) =>
  matching(options, (option) => ('value' in option ? String(option.value) : null), search).slice(0, limit);
