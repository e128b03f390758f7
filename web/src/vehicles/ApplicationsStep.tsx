import { VisuallyHidden } from '@mantine/core';
import type { Filter } from '@piezario/contract/list';
import { vehicles } from '@piezario/contract/vehicles';
import { type KeyboardEvent, type ReactNode, useMemo } from 'react';
import { useCall } from '../api/hooks.ts';
import { formatNumber } from '../ui/format.ts';
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

/** The whole vehicle base, linked ones first: a click or a key on a row links it or takes it away. */
export function ApplicationsStep({ partId, linked }: { partId: number; linked: number }) {
  const state = useLocalQuery(vehicles.list);
  const { query, setQuery } = state;
  // A row that moved while somebody looked elsewhere would be lost: the list is asked for when its filters change.
  const read = useCall(vehicles.list, { params: { partId }, query }, { refetchOnWindowFocus: false, gcTime: 0 });
  const { toggle, said } = useLinks(partId);
  const headers = read.data?.headers;
  const image = useModelImage(partId);
  const columns = useMemo(
    () => [linkColumn(toggle), ...withImage(vehicleColumns(headers ?? []).map(pinned), imageColumn(image.edit))],
    [toggle, headers, image.edit],
  );
  const onlyLinked = query.filters.some(({ column, value }) => column === ONLY_LINKED.column && value === '1');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the rows are what listens
    <div className={classes.step} onKeyDown={pressSwitch}>
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
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </div>
  );
}

/** Whoever looks at the components of a vehicle still sees which one it is. */
const pinned = (column: Column<Vehicle>): Column<Vehicle> =>
  column.key === 'brand' || column.key === 'model' ? { ...column, pinned: true } : column;

/** After those that stay in sight. */
const withImage = (columns: readonly Column<Vehicle>[], image: Column<Vehicle>) =>
  columns.toSpliced(columns.findLastIndex((column) => column.pinned) + 1, 0, image);

/** On a phone the name is beside the switch and both are the title of a card; at a desk the name has its columns. */
const linkColumn = (toggle: (vehicle: Vehicle) => Promise<void>): Column<Vehicle> => ({
  key: 'vehicle_linked',
  label: 'Vinculado',
  width: 120,
  render: (vehicle) => (
    <Switch on={vehicle.vehicle_linked === 1} onToggle={() => void toggle(vehicle)}>
      <span className={classes.name}>{nameOf(vehicle)}</span>
    </Switch>
  ),
});

type SwitchProps = { on: boolean; onToggle: () => void; children: ReactNode };

/** A plain button, for there are hundreds of them: Space and Enter press it, and arrows go on to the next row. */
const Switch = ({ on, onToggle, children }: SwitchProps) => (
  <button type="button" role="switch" className={classes.switch} aria-checked={on} onClick={onToggle}>
    <span className={classes.track} aria-hidden />
    {children}
  </button>
);

/** Space on a row does what it does on its switch. */
function pressSwitch(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== ' ' || !(event.target instanceof HTMLElement) || !event.target.matches('[data-row]')) return;
  event.preventDefault();
  event.target.querySelector<HTMLElement>('[role="switch"]')?.click();
}
