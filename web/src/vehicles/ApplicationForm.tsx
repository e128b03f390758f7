import { Button, Group, SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { Application, Position } from '@piezario/contract/applications';
import { vehicles } from '@piezario/contract/vehicles';
import { useEffect, useRef } from 'react';
import { focusFirstField } from '../ui/focus.ts';
import { useSave } from '../ui/useSave.tsx';
import { WholeNumber } from '../ui/WholeNumber.tsx';
import type { Vehicle } from './columns.tsx';
import { DIGITS, PositionsField } from './qualifierFields.tsx';

type Props = {
  partId: number;
  vehicle: Vehicle;
  /** The application to edit; undefined for a new one. */
  application: Application | undefined;
  /** Called with the saved application, or with null if the form is canceled. */
  onDone: (saved: Application | null) => void;
};

type Values = {
  positions: Position[];
  quantity: number | null;
  note: string;
  from_year: number | null;
  until_year: number | null;
};
const EMPTY: Values = { positions: [], quantity: null, note: '', from_year: null, until_year: null };

/** Where the part goes on the vehicle, how many, a note, and the years if they are not all of the vehicle's. */
export function ApplicationForm({ partId, vehicle, application, onDone }: Props) {
  const { id, ...said } = application ?? { ...EMPTY, id: null };
  const { form, onSubmit, isPending } = useSave(vehicles.store, {
    name: 'application',
    initialValues: { id, part_id: partId, vehicle_id: vehicle.id, ...said },
    onSaved: onDone,
  });
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => focusFirstField(element.current), []);
  const { sold_from_year, sold_until_year } = vehicle;
  return (
    <form
      ref={element}
      noValidate
      aria-label={application ? 'Editar la aplicación' : 'Nueva aplicación'}
      onSubmit={onSubmit}
    >
      <Stack gap="md">
        <PositionsField label="Posición" {...form.getInputProps('positions')} value={form.values.positions} />
        <SimpleGrid cols={3} spacing="xs">
          <WholeNumber label="Cantidad" digits={DIGITS.quantity} {...form.getInputProps('quantity')} />
          <WholeNumber
            label="Desde"
            digits={DIGITS.from_year}
            placeholder={`${sold_from_year}`}
            {...form.getInputProps('from_year')}
          />
          <WholeNumber
            label="Hasta"
            digits={DIGITS.until_year}
            placeholder={`${sold_until_year ?? 'hoy'}`}
            {...form.getInputProps('until_year')}
          />
        </SimpleGrid>
        <TextInput label="Nota" autoComplete="off" {...form.getInputProps('note')} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => onDone(null)}>
            Cancelar
          </Button>
          <Button type="submit" loading={isPending}>
            Guardar
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
