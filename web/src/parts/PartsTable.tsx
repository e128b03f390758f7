import { Button, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { modals } from '@mantine/modals';
import { admits, seesHistory } from '@piezario/contract/access';
import { type Part, parts } from '@piezario/contract/parts';
import { IconHistory, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useRole } from '../auth/session.tsx';
import { filtersOf, type Selection, useSelection } from '../selection/selection.ts';
import { useOpenOverlay } from '../ui/overlay.ts';
import { RowButton } from '../ui/RowIcon.tsx';
import { DataTable } from '../ui/table/DataTable.tsx';
import { PART, partName } from './noun.ts';
import classes from './PartsTable.module.css';
import { partCards, partColumns } from './PartsTableColumns.tsx';
import { usePartRemoval } from './usePartRemoval.ts';
import { usePartsQuery } from './usePartsQuery.ts';
import { useOpenInfoView } from './views/infoView.ts';

const VehicleChip = lazy(async () => ({ default: (await import('../vehicles/VehicleChip.tsx')).VehicleChip }));

type Props = { selection: Selection & { brand: number } };

/**
 * The parts of the selection. A row opens the wizard, or the attributes for those who may not change parts. On a phone
 * the card itself leads to the history.
 */
export function PartsTable({ selection: { brand, category, product } }: Props) {
  const state = usePartsQuery();
  const { vehicles } = useSelection();
  const role = useRole();
  const changes = admits(parts.update.access, role);
  const view = useOpenInfoView();
  const edit = useEdit();
  const phone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const remove = usePartRemoval();
  const actions = (part: Part) => (
    <>
      <RowButton icon={IconPencil} title="Editar" label={`Editar ${partName(part)}`} onClick={() => edit(part)} />
      {!phone && (
        <RowButton
          icon={IconHistory}
          title="Historial"
          label={`Historial de ${partName(part)}`}
          onClick={() => view('history', part.id)}
        />
      )}
      <RowButton icon={IconTrash} title="Eliminar" label={`Eliminar ${partName(part)}`} onClick={() => remove(part)} />
    </>
  );
  return (
    <DataTable
      list={parts.list}
      params={{ brandId: brand, productId: product ?? 'all' }}
      fixed={filtersOf({ category, product })}
      state={state}
      words={PART}
      columns={(phone ? partCards : partColumns)({ view, describe, tellsWho: seesHistory(role) })}
      keyOf={idOf}
      toolbar={
        vehicles.length > 0 && (
          <Suspense>
            <VehicleChip vehicles={vehicles.length} setQuery={state.setQuery} />
          </Suspense>
        )
      }
      actions={changes ? actions : undefined}
      onOpen={(part) => (changes ? edit(part) : view('attributes', part.id))}
      empty={{ title: 'Todavía no hay piezas acá', action: changes && <NewPart /> }}
    />
  );
}

function NewPart() {
  const { add } = useSelection();
  return (
    <Button leftSection={<IconPlus size={18} />} onClick={add}>
      Nueva pieza
    </Button>
  );
}

const idOf = ({ id }: Part) => id;

/** Opens the wizard at its first step. */
function useEdit() {
  const open = useOpenOverlay();
  return ({ id }: Part) => open({ part: String(id), step: '1' });
}

function describe(part: Part) {
  modals.open({
    title: partName(part),
    children: (
      <Text size="sm" className={classes.description}>
        {part.observation}
      </Text>
    ),
  });
}
