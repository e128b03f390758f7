import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import { DROPDOWN } from './dropdown.ts';
import { byText } from './filterOptions.ts';

/** Free text with suggestions, found by any part of them without regard to accents. */
export const Suggest = (props: AutocompleteProps) => (
  <Autocomplete openOnFocus={false} filter={byText} limit={50} {...DROPDOWN} {...props} />
);
