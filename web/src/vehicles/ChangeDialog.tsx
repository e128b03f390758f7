import { Button, Group, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Filter } from '@piezario/contract/list';
import type { FormEvent } from 'react';
import { flushSync } from 'react-dom';
import { Dialog } from '../ui/Dialog.tsx';
import { focusFirstOf } from '../ui/focus.ts';
import { Loading } from '../ui/Loading.tsx';
import { useHeld } from '../ui/useUnsaved.tsx';
import { counted } from '../ui/words.ts';
import { type ChangeValues, changeOf, errorsOf, NO_CHANGE } from './applicationChange.ts';
import { ChangeFields } from './ChangeFields.tsx';
import type { Vehicle } from './columns.tsx';
import { flag, withFlags } from './LinkDialog.tsx';
import { ModelList, useVehicles } from './ModelList.tsx';
import type { ManyLinks } from './useManyLinks.ts';

/** Models that are listed above the fields. */
const MAX_MODELS = 5;

type Props = Pick<ManyLinks, 'busy' | 'change'> & {
  partId: number;
  filters: readonly Filter[];
  onClose: () => void;
};

/** Changes the applications of a part to the linked vehicles that pass the filters. */
export function ChangeDialog({ partId, filters, busy, change, onClose }: Props) {
  const linked = withFlags(filters, flag('vehicle_linked', '1'));
  const { data, error } = useVehicles(partId, linked);
  const form = useForm<ChangeValues>({ name: 'change', initialValues: NO_CHANGE });
  useHeld(() => form.isDirty());
  const total = data?.total ?? 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (total === 0 || busy) return;
    const values = form.getValues();
    const errors = errorsOf(values);
    if (Object.keys(errors).length === 0) return void change(linked, changeOf(values), onClose);
    flushSync(() => form.setErrors(errors));
    focusFirstOf(Object.keys(errors).flatMap((field) => form.getInputNode(field) ?? []));
  };
  return (
    <Dialog onClose={onClose} title="Cambiar aplicaciones" closeOnClickOutside={!form.isDirty()}>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          {error ? (
            <Text>{error.message}</Text>
          ) : data ? (
            <div>
              <Text>{changedInWords(data.data, total)}</Text>
              <ModelList vehicles={data.data} total={total} max={MAX_MODELS} />
            </div>
          ) : (
            <Loading />
          )}
          <ChangeFields form={form} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancelar
            </Button>
            <Button type="submit" disabled={total === 0} loading={busy}>
              Cambiar
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

/** Cambian 36 aplicaciones de 30 vehículos. Above a page of vehicles, their applications are not counted. */
function changedInWords(found: readonly Vehicle[], total: number): string {
  if (total === 0) return 'Ninguno de los vehículos filtrados está vinculado.';
  const vehicles = counted(total, 'vehículo');
  if (found.length < total) return `Cambian las aplicaciones de ${vehicles}:`;
  const applications = found.reduce((sum, vehicle) => sum + vehicle.applications.length, 0);
  return `${applications === 1 ? 'Cambia' : 'Cambian'} ${counted(applications, 'aplicación', 'aplicaciones')} de ${vehicles}:`;
}
