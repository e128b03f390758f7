import '../mantineLater.ts';
import { Button, Checkbox, Fieldset, SegmentedControl, Stack, Text } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { keepFocus } from '../focus.ts';
import { type Arranged, moved, NARROWEST } from './arrange.ts';
import classes from './Panel.module.css';
import type { Prefer, Preferences } from './usePreferences.ts';

export type ColumnsProps<Row> = {
  columns: readonly Arranged<Row>[];
  /** Columns hidden by default. */
  usuallyHidden: string[];
  preferences: Preferences;
  prefer: Prefer;
  /** Cards have neither order nor widths of columns. */
  asCards: boolean;
};

/** Pixels by which a key changes a width, and the initial width. */
const STEP = 12;
const USUAL = 180;

/**
 * Which columns are shown, in which order and how wide, and how tight the rows are. Arrows move the column in focus and
 * change its width. One that names the row stays.
 */
export function ColumnsPanel<Row>({ columns, usuallyHidden, preferences, prefer, asCards }: ColumnsProps<Row>) {
  const [told, tell] = useState('');
  const keys = columns.map(({ key }) => key);
  const toggle = (key: string) =>
    prefer(({ hidden }) => ({
      hidden: hidden.includes(key) ? hidden.filter((one) => one !== key) : [...hidden, key],
    }));
  const move = ({ key, label }: Arranged<Row>, by: 1 | -1) => {
    const to = keys.indexOf(key) + by;
    if (to < 0 || to >= keys.length) return;
    keepFocus(() => prefer(() => ({ order: moved(keys, key, to) })));
    tell(`${label}, lugar ${to + 1} de ${keys.length}`);
  };
  const resize = ({ key, label, width = USUAL }: Arranged<Row>, by: number) => {
    const next = Math.max(NARROWEST, width + by);
    prefer(({ widths }) => ({ widths: { ...widths, [key]: next } }));
    tell(`${label}, ancho ${next}`);
  };
  const press = (column: Arranged<Row>, event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'ArrowUp') move(column, -1);
    else if (event.key === 'ArrowDown') move(column, 1);
    else if (event.key === 'ArrowLeft') resize(column, -STEP);
    else if (event.key === 'ArrowRight') resize(column, STEP);
    else return;
    event.preventDefault();
  };
  const { density, order, widths } = preferences;
  const isArranged = order.length > 0 || Object.keys(widths).length > 0;
  return (
    <Stack gap="md">
      <Fieldset legend="Columnas" variant="unstyled">
        {!asCards && (
          <Text size="xs" c="dimmed">
            Con <kbd>↑</kbd> <kbd>↓</kbd> cambiás el lugar de la columna y con <kbd>←</kbd> <kbd>→</kbd> su ancho.
            También podés arrastrar los títulos y sus bordes.
          </Text>
        )}
        <Stack gap="xs" mt={8} className={classes.columns}>
          {columns.map((column) => (
            <Checkbox
              key={column.key}
              label={column.label}
              checked={column.shown}
              aria-disabled={column.pinned || undefined}
              onChange={() => !column.pinned && toggle(column.key)}
              onKeyDown={asCards ? undefined : (event) => press(column, event)}
            />
          ))}
        </Stack>
      </Fieldset>
      <SegmentedControl
        aria-label="Altura de las filas"
        size="xs"
        fullWidth
        value={density}
        onChange={(next) => prefer(() => ({ density: next }))}
        data={[
          { value: 'compact', label: 'Compacta' },
          { value: 'comfortable', label: 'Cómoda' },
        ]}
      />
      {isArranged && (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => prefer(() => ({ order: [], widths: {}, hidden: usuallyHidden }))}
        >
          Restablecer columnas
        </Button>
      )}
      <span className="spoken" role="status">
        {told}
      </span>
    </Stack>
  );
}
