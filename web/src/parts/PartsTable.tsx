import { Button, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { modals } from '@mantine/modals';
import { admits, seesHistory } from '@piezario/contract/access';
import { GAPS } from '@piezario/contract/gaps';
import type { Filter } from '@piezario/contract/list';
import { type ListedPart, type Part, parts } from '@piezario/contract/parts';
import { IconHistory, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useRole } from '../auth/session.tsx';
import { filtersOf, type Selection, useSelection } from '../selection/selection.ts';
import { usePartsQuery } from '../selection/usePartsQuery.ts';
import { useSheetLink } from '../selection/useSheetLink.ts';
import { lazy } from '../ui/lazy.tsx';
import { useListPage } from '../ui/listPage.ts';
import { useOpenOverlay } from '../ui/overlay.ts';
import { RowButton } from '../ui/RowIcon.tsx';
import { DataTable } from '../ui/table/DataTable.tsx';
import type { Editing } from '../ui/table/useEditing.ts';
import type { Selected } from '../ui/table/useRowSelection.ts';
import { useAttributeColumns } from './attributeColumns.tsx';
import { STEP_OF, WITHOUT_VEHICLES } from './gaps.ts';
import { PART, partName } from './noun.ts';
import { explains, partCards, partColumns } from './PartsTableColumns.tsx';
import { usePartRemoval } from './usePartRemoval.ts';
import type { ViewName } from './views/infoView.ts';

const SelectionBar = lazy(() => import('../bulk/SelectionBar.tsx'), 'SelectionBar', 'part');
const VehicleChip = lazy(() => import('../vehicles/VehicleChip.tsx'), 'VehicleChip', 'part');

/** Editors in the cells, for people who may change parts. */
const EDITING: Editing<ListedPart> = {
  columns: ['enabled', 'discontinued', 'has_observation_str'],
  Editor: lazy(() => import('./inline/CellEditor.tsx'), 'CellEditor', 'part'),
};

/** Predefined views. */
const VIEWS = [
  { name: 'Sin fotos', query: { 'filter[matches-pictures_count]': '0' } },
  { name: 'Sin vehículos', query: WITHOUT_VEHICLES },
  { name: 'Les falta una sola cosa', query: { 'filter[matches-gaps_count]': '1' } },
];

type Props = { selection: Selection & { brand: number } };

/**
 * The parts of the selection. A row opens the wizard, or the attributes for those who may not change parts; its code
 * leads to the page of the part. On a phone a button in the card leads to the history.
 */
export function PartsTable({ selection: { brand, category, product } }: Props) {
  const state = usePartsQuery();
  const { vehicles } = useSelection();
  const role = useRole();
  const changes = admits(parts.update.access, role);
  const params = { brandId: brand, productId: product ?? ('all' as const) };
  const fixed = filtersOf({ category, product });
  const query = { ...state.query, filters: [...state.query.filters, ...fixed] };
  const listPage = useListPage(parts.list, { params, query });
  const linkOf = useSheetLink();
  const open = useOpenOverlay();
  const view = (name: ViewName, id: number) => open({ view: name, part: String(id) }, listPage());
  const edit = (part: ListedPart) => open({ part: String(part.id), ...placeFor(query.filters, part) }, listPage());
  const phone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const attributeColumns = useAttributeColumns({ brand, product: phone ? null : product }, { params, query });
  const remove = usePartRemoval();
  const actions = (part: ListedPart) => (
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
  const bar = (selected: Selected<ListedPart>) => (
    <Suspense>
      <SelectionBar selected={selected} list={{ brand, product, filters: query.filters }} />
    </Suspense>
  );
  return (
    <DataTable
      oneLine
      list={parts.list}
      params={params}
      fixed={fixed}
      state={state}
      words={PART}
      columns={(phone ? partCards : partColumns)({
        attributeColumns,
        link: ({ id }) => linkOf(id, listPage),
        view,
        describe,
        seesWho: seesHistory(role),
        explains: explains(query.filters),
      })}
      keyOf={idOf}
      editing={changes ? EDITING : undefined}
      selection={changes ? { nameOf: partName, bar, list: JSON.stringify([params, query.filters]) } : undefined}
      views={VIEWS}
      toolbar={
        vehicles.length > 0 && (
          <Suspense>
            <VehicleChip vehicles={vehicles.length} setQuery={state.setQuery} />
          </Suspense>
        )
      }
      beside={changes && product !== null && <ToGrid />}
      actions={changes ? actions : undefined}
      onOpen={(part) => (changes ? edit(part) : view('attributes', part.id))}
      empty={{ title: 'Todavía no hay piezas acá', action: changes && <NewPart /> }}
    />
  );
}

/** Leads to the listed parts as a spreadsheet. */
const ToGrid = () => (
  <Button
    variant="default"
    size="xs"
    leftSection={<IconPencil size={16} />}
    renderRoot={(root) => <Link to="/parts/grid" search={true} {...root} />}
  >
    Planilla
  </Button>
);

function NewPart() {
  const { add } = useSelection();
  return (
    <Button leftSection={<IconPlus size={18} />} onClick={add}>
      Nueva pieza
    </Button>
  );
}

const idOf = ({ id }: Part) => id;

const BY_GAPS: readonly string[] = ['completeness', 'gaps_count', 'publishable'];

/** The step at which the wizard opens: that of a gap of the part if the list is filtered by gaps, else the first. */
function placeFor(filters: readonly Filter[], part: ListedPart): Record<string, string> {
  const place = filters.find(({ column, mode }) => column === 'gaps' && mode === 'matches')?.value;
  const isWithoutPictures = filters.some(({ column, value }) => column === 'pictures_count' && value === '0');
  const asked = isWithoutPictures ? 'photos' : GAPS[Number(place) - 1];
  const isByGaps = filters.some(({ column }) => BY_GAPS.includes(column));
  const lacked = asked ? [asked] : isByGaps ? part.gaps : [];
  const gap = lacked.find((one) => STEP_OF[one] !== null);
  return gap ? { step: String(STEP_OF[gap]), gap } : { step: '1' };
}

function describe(part: Part) {
  modals.open({
    title: partName(part),
    children: (
      <Text size="sm" className="breaks pre-line">
        {part.observation}
      </Text>
    ),
  });
}
