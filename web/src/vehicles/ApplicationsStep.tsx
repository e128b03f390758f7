import { VisuallyHidden } from '@mantine/core';
import type { Filter } from '@piezario/contract/list';
import { vehicles } from '@piezario/contract/vehicles';
import { useCall } from '../api/hooks.ts';
import { formatNumber } from '../ui/format.ts';
import { Switch } from '../ui/Switch.tsx';
import { PagedTable } from '../ui/table/DataTable.tsx';
import { type Column, replaceFilter } from '../ui/table/list.ts';
import { useLocalQuery } from '../ui/table/useLocalQuery.ts';
import classes from './ApplicationsStep.module.css';
import { nameOf, type Vehicle, vehicleColumns } from './columns.tsx';
import { imageColumn, ModelImageDialog } from './ModelImage.tsx';
import { useLinks } from './useLinks.ts';
import { useModelImage } from './useModelImage.ts';

const VEHICLE = { one: 'vehículo', many: 'vehículos', article: 'el' } as const;
const ONLY_LINKED: Filter = { column: 'vehicle_linked', mode: 'matches', value: '1' };
const EVERY_ONE: Filter = { ...ONLY_LINKED, value: '' };

const idOf = ({ id }: Vehicle) => id;

/** Step 2: all the vehicles, linked ones first. A click or a key on a row links or unlinks it. */
export function ApplicationsStep({ partId, linked }: { partId: number; linked: number }) {
  const state = useLocalQuery(vehicles.list);
  const { query, setQuery } = state;
  // Read again only when the filters change: linked rows come first, so a refetch would move the rows just toggled.
  const read = useCall(vehicles.list, { params: { partId }, query }, { refetchOnWindowFocus: false, gcTime: 0 });
  const { toggle, announced } = useLinks(partId);
  const image = useModelImage(partId);
  const columns = [
    linkColumn(toggle),
    ...withImage(vehicleColumns(read.data?.headers ?? []).map(pinned), imageColumn(image.edit)),
  ];
  const onlyLinked = query.filters.some(({ column, value }) => column === ONLY_LINKED.column && value === '1');
  return (
    <div className={classes.step}>
      <PagedTable
        list={vehicles.list}
        page={{ ...read, data: read.data?.vehicles }}
        state={state}
        words={VEHICLE}
        columns={columns}
        keyOf={idOf}
        onOpen={(vehicle) => void toggle(vehicle)}
        toolbar={
          <>
            <p className={classes.count}>
              <strong>{formatNumber(linked)}</strong> {linked === 1 ? 'vinculado' : 'vinculados'}
            </p>
            <Switch
              on={onlyLinked}
              onToggle={() =>
                setQuery(({ filters }) => ({ filters: replaceFilter(filters, onlyLinked ? EVERY_ONE : ONLY_LINKED) }))
              }
            >
              Sólo vinculados
            </Switch>
          </>
        }
      />
      <ModelImageDialog {...image} />
      <VisuallyHidden role="status">{announced}</VisuallyHidden>
    </div>
  );
}

/** The name stays visible while the table scrolls to the components. */
const pinned = (column: Column<Vehicle>): Column<Vehicle> =>
  column.key === 'brand' || column.key === 'model' ? { ...column, pinned: true } : column;

/** Puts the image after the pinned columns. */
const withImage = (columns: readonly Column<Vehicle>[], image: Column<Vehicle>) =>
  columns.toSpliced(columns.findLastIndex((column) => column.pinned) + 1, 0, image);

/** On a phone the switch and the name are the title of a card. On a desk the name has its own columns. */
const linkColumn = (toggle: (vehicle: Vehicle) => Promise<void>): Column<Vehicle> => ({
  key: 'vehicle_linked',
  label: 'Vinculado',
  pinned: true,
  width: 120,
  render: (vehicle) => (
    <Switch on={vehicle.vehicle_linked === 1} onToggle={() => void toggle(vehicle)}>
      <span className={classes.name}>{nameOf(vehicle)}</span>
    </Switch>
  ),
});
