import { useState } from 'react';
import type { CodeFilter } from '../selection/useCodeFilter.ts';
import { ComboboxField } from '../ui/ComboboxField.tsx';
import { FullScreen } from '../ui/FullScreen.tsx';
import { useCombobox } from '../ui/useCombobox.ts';
import { Suggestions } from './Suggestions.tsx';

type Props = {
  text: string;
  filter: CodeFilter;
  onEnter: (text: string) => void;
  onFilter: (text: string) => void;
  onAll: (text: string) => void;
  onClose: () => void;
};

/** The search where the toolbar has no room for its field. */
export function SearchSheet({ text: before, filter, onEnter, onFilter, onAll, onClose }: Props) {
  const [text, setText] = useState(before);
  const combobox = useCombobox();
  const closing = (run: (text: string) => void) => () => {
    onClose();
    run(text);
  };
  return (
    <FullScreen title="Buscar piezas" onClose={onClose}>
      <ComboboxField
        data-autofocus
        size="lg"
        aria-label="Número o palabras"
        placeholder="Número o palabras"
        combobox={combobox}
        text={text}
        onText={setText}
        // It opens with the last search, which typing replaces.
        onFocus={({ currentTarget }) => text === before && currentTarget.select()}
        onClear={() => onFilter('')}
        onEnter={closing(onEnter)}
        onModEnter={closing(onAll)}
      />
      {text.trim() !== '' && (
        <Suggestions
          text={text}
          filter={filter}
          combobox={combobox}
          onOpened={onClose}
          onFilter={() => onFilter(text)}
          onAll={() => onAll(text)}
        />
      )}
    </FullScreen>
  );
}
