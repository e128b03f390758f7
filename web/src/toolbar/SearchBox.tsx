import { CloseButton, TextInput, type TextInputProps } from '@mantine/core';
import { parts } from '@piezario/contract/parts';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useRef } from 'react';
import { useSelection } from '../selection/selection.ts';
import { useFilterDraft } from '../ui/table/useFilterDraft.ts';

/** Finds parts by any piece of their code: as it is typed in the catalogue, with Enter from elsewhere. */
export function SearchBox({ onEnter, ...input }: TextInputProps & { onEnter?: () => void }) {
  const { selection, choose, inCatalog } = useSelection();
  const { search } = selection;
  const field = useRef<HTMLInputElement>(null);
  const draft = useFilterDraft(parts.list, 'code', 'contains', search, ({ value }) => {
    if (inCatalog && value !== search) choose({ search: value }, 'replace');
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && draft.text !== '') {
      event.stopPropagation();
      draft.clear();
    }
    if (event.key !== 'Enter') return;
    if (inCatalog) draft.flush();
    else choose({ search: draft.text.trim() });
    onEnter?.();
  };
  return (
    <TextInput
      ref={field}
      data-search={inCatalog || undefined}
      placeholder="Buscar código"
      type="search"
      enterKeyHint="search"
      autoComplete="off"
      maxLength={200}
      disabled={selection.brand === null}
      leftSection={<IconSearch size={16} />}
      value={draft.text}
      onChange={(event) => draft.type(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onBlur={() => inCatalog && draft.leave()}
      rightSection={
        draft.text !== '' && (
          <CloseButton
            size={24}
            aria-label="Quitar la búsqueda"
            onClick={() => {
              draft.clear();
              field.current?.focus();
            }}
          />
        )
      }
      {...input}
    />
  );
}
