import { Checkbox, Fieldset, SegmentedControl, Stack } from '@mantine/core';
import type { Column } from './list.ts';
import type { Preferences } from './usePreferences.ts';

export type ViewProps<Row> = {
  columns: readonly Column<Row>[];
  preferences: Preferences;
  prefer: (change: Partial<Preferences>) => void;
};

/** Which columns are shown and how tight the rows are. The first column names the row, so it stays. */
export function ViewPanel<Row>({ columns, preferences: { hidden, density }, prefer }: ViewProps<Row>) {
  const toggle = (key: string) =>
    prefer({ hidden: hidden.includes(key) ? hidden.filter((one) => one !== key) : [...hidden, key] });
  return (
    <Stack gap="md">
      <Fieldset legend="Columnas" variant="unstyled">
        <Stack gap="xs" mt={6}>
          {columns.map(({ key, label }, index) => (
            <Checkbox
              key={key}
              label={label}
              checked={index === 0 || !hidden.includes(key)}
              disabled={index === 0}
              onChange={() => toggle(key)}
            />
          ))}
        </Stack>
      </Fieldset>
      <SegmentedControl
        aria-label="Altura de las filas"
        size="xs"
        fullWidth
        value={density}
        onChange={(next) => prefer({ density: next })}
        data={[
          { value: 'compact', label: 'Compacta' },
          { value: 'comfortable', label: 'Cómoda' },
        ]}
      />
    </Stack>
  );
}
