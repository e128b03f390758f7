import { Button, Checkbox, Fieldset, Popover, SegmentedControl, Stack } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import type { Column } from './list.ts';
import type { Preferences } from './usePreferences.ts';

type Props<Row> = {
  columns: readonly Column<Row>[];
  preferences: Preferences;
  prefer: (change: Partial<Preferences>) => void;
};

/** Which columns are seen and how tight the rows are. The first column names the row, so it stays. */
export function ViewMenu<Row>({ columns, preferences: { hidden, density }, prefer }: Props<Row>) {
  const toggle = (key: string) =>
    prefer({ hidden: hidden.includes(key) ? hidden.filter((one) => one !== key) : [...hidden, key] });
  return (
    <Popover position="top-end" width={240} trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button variant="default" size="xs" leftSection={<IconColumns3 size={16} />}>
          Columnas
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columnas y filas">
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
      </Popover.Dropdown>
    </Popover>
  );
}
