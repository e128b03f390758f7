import { CloseButton, TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import type { Combobox } from './useCombobox.ts';

type Props = Omit<TextInputProps, 'value' | 'onChange'> & {
  combobox: Combobox;
  text: string;
  onText: (text: string) => void;
  /** Enter, when no option is active. */
  onEnter?: () => void;
  /** Enter with Control, or with Command on a Mac. */
  onModEnter?: () => void;
  /** The button that empties the field was pressed. */
  onClear?: () => void;
  /** Drawn at the right while nothing is typed. */
  hint?: ReactNode;
};

/** The field of a combobox that searches. */
export function ComboboxField({
  combobox,
  text,
  onText,
  onEnter,
  onModEnter,
  onClear,
  onKeyDown,
  hint,
  ...input
}: Props) {
  const field = useRef<HTMLInputElement>(null);
  const type = (typed: string) => {
    combobox.activate(null);
    onText(typed);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    onKeyDown?.(event);
    if (event.defaultPrevented || combobox.press(event)) return;
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    // A handler may close the dialog of the field. Without this, the key would press the button that gets the focus.
    event.preventDefault();
    if (event.ctrlKey || event.metaKey) onModEnter?.();
    else onEnter?.();
  };
  return (
    <TextInput
      ref={field}
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="search"
      maxLength={200}
      leftSection={<IconSearch size={16} aria-hidden />}
      {...combobox.field}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={press}
      rightSection={
        text === '' ? (
          hint
        ) : (
          <CloseButton
            size={24}
            tabIndex={-1}
            aria-label="Borrar la búsqueda (Escape)"
            // The focus stays in the field.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              type('');
              onClear?.();
              field.current?.focus();
            }}
          />
        )
      }
      {...input}
    />
  );
}
