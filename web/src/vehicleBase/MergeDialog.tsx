import { Button, Group, Stack, Text } from '@mantine/core';
import { api } from '@piezario/contract/api';
import type { vehicleBase } from '@piezario/contract/vehicle-base';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useAction } from '../api/hooks.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Picker } from '../ui/Picker.tsx';
import type { RowOf } from '../ui/table/list.ts';
import { useFamily } from './useFamily.ts';

type Props = { vehicle: RowOf<typeof vehicleBase.paginated>; onClose: () => void };

/** Asks with which vehicle of its family a repeated one is merged. */
export function MergeDialog({ vehicle, onClose }: Props) {
  const [into, setInto] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const navigate = useNavigate();
  const versions = useFamily(vehicle);
  const merge = useAction(api.bulk.mergeVehicle, ({ id }) => void navigate({ to: `/parts/bulk/${id}` }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (into === null) return setError('Elegí el vehículo que queda');
    merge.mutate({ body: { vehicle_id: vehicle.id, into_vehicle_id: into } });
  };
  return (
    <Dialog onClose={onClose} title="Unir un vehículo repetido" styles={{ content: { overflow: 'visible' } }}>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <Text>
            Las aplicaciones de <strong>{vehicle.name}</strong> pasan al vehículo que queda, y este sale de la base. Las
            piezas que van en los dos con otra cantidad, nota o años, o en años en los que el otro no se vendía, se
            listan y no cambian. Se puede deshacer.
          </Text>
          <Picker
            label="Vehículo que queda"
            description={`De la familia ${vehicle.brand} ${vehicle.model_master}`}
            required
            data-autofocus
            options={versions?.filter(({ id }) => id !== vehicle.id)}
            error={error}
            value={into}
            onChange={(id) => {
              setInto(id);
              setError(null);
            }}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancelar
            </Button>
            <Button type="submit" loading={merge.isPending}>
              Unir
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
