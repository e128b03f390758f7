import { Popover, Text } from '@mantine/core';
import { type FocusEvent, type KeyboardEvent, type MouseEvent, useId, useState } from 'react';
import { type FieldProps, stepOf } from './field.ts';
import classes from './inline.module.css';

const CHOICES = [
  { value: 1, label: 'SI', keys: ['s', '1'] },
  { value: 0, label: 'NO', keys: ['n', '0'] },
] as const;

/** SI or NO: arrows or the first letter choose; Enter, or losing the focus, saves; a click does both. */
export function FlagEditor({ label, value, error, save, cancel }: FieldProps<0 | 1>) {
  const name = useId();
  const [chosen, choose] = useState(value);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = stepOf(event);
    const typed = CHOICES.find(({ keys }) => keys.some((key) => key === event.key.toLowerCase()));
    if (event.key === 'Escape') cancel();
    else if (step) save(chosen, step);
    else if (typed) choose(typed.value);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onBlur = ({ target, currentTarget, relatedTarget }: FocusEvent) => {
    // A window that loses the focus keeps its focused element: the person comes back to the cell.
    const isWindow = document.activeElement === target;
    if (!isWindow && !currentTarget.contains(relatedTarget)) save(chosen, 'away');
  };
  return (
    <Popover opened={error !== undefined} withRoles={false} position="bottom-start" shadow="md">
      <Popover.Target>
        <span
          className={classes.flags}
          role="radiogroup"
          aria-label={label}
          aria-describedby={error && `${name}-error`}
          data-refused={error && true}
          onBlur={onBlur}
          // The label that is pressed would take the focus away.
          onMouseDown={(event) => event.preventDefault()}
        >
          {CHOICES.map((choice) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: its input has the keys
            <label
              key={choice.value}
              onClick={(event: MouseEvent) => {
                // Arrow keys fire a click on the input, which must choose without saving.
                if (event.target === event.currentTarget) save(choice.value, 'stay');
              }}
            >
              <input
                type="radio"
                name={name}
                // biome-ignore lint/a11y/noAutofocus: it opened because the person asked to edit it
                autoFocus={choice.value === value}
                checked={choice.value === chosen}
                onChange={() => choose(choice.value)}
                onKeyDown={onKeyDown}
              />
              {choice.label}
            </label>
          ))}
        </span>
      </Popover.Target>
      <Popover.Dropdown p="xs">
        <Text id={`${name}-error`} role="alert" size="xs" c="var(--mantine-color-error)">
          {error}
        </Text>
      </Popover.Dropdown>
    </Popover>
  );
}
