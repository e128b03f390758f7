import { VisuallyHidden } from '@mantine/core';
import type { Filter } from '@piezario/contract/list';
import { nameOf, vehicles } from '@piezario/contract/vehicles';
import { IconListCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useCall } from '../api/hooks.ts';
import { formatNumber } from '../ui/format.ts';
import { RowButton } from '../ui/RowIcon.tsx';
import { Switch } from '../ui/Switch.tsx';
import { PagedTable } from '../ui/table/DataTable.tsx';
import { type Column, replaceFilter } from '../ui/table/list.ts';
import { useLocalQuery } from '../ui/table/useLocalQuery.ts';
import { ApplicationsDialog } from './ApplicationsDialog.tsx';
import classes from './ApplicationsStep.module.css';
import { applicationsColumn, type Vehicle, vehicleColumns } from './columns.tsx';
import { ManyLinks } from './ManyLinks.tsx';
import { ModelDialog } from './ModelDialog.tsx';
import { imageColumn, ModelImageDialog } from './ModelImage.tsx';
import { ProposeButton } from './ProposeButton.tsx';
import { Suggestions } from './Suggestions.tsx';
import { useApplications } from './useApplications.ts';
import { useLinks } from './useLinks.ts';
import { useManyLinks } from './useManyLinks.ts';
import { useModelImage } from './useModelImage.ts';

const VEHICLE = { one: 'vehículo', many: 'vehículos', article: 'el' } as const;
const ONLY_LINKED: Filter = { column: 'vehicle_linked', mode: 'matches', value: '1' };
const EVERY_ONE: Filter = { ...ONLY_LINKED, value: '' };

const idOf = ({ id }: Vehicle) => id;

type Props = { part: { readonly id: number; readonly part_product_id: number; readonly vehicles_count: number } };

/** Step 2: all the vehicles, linked ones first. A click or a key on a row links or unlinks it. */
export function ApplicationsStep({ part }: Props) {
  const { id: partId, vehicles_count: linked } = part;
  const state = useLocalQuery(vehicles.list);
  const { query, setQuery } = state;
  // Refetched only when the filters change, or after many links at once: linked rows come first, so a refetch moves the
  // rows just toggled.
  const read = useCall(vehicles.list, { params: { partId }, query }, { refetchOnWindowFocus: false, gcTime: 0 });
  const { toggle, announced } = useLinks(partId);
  const image = useModelImage(partId);
  const applications = useApplications(partId);
  const many = useManyLinks(partId, read.refetch);
  const [model, setModel] = useState<Vehicle | null>(null);
  const columns = [
    linkColumn(toggle, setModel),
    ...afterPinned(
      vehicleColumns(read.data?.headers ?? []),
      applicationsColumn(applications.edit),
      imageColumn(image.edit),
    ),
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
            <ManyLinks
              part={part}
              filters={query.filters}
              total={read.isPlaceholderData ? undefined : read.data?.vehicles.total}
              links={many}
            >
              <Suggestions partId={partId} links={many} />
              <ProposeButton partId={partId} filters={query.filters} />
            </ManyLinks>
          </>
        }
      />
      <ModelImageDialog {...image} />
      <ApplicationsDialog {...applications} />
      {model && <ModelDialog partId={partId} vehicle={model} links={many} onClose={() => setModel(null)} />}
      <VisuallyHidden role="status">{announced}</VisuallyHidden>
    </div>
  );
}

const afterPinned = (columns: readonly Column<Vehicle>[], ...others: readonly Column<Vehicle>[]) =>
  columns.toSpliced(columns.findLastIndex((column) => column.pinned) + 1, 0, ...others);

/** On a phone the switch and the name are the title of a card. On a desk the name has its own columns. */
const linkColumn = (
  toggle: (vehicle: Vehicle) => Promise<void>,
  chooseModel: (vehicle: Vehicle) => void,
): Column<Vehicle> => ({
  key: 'vehicle_linked',
  label: 'Vinculado',
  pinned: true,
  width: 108,
  render: (vehicle) => (
    <span className="row apart">
      <Switch on={vehicle.vehicle_linked === 1} onToggle={() => void toggle(vehicle)}>
        <span className="spoken-at-desk">{nameOf(vehicle)}</span>
      </Switch>
      <RowButton
        icon={IconListCheck}
        title="Todo el modelo"
        label={`Todo el modelo de ${nameOf(vehicle)}`}
        onClick={() => chooseModel(vehicle)}
      />
    </span>
  ),
});
