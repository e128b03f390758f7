import { Select, type SelectProps } from '@mantine/core';
import { useMemo, useRef } from 'react';
import { DROPDOWN } from './dropdown.ts';
import { fold } from './words.ts';

export type Choice = { readonly id: number; readonly name: string };

type Props = Omit<SelectProps<number>, 'data' | 'filter' | 'searchable' | 'value' | 'onChange'> & {
  /** Undefined while they are on their way. */
  options: readonly Choice[] | undefined;
  /** A form holds '' for what was not chosen yet. */
  value?: number | '' | null;
  onChange: (id: number | null) => void;
};

/** One of many by its name: found by any part of it, without regard to accents, with the mouse or the keyboard. */
export function Picker({ options, value, onChange, ...select }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const data = useMemo(() => (options ?? []).map(({ id, name }) => ({ value: id, label: name })), [options]);
  return (
    <Select
      clearable
      searchable
      openOnFocus={false}
      selectFirstOptionOnChange
      data={data}
      filter={byName}
      {...DROPDOWN}
      nothingFoundMessage={options ? 'Sin resultados' : 'Cargando...'}
      ref={input}
      clearButtonProps={{
        'aria-label': 'Quitar la elección',
        'aria-hidden': false,
        tabIndex: 0,
        size: '24px',
        // It goes away with the choice, and must not take the focus with it.
        onClick: () => input.current?.focus(),
      }}
      value={value || null}
      onChange={(id) => onChange(id)}
      {...select}
    />
  );
}

/** Names that begin with what was typed go first. */
const byName: NonNullable<SelectProps<number>['filter']> = ({ options, search }) => {
  const wanted = fold(search.trim());
  const rank = (option: (typeof options)[number]) => ('label' in option ? fold(option.label).indexOf(wanted) : -1);
  return options
    .map((option) => ({ option, at: rank(option) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => Number(a.at > 0) - Number(b.at > 0))
    .map(({ option }) => option);
};
