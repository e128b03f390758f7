import { Button, Checkbox, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { brands } from '@piezario/contract/brands';
import { importer } from '@piezario/contract/importer';
import { IconDownload, IconFileImport, IconFileSpreadsheet } from '@tabler/icons-react';
import { useState } from 'react';
import { pathOf } from '../api/client.ts';
import { useCall } from '../api/hooks.ts';
import { download } from '../downloads/download.tsx';
import { exportPath } from '../downloads/exportPath.ts';
import { BACKUP, BASE } from '../downloads/exports.ts';
import { useSelection } from '../selection/selection.ts';
import { Picker } from '../ui/Picker.tsx';

/** The two spreadsheets to start from: an empty one with help, or the parts of a brand. */
export const Templates = () => (
  <>
    <Button
      variant="default"
      leftSection={<IconFileSpreadsheet size={18} />}
      onClick={() => void download({ path: pathOf(importer.template, {}), name: 'Planilla modelo' })}
    >
      Planilla modelo
    </Button>
    <BaseButton />
  </>
);

function BaseButton() {
  const { selection } = useSelection();
  return (
    <Button
      variant="default"
      leftSection={<IconFileImport size={18} />}
      onClick={() =>
        modals.open({ modalId: BASE.kind, title: BASE.name, children: <BaseOfBrand initially={selection.brand} /> })
      }
    >
      {BASE.name}
    </Button>
  );
}

function BaseOfBrand({ initially }: { initially: number | null }) {
  const options = useCall(brands.json, {}).data;
  const [chosen, setChosen] = useState(initially);
  const [isBackup, setBackup] = useState(false);
  const brand = options?.find(({ id }) => id === chosen) ?? (options?.length === 1 ? options[0] : undefined);
  const start = () => {
    if (!brand) return;
    const { kind, name } = isBackup ? BACKUP : BASE;
    void download({ path: exportPath(kind, { brand: brand.id, category: null, product: null }), name });
    modals.close(BASE.kind);
  };
  return (
    <Stack gap="md">
      <Text size="sm">
        Todas las piezas de una marca como el importador las lee. Corregí lo que haga falta y volvé a subir el archivo.
      </Text>
      <Picker
        label="Marca"
        placeholder="Elegí una marca"
        data-autofocus
        options={options}
        value={brand?.id ?? null}
        onChange={setChosen}
      />
      <Checkbox
        label={BACKUP.name}
        description="Lo que hoy está en blanco se escribe (vacío): al subirlo, todo lo que trae vuelve a como está hoy."
        checked={isBackup}
        onChange={() => setBackup(!isBackup)}
      />
      <Button leftSection={<IconDownload size={18} />} disabled={!brand} onClick={start}>
        Descargar
      </Button>
    </Stack>
  );
}
