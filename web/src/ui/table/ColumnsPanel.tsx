import '../mantineLater.ts';
import { Button, Checkbox, Fieldset, SegmentedControl, Stack, Text } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { keepFocus } from '../focus.ts';
import { type Arranged, keysOf, moved, NARROWEST } from './arrange.ts';
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
  /** Panel of a grid: its titles cannot be dragged, and its rows have one height. */
  inGrid?: boolean;
};

/** Pixels by which a key changes a width, and the default of that width. */
const STEP = 12;
const USUAL = 180;

/**
 * Panel for the visible columns, their order and widths, and the height of rows. Arrows move the column in focus and
 * change its width. A column that names the row cannot be hidden.
 */
export function ColumnsPanel<Row>({
  columns,
  usuallyHidden,
  preferences,
  prefer,
  asCards,
  inGrid = false,
}: ColumnsProps<Row>) {
  const [told, tell] = useState('');
  const keys = keysOf(columns);
  const toggle = ({ key, group, shown }: Arranged<Row>) =>
    prefer(({ hidden, order }) => {
      if (!group) return { hidden: toggled(hidden, key) };
      if (shown) return { order: toggled(order, key) };
      const placed = columns.flatMap((column) => (keys.includes(column.key) || column.key === key ? column.key : []));
      return { order: moved(order, placed, key, placed.indexOf(key)) };
    });
  const move = ({ key, label }: Arranged<Row>, by: 1 | -1) => {
    if (!keys.includes(key)) return tell(`${label} no se ve: tildala para moverla`);
    const to = keys.indexOf(key) + by;
    if (to < 0 || to >= keys.length) return;
    keepFocus(() => prefer(({ order }) => ({ order: moved(order, keys, key, to) })));
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
  const groups = [...new Set(columns.flatMap(({ group }) => group ?? []))];
  const boxesOf = (group: string | undefined) =>
    columns
      .filter((column) => column.group === group)
      .map((column) => (
        <Checkbox
          key={column.key}
          label={column.label}
          checked={column.shown}
          aria-disabled={column.pinned || undefined}
          onChange={() => !column.pinned && toggle(column)}
          onKeyDown={asCards ? undefined : (event) => press(column, event)}
        />
      ));
  const { density, order, widths } = preferences;
  const isArranged = order.length > 0 || Object.keys(widths).length > 0;
  return (
    <Stack gap="md">
      <Fieldset legend="Columnas" variant="unstyled">
        {!asCards && (
          <Text size="xs" c="dimmed">
            Con <kbd>↑</kbd> <kbd>↓</kbd> cambiás el lugar de la columna y con <kbd>←</kbd> <kbd>→</kbd> su ancho.
            {!inGrid && ' También podés arrastrar los títulos y sus bordes.'}
          </Text>
        )}
        <Stack gap="xs" mt={8} className={classes.columns}>
          {boxesOf(undefined)}
          {groups.map((group) => (
            <Fieldset key={group} legend={group} variant="unstyled" className="stack gap-8">
              {boxesOf(group)}
            </Fieldset>
          ))}
        </Stack>
      </Fieldset>
      {!inGrid && (
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
      )}
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

const toggled = (keys: readonly string[], key: string) =>
  keys.includes(key) ? keys.filter((one) => one !== key) : [...keys, key];
