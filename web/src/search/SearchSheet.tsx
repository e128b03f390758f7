import { useState } from 'react';
import { ComboboxField } from '../ui/ComboboxField.tsx';
import { FullScreen } from '../ui/FullScreen.tsx';
import { useCombobox } from '../ui/useCombobox.ts';
import { Suggestions } from './Suggestions.tsx';

type Props = { text: string; onAll: (text: string) => void; onClose: () => void };

/** The search where the toolbar has no room for its field. */
export function SearchSheet({ text: before, onAll, onClose }: Props) {
  const [text, setText] = useState(before);
  const combobox = useCombobox();
  const all = () => {
    onClose();
    onAll(text);
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
        onEnter={all}
      />
      {text.trim() !== '' && <Suggestions text={text} combobox={combobox} onOpened={onClose} onAll={all} />}
    </FullScreen>
  );
}
