import { Button } from '@mantine/core';
import { IconCar, IconX } from '@tabler/icons-react';
import type { ListState } from '../ui/table/useListQuery.ts';

type Props = { vehicles: number; setQuery: ListState['setQuery'] };

/** Shows the filter by vehicles, which has no column in the table. A click removes it. */
export function VehicleChip({ vehicles, setQuery }: Props) {
  const shown = vehicles === 1 ? 'Van en el vehículo elegido' : `Van en alguno de los ${vehicles} vehículos elegidos`;
  return (
    <Button
      variant="light"
      size="compact-sm"
      radius="xl"
      leftSection={<IconCar size={14} aria-hidden />}
      rightSection={<IconX size={14} aria-hidden />}
      aria-label={`Quitar el filtro: ${shown}`}
      onClick={() => setQuery(({ filters }) => ({ filters: filters.filter(({ column }) => column !== 'vehicle_id') }))}
    >
      {shown}
    </Button>
  );
}
