import { Button, Group, SimpleGrid, Stack, Textarea, TextInput, Title } from '@mantine/core';
import type { Position } from '@piezario/contract/applications';
import type { Filter } from '@piezario/contract/list';
import { vehicleProposals } from '@piezario/contract/vehicle-proposals';
import { Link } from '@tanstack/react-router';
import { Dialog } from '../ui/Dialog.tsx';
import { useSave } from '../ui/useSave.tsx';
import { WholeNumber } from '../ui/WholeNumber.tsx';
import { VehicleFields } from '../vehicleBase/VehicleFields.tsx';
import { DIGITS, PositionsField } from './qualifierFields.tsx';

const VEHICLE = {
  ...{ brand: '', model_master: '', model: '', version: '', engine_code: '', fuel: '' },
  ...{ sold_from_year: 0, sold_until_year: null as number | null },
};
const APPLICATION = {
  ...{ positions: [] as Position[], quantity: null as number | null, note: '' },
  ...{ from_year: null as number | null, until_year: null as number | null },
};

type Props = {
  /** The part whose application waits for the vehicle. */
  partId?: number;
  /** Filters of a list of vehicles, which describe the one that is not in it. */
  filters?: readonly Filter[];
  onClose: () => void;
};

/** Proposes a vehicle that is not in the base. */
export function ProposeDialog({ partId, filters = [], onClose }: Props) {
  const { form, onSubmit, isPending } = useSave(vehicleProposals.store, {
    name: 'proposal',
    initialValues: { ...VEHICLE, ...describedBy(filters), ...APPLICATION, comment: '', part_id: partId },
    onSaved: onClose,
  });
  return (
    <Dialog onClose={onClose} title="Proponer un vehículo" size="lg">
      <form noValidate onSubmit={onSubmit}>
        <Stack gap="md">
          <p className="dim text-md">
            Quien administra lo agrega a la base, lo corrige o te dice por qué no.{' '}
            <Link to="/vehicles/proposals" className="line">
              Ver mis propuestas
            </Link>
          </p>
          <VehicleFields form={form} isProposal />
          {partId !== undefined && (
            <>
              <Title order={3} size="h5">
                La aplicación que queda esperando
              </Title>
              <PositionsField label="Posición" {...form.getInputProps('positions')} value={form.values.positions} />
              <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
                <WholeNumber label="Cantidad" digits={DIGITS.quantity} {...form.getInputProps('quantity')} />
                <TextInput label="Nota" autoComplete="off" {...form.getInputProps('note')} />
              </SimpleGrid>
            </>
          )}
          <Textarea
            label="Comentario"
            description="Lo que ayude a decidir: de dónde sale el dato, un enlace, un número de motor"
            autosize
            minRows={2}
            {...form.getInputProps('comment')}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancelar
            </Button>
            <Button type="submit" loading={isPending}>
              Proponer
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

/** The fields of a vehicle that the filters name. */
function describedBy(filters: readonly Filter[]): Partial<typeof VEHICLE> {
  const named = filters.filter(({ mode }) => mode === 'contains' || mode === 'starts_with' || mode === 'matches');
  const described = named.flatMap(({ column, value }) => {
    const before: unknown = Object.hasOwn(VEHICLE, column) ? VEHICLE[column as keyof typeof VEHICLE] : undefined;
    if (typeof before === 'string') return [[column, value]];
    return before !== undefined && /^\d{4}$/.test(value) ? [[column, Number(value)]] : [];
  });
  return Object.fromEntries(described) as Partial<typeof VEHICLE>;
}
