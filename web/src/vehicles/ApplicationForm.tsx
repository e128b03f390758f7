import { Button, Checkbox, Group, SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type Application, POSITIONS, type Position } from '@piezario/contract/applications';
import { MAX_QUANTITY, vehicles } from '@piezario/contract/vehicles';
import { useEffect, useRef } from 'react';
import { focusFirstField } from '../ui/focus.ts';
import { useSave } from '../ui/useSave.tsx';
import type { Vehicle } from './columns.tsx';

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
        <Checkbox.Group
          label="Posición"
          {...form.getInputProps('positions')}
          onChange={(chosen) => form.setFieldValue('positions', chosen as Position[])}
        >
          <SimpleGrid cols={{ base: 2, xs: 4 }} spacing="xs" verticalSpacing="xs" mt={4}>
            {POSITIONS.map((position, index) => (
              <Checkbox key={position} value={position} label={position} data-autofocus={index === 0 || undefined} />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
        <SimpleGrid cols={3} spacing="xs">
          <WholeNumber form={form} field="quantity" label="Cantidad" digits={String(MAX_QUANTITY).length} />
          <WholeNumber form={form} field="from_year" label="Desde" digits={4} placeholder={`${sold_from_year}`} />
          <WholeNumber
            form={form}
            field="until_year"
            label="Hasta"
            digits={4}
            placeholder={`${sold_until_year ?? 'hoy'}`}
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

type NumberProps = {
  form: UseFormReturnType<Values>;
  field: 'quantity' | 'from_year' | 'until_year';
  label: string;
  digits: number;
  placeholder?: string;
};

/** Only digits can be typed in it. */
const WholeNumber = ({ form, field, digits, ...look }: NumberProps) => (
  <TextInput
    inputMode="numeric"
    autoComplete="off"
    maxLength={digits}
    {...look}
    {...form.getInputProps(field)}
    value={form.values[field] ?? ''}
    onChange={({ currentTarget: { value } }) => {
      const typed = value.replace(/\D/g, '');
      form.setFieldValue(field, typed === '' ? null : Number(typed));
    }}
  />
);
