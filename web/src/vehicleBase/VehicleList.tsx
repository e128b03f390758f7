import { Button } from '@mantine/core';
import { api } from '@piezario/contract/api';
import { MAX_COUNTED, type vehicleBase } from '@piezario/contract/vehicle-base';
import { IconArrowMerge, IconBulb, IconForms } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAction } from '../api/hooks.ts';
import { formatNumber } from '../ui/format.ts';
import { ListScreen } from '../ui/ListScreen.tsx';
import { RowButton } from '../ui/RowIcon.tsx';
import type { Column, RowOf } from '../ui/table/list.ts';
import { DecisionsBand } from './DecisionsBand.tsx';
import { MergeDialog } from './MergeDialog.tsx';
import { VEHICLE } from './noun.ts';
import { RenameDialog } from './RenameDialog.tsx';

const WAITING = { 'filter[matches-state]': 'waiting' };

type Row = RowOf<typeof vehicleBase.paginated>;

const COLUMNS: readonly Column<Row>[] = [
  { key: 'brand', label: 'Marca', width: 120, pinned: true },
  { key: 'model', label: 'Modelo', width: 140, pinned: true },
  { key: 'version', label: 'Versión', width: 190, pinned: true },
  { key: 'model_master', label: 'Familia', width: 120 },
  { key: 'engine_code', label: 'Motor', width: 110 },
  { key: 'fuel', label: 'Combustible', width: 110 },
  { key: 'origin', label: 'Origen', width: 110, hidden: true },
  { key: 'sold_from_year', label: 'Desde', width: 86, render: ({ sold_from_year }) => sold_from_year },
  { key: 'sold_until_year', label: 'Hasta', width: 86, render: ({ sold_until_year }) => sold_until_year },
  {
    key: 'has_parts',
    label: 'Con piezas',
    width: 110,
    align: 'right',
    render: ({ parts }) => (parts > MAX_COUNTED ? `+${formatNumber(MAX_COUNTED)}` : formatNumber(parts)),
  },
];

/** The vehicle base. */
export function VehicleList() {
  const remove = useAction(api.vehicleBase.remove);
  const [merged, setMerged] = useState<Row | null>(null);
  const [isRenaming, setRenaming] = useState(false);
  return (
    <>
      <DecisionsBand />
      <ListScreen
        noun={VEHICLE}
        list={api.vehicleBase.paginated}
        columns={COLUMNS}
        onRemove={({ id }) => remove.mutate({ body: { id } })}
        actions={(row) =>
          row.parts > 0 && (
            <RowButton
              icon={IconArrowMerge}
              title="Unir con otro"
              label={`Unir ${row.name} con otro`}
              onClick={() => setMerged(row)}
            />
          )
        }
        toolbar={
          <>
            <Button variant="default" leftSection={<IconForms size={18} />} onClick={() => setRenaming(true)}>
              Cambiar un nombre
            </Button>
            <Button
              variant="default"
              leftSection={<IconBulb size={18} />}
              renderRoot={(root) => <Link to="/vehicles/proposals" search={WAITING} {...root} />}
            >
              Propuestas
            </Button>
          </>
        }
      />
      {merged && <MergeDialog vehicle={merged} onClose={() => setMerged(null)} />}
      {isRenaming && <RenameDialog onClose={() => setRenaming(false)} />}
    </>
  );
}
