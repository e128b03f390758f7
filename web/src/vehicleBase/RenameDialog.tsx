import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { api } from '@piezario/contract/api';
import { NAME_LEVELS, type NameLevel, vehicleBase } from '@piezario/contract/vehicle-base';
import { useCall } from '../api/hooks.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { DROPDOWN } from '../ui/dropdown.ts';
import { Suggest } from '../ui/Suggest.tsx';
import { useSave } from '../ui/useSave.tsx';

const LEVEL_NAMES: Record<NameLevel, string> = { brand: 'Una marca', model_master: 'Una familia', model: 'Un modelo' };
const LEVELS = NAME_LEVELS.map((value) => ({ value, label: LEVEL_NAMES[value] }));

type Values = { level: NameLevel; brand: string; name: string; to: string };
const EMPTY: Values = { level: 'model', brand: '', name: '', to: '' };

/** Renames a brand, a family or a model in all of its vehicles. */
export function RenameDialog({ onClose }: { onClose: () => void }) {
  const { form, onSubmit, isPending } = useSave(vehicleBase.rename, {
    name: 'rename',
    initialValues: EMPTY,
    onSaved: onClose,
    // A brand is found by its own name.
    sends: {
      body: (values) => (values.level === 'brand' ? { ...values, name: values.brand } : values),
      pathOf: (path, { level }) => (level === 'brand' && path === 'name' ? 'brand' : path),
    },
  });
  const { level, brand } = form.values;
  const names = useCall(api.vehicleBase.names, { query: { brand } });
  return (
    <Dialog onClose={onClose} title="Cambiar un nombre en todos sus vehículos">
      <form noValidate onSubmit={onSubmit}>
        <Stack gap="md">
          <Select
            label="Qué cambia de nombre"
            data={LEVELS}
            allowDeselect={false}
            {...DROPDOWN}
            {...form.getInputProps('level')}
          />
          <Suggest
            label="Marca"
            required
            data={names.data?.brands ?? []}
            {...form.getInputProps('brand')}
            data-autofocus
          />
          {level !== 'brand' && (
            <Suggest
              label={level === 'model' ? 'Modelo' : 'Familia'}
              required
              data={(level === 'model' ? names.data?.models : names.data?.model_masters) ?? []}
              {...form.getInputProps('name')}
            />
          )}
          <TextInput
            label="Nombre nuevo"
            description={
              level === 'brand' ? 'El de ahora queda como alias, para lo que ya está escrito así' : undefined
            }
            required
            autoComplete="off"
            {...form.getInputProps('to')}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancelar
            </Button>
            <Button type="submit" loading={isPending}>
              Cambiar
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
