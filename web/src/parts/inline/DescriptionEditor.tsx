import { Popover, Text, Textarea } from '@mantine/core';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Step } from '../../ui/table/leaveCell.ts';
import { useHeld } from '../../ui/useUnsaved.tsx';
import { type FieldProps, stepOf } from './field.ts';

/** Edits a text in a popover beside its cell. Enter, or leaving the field, saves; Shift+Enter starts a new line. */
export function DescriptionEditor({ label, value, error, save, cancel }: FieldProps<string>) {
  const [text, setText] = useState(value);
  const isOver = useRef(false);
  useHeld(() => text.trim() !== value);
  const finish = (step: Step) => {
    isOver.current = true;
    save(text.trim(), step);
  };
  const leave = useEffectEvent(() => {
    if (!isOver.current && text.trim() !== value) finish('away');
  });
  // Saves when the screen is left by Back or by a shortcut.
  useEffect(() => () => leave(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = stepOf(event);
    if (event.key === 'Escape') {
      isOver.current = true;
      cancel();
    } else if (step) finish(step);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <Popover opened withRoles={false} position="bottom-start" width={380} shadow="md" onDismiss={() => finish('stay')}>
      <Popover.Target>
        <span className="block accent">…</span>
      </Popover.Target>
      <Popover.Dropdown p="xs">
        <Textarea
          aria-label={label}
          autosize
          minRows={3}
          maxRows={12}
          maxLength={5000}
          data-autofocus
          autoFocus
          value={text}
          error={error}
          onChange={(event) => setText(event.currentTarget.value)}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onKeyDown={onKeyDown}
        />
        <Text size="xs" c="dimmed" mt={6}>
          <kbd>Enter</kbd> guarda · <kbd>Esc</kbd> deja como estaba · <kbd>Tab</kbd> sigue con la próxima
        </Text>
      </Popover.Dropdown>
    </Popover>
  );
}
