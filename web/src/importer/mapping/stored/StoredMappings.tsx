import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { type StoredMapping, workbookMappings } from '@piezario/contract/workbook-mappings';
import { IconCopy, IconDownload, IconTrash, IconUpload } from '@tabler/icons-react';
import { useAction, useUndoable } from '../../../api/hooks.ts';
import { formatMoment } from '../../../ui/format.ts';
import { notifyError } from '../../../ui/notify.ts';
import { RowButton } from '../../../ui/RowIcon.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import type { Column } from '../../../ui/table/list.ts';
import { useLocalQuery } from '../../../ui/table/useLocalQuery.ts';
import { downloadMapping, readMapping } from './file.ts';
import { openStore } from './StoreDialog.tsx';

const MAPPING = { one: 'mapeo guardado', many: 'mapeos guardados', article: 'el' } as const;

const COLUMNS: readonly Column<StoredMapping>[] = [
  { key: 'name', label: 'Nombre' },
  { key: 'brand', label: 'Marca', width: 140 },
  { key: 'user', label: 'Lo guardó', width: 140, render: ({ user }) => user ?? '—' },
  {
    key: 'used_at',
    label: 'Último uso',
    width: 140,
    render: ({ used_at }) => (used_at === null ? '—' : formatMoment(used_at)),
  },
];

/** Opens the list of stored mappings. */
export const openStoredMappings = () =>
  modals.open({ title: 'Mapeos guardados', size: 'xl', children: <StoredMappings /> });

function StoredMappings() {
  const state = useLocalQuery(workbookMappings.list);
  const storing = useAction(workbookMappings.store);
  const remove = useUndoable(workbookMappings.remove, workbookMappings.store);
  const duplicate = ({ part_brand_id, name, mapping }: StoredMapping) =>
    storing.mutate({ body: { part_brand_id, name: copyOf(name), mapping } });
  const forget = ({ id, part_brand_id, name, mapping }: StoredMapping) =>
    void remove({ body: { id } }, () => ({ body: { part_brand_id, name, mapping } }));
  const actions = (stored: StoredMapping) => (
    <>
      <RowButton
        icon={IconCopy}
        title="Duplicar"
        label={`Duplicar ${stored.name}`}
        off={storing.isPending}
        onClick={() => duplicate(stored)}
      />
      <RowButton
        icon={IconDownload}
        title="Descargar"
        label={`Descargar ${stored.name}`}
        onClick={() => downloadMapping(stored)}
      />
      <RowButton icon={IconTrash} title="Olvidar" label={`Olvidar ${stored.name}`} onClick={() => forget(stored)} />
    </>
  );
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          Un archivo con los mismos títulos se lee con el mapeo de su marca. Tocá uno para cambiarle el nombre.
        </Text>
        <FileButton accept=".json,application/json" onChange={(file) => file && void upload(file)}>
          {(props) => (
            <Button {...props} variant="default" size="xs" leftSection={<IconUpload size={16} />}>
              Subir un mapeo
            </Button>
          )}
        </FileButton>
      </Group>
      <DataTable
        list={workbookMappings.list}
        state={state}
        words={MAPPING}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        actions={actions}
        onOpen={openStore}
        empty={{ title: 'No hay mapeos guardados' }}
      />
    </Stack>
  );
}

const MAX_NAME = 100;
const copyOf = (name: string) => `${name.slice(0, MAX_NAME - 8)} (copia)`;

async function upload(file: File) {
  const read = readMapping(await file.text());
  if (read) openStore(read);
  else notifyError(`${file.name} no es un mapeo descargado de Piezario`);
}
