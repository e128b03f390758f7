import { Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { importMappings, type Mapping } from '@piezario/contract/import-mappings';
import { IconTrash } from '@tabler/icons-react';
import { useAction } from '../../api/hooks.ts';
import { RowButton } from '../../ui/RowIcon.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { Column } from '../../ui/table/list.ts';
import { useLocalQuery } from '../../ui/table/useLocalQuery.ts';

const MAPPING = { one: 'valor recordado', many: 'valores recordados', article: 'el' } as const;

const COLUMNS: readonly Column<Mapping>[] = [
  { key: 'value', label: 'Donde dice', render: ({ value }) => `«${value}»` },
  { key: 'to', label: 'Se lee', render: ({ to }) => `«${to}»` },
  { key: 'column', label: 'Columna', width: 150 },
];

/** Opens the list of values that are remembered for later files. */
export const openRemembered = () => modals.open({ title: 'Valores recordados', size: 'xl', children: <Remembered /> });

function Remembered() {
  const state = useLocalQuery(importMappings.list);
  const removing = useAction(importMappings.remove);
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        Cuando uno de tus archivos traiga estos valores, se leen así.
      </Text>
      <DataTable
        list={importMappings.list}
        state={state}
        words={MAPPING}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        actions={({ id, value }) => (
          <RowButton
            icon={IconTrash}
            title="Olvidar"
            label={`Olvidar ${value}`}
            off={removing.isPending}
            onClick={() => removing.mutate({ body: { id } })}
          />
        )}
        empty={{ title: 'No hay valores recordados' }}
      />
    </Stack>
  );
}
