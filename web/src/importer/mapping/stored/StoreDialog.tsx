import { Button, Stack, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { brands } from '@piezario/contract/brands';
import { type StoredMapping, workbookMappings } from '@piezario/contract/workbook-mappings';
import { useState } from 'react';
import { useAction, useCall } from '../../../api/hooks.ts';
import { Picker } from '../../../ui/Picker.tsx';

/** A mapping that is not stored yet has no id. */
type Given = Pick<StoredMapping, 'name' | 'brand' | 'mapping'> & Partial<Pick<StoredMapping, 'id'>>;

const DIALOG = 'store-mapping';

/** Asks for another name of a stored mapping, or for the brand and name of a new one. */
export const openStore = (given: Given) =>
  modals.open({
    modalId: DIALOG,
    title: given.id === undefined ? 'Subir un mapeo' : `Renombrar «${given.name}»`,
    children: <StoreForm given={given} />,
  });

function StoreForm({ given: { id, mapping, ...given } }: { given: Given }) {
  const options = useCall(brands.json, {}).data;
  const [name, setName] = useState(given.name);
  const [chosen, choose] = useState<number | null>(null);
  const brand = chosen ?? options?.find((option) => option.name === given.brand)?.id ?? null;
  const storing = useAction(workbookMappings.store, () => modals.close(DIALOG));
  const canStore = brand !== null && name.trim() !== '';
  return (
    <Stack
      gap="md"
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!canStore || storing.isPending) return;
        storing.mutate({ body: { ...(id !== undefined && { id }), part_brand_id: brand, name, mapping } });
      }}
    >
      <TextInput
        label="Nombre"
        data-autofocus
        autoComplete="off"
        maxLength={100}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      {id === undefined && <Picker label="Marca" clearable={false} options={options} value={brand} onChange={choose} />}
      <Button type="submit" disabled={!canStore} loading={storing.isPending}>
        Guardar
      </Button>
    </Stack>
  );
}
