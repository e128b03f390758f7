import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import { DROPDOWN } from './dropdown.ts';
import { fold } from './words.ts';

/** Free text with suggestions, found by any part of them without regard to accents. */
export const Suggest = (props: AutocompleteProps) => (
  <Autocomplete openOnFocus={false} filter={byText} limit={50} {...DROPDOWN} {...props} />
);

/** Those that begin with what was typed go first. */
const byText: NonNullable<AutocompleteProps['filter']> = ({ options, search, limit }) => {
  const wanted = fold(search.trim());
  const found = options.flatMap((option) => {
    const at = 'value' in option ? fold(String(option.value)).indexOf(wanted) : -1;
    return at < 0 ? [] : [{ option, at }];
  });
  return found
    .sort((a, b) => Number(a.at > 0) - Number(b.at > 0))
    .slice(0, limit)
    .map(({ option }) => option);
};
