import type { Filter } from '@piezario/contract/list';
import { vehicles } from '@piezario/contract/vehicles';
import { IconCar } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useCall } from '../api/hooks.ts';
import { PagedTable } from '../ui/table/DataTable.tsx';
import type { Column } from '../ui/table/list.ts';
import { useLocalQuery } from '../ui/table/useLocalQuery.ts';
import classes from './ApplicationsView.module.css';
import { nameOf, type Vehicle, vehicleColumns } from './columns.tsx';

const WORDS = { one: 'vehículo', many: 'vehículos', article: 'el' } as const;
const LINKED: Filter = { column: 'vehicle_linked', mode: 'matches', value: '1' };

/** At a desk the name has its columns and is not seen here; on a phone it is the title of a card. */
const IMAGE: Column<Vehicle> = {
  key: 'imageUrl',
  label: 'Imagen',
  width: 84,
  render: (vehicle) => (
    <span className={classes.vehicle}>
      <span className={classes.frame}>
        {vehicle.imageUrl ? (
          <img className={classes.image} src={vehicle.imageUrl} alt="" loading="lazy" />
        ) : (
          <IconCar size={20} stroke={1.3} aria-hidden />
        )}
      </span>
      <span className={classes.name}>{nameOf(vehicle)}</span>
    </span>
  ),
};

/** The image and where it was made first (§2). */
function viewColumns(headers: Parameters<typeof vehicleColumns>[0]): readonly Column<Vehicle>[] {
  const columns = vehicleColumns(headers);
  const isOrigin = ({ key }: Column<Vehicle>) => key === 'origin';
  return [IMAGE, ...columns.filter(isOrigin), ...columns.filter((column) => !isOrigin(column))];
}

/** The vehicles that a part fits, to be read. */
export function ApplicationsView({ partId }: { partId: number }) {
  const state = useLocalQuery(vehicles.list);
  const query = { ...state.query, filters: [...state.query.filters, LINKED] };
  const read = useCall(vehicles.list, { params: { partId }, query });
  const headers = read.data?.headers;
  const columns = useMemo(() => viewColumns(headers ?? []), [headers]);
  return (
    <PagedTable
      list={vehicles.list}
      page={{ ...read, data: read.data?.vehicles }}
      state={state}
      words={WORDS}
      columns={columns}
      keyOf={({ id }) => id}
      empty={{ title: 'Esta pieza todavía no tiene vehículos' }}
    />
  );
}
