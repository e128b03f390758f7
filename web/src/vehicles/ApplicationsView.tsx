import type { Filter } from '@piezario/contract/list';
import { vehicles } from '@piezario/contract/vehicles';
import { useCall } from '../api/hooks.ts';
import { PagedTable } from '../ui/table/DataTable.tsx';
import type { Column } from '../ui/table/list.ts';
import { useLocalQuery } from '../ui/table/useLocalQuery.ts';
import { applicationsColumn, type Vehicle, vehicleColumns } from './columns.tsx';
import { namedImageColumn } from './ModelImage.tsx';

const WORDS = { one: 'vehículo', many: 'vehículos', article: 'el' } as const;
const LINKED: Filter = { column: 'vehicle_linked', mode: 'matches', value: '1' };

type Headers = Parameters<typeof vehicleColumns>[0];

/** The order of §2: the image, the origin, the other columns of a vehicle, its applications, and its components. */
function viewColumns(headers: Headers): readonly Column<Vehicle>[] {
  const columns = vehicleColumns(headers);
  const isOrigin = ({ key }: Column<Vehicle>) => key === 'origin';
  const others = columns.filter((column) => !isOrigin(column));
  const afterYears = others.findIndex(({ key }) => key === 'sold_until_year') + 1;
  return [namedImageColumn, ...columns.filter(isOrigin), ...others.toSpliced(afterYears, 0, applicationsColumn())];
}

/** The vehicles of a part, read-only. */
export function ApplicationsView({ partId }: { partId: number }) {
  const state = useLocalQuery(vehicles.list);
  const query = { ...state.query, filters: [...state.query.filters, LINKED] };
  const read = useCall(vehicles.list, { params: { partId }, query });
  return (
    <PagedTable
      list={vehicles.list}
      page={{ ...read, data: read.data?.vehicles }}
      state={state}
      words={WORDS}
      columns={viewColumns(read.data?.headers ?? [])}
      keyOf={({ id }) => id}
      plainWhenFew
      empty={{ title: 'Esta pieza todavía no tiene vehículos' }}
    />
  );
}
