import { Select, type SelectProps } from '@mantine/core';
import { useRef, useState } from 'react';
import { DROPDOWN } from './dropdown.ts';
import { byName } from './filterOptions.ts';

export type Choice = { readonly id: number; readonly name: string };

type Props = Omit<SelectProps<number>, 'data' | 'filter' | 'searchable' | 'value' | 'onChange'> & {
  /** Undefined while the options load. */
  options: readonly Choice[] | undefined;
  /** Forms use '' until an option is chosen. */
  value?: number | '' | null;
  onChange: (id: number | null) => void;
};

/** Select that finds an option by any part of its name, ignoring case and accents. */
export function Picker({ options, value, onChange, onFocus, ...select }: Props) {
  // Mantine also renders the options of a closed list. Products alone would be half of the elements of Inicio.
  const [isUsed, setUsed] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const data = (options ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Select
      clearable
      searchable
      openOnFocus={false}
      // Also highlights the first match of what was typed before the options arrived.
      selectFirstOptionOnChange={options !== undefined}
      // Otherwise Mantine forgets the highlighted option a moment after the list opens, and Enter does nothing.
      selectFirstOptionOnDropdownOpen={!value}
      data={data}
      filter={isUsed ? byName : none}
      {...DROPDOWN}
      nothingFoundMessage={options ? 'Sin resultados' : 'Cargando...'}
      ref={input}
      clearButtonProps={{
        'aria-label': 'Quitar la elección (Suprimir)',
        'aria-hidden': false,
        tabIndex: -1,
        size: '24px',
        // The button disappears with the choice, so the focus moves to the input.
        onClick: () => input.current?.focus(),
      }}
      value={value || null}
      onChange={(id) => onChange(id)}
      onKeyDown={(event) => {
        // While the list is open, the key edits what is typed.
        const isOpen = event.currentTarget.getAttribute('aria-expanded') === 'true';
        if (event.key !== 'Delete' || isOpen || !value || select.clearable === false) return;
        event.preventDefault();
        onChange(null);
      }}
      {...select}
      onFocus={(event) => {
        setUsed(true);
        onFocus?.(event);
      }}
    />
  );
}

const none = () => [];
