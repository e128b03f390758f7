import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { tidy } from '@piezario/contract/fields';
import { type Suggestion, search } from '@piezario/contract/search';
import { useState } from 'react';
import { useCall } from '../api/hooks.ts';
import { DROPDOWN } from '../ui/dropdown.ts';

/** Debounce of searches while a person types, in milliseconds. */
const PAUSE = 150;

type Props = Omit<SelectProps<number>, 'data' | 'value' | 'onChange'> & {
  value: number | null;
  onChange: (part: Suggestion | null) => void;
};

/** Selects one part among the suggestions of the search. */
export function PartPicker({ value, onChange, ...select }: Props) {
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(tidy(typed), PAUSE);
  const found = useCall(search.suggest, { query: { text } }, { enabled: text !== '', cancels: true });
  const isCurrent = found.data !== undefined && !found.isPlaceholderData && text === tidy(typed);
  const data = (found.data ?? []).map(({ id, brand, code, product_with_category }) => ({
    value: id,
    label: `${brand} ${code} · ${product_with_category.name}`,
  }));
  return (
    <Select
      placeholder="Número o palabras"
      searchable
      // Highlights the first part once the suggestions for the typed text have arrived.
      selectFirstOptionOnChange={isCurrent}
      onKeyDownCapture={(event) => {
        // Until then Enter would choose a part of an earlier text.
        if (event.key !== 'Enter' || value !== null || typed === '' || isCurrent) return;
        event.preventDefault();
        event.stopPropagation();
      }}
      data={data}
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={text === '' ? undefined : found.isFetching ? 'Buscando…' : 'Sin resultados'}
      {...DROPDOWN}
      {...select}
      value={value}
      onChange={(id) => onChange(found.data?.find((part) => part.id === id) ?? null)}
    />
  );
}
