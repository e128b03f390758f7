import { Button, Text } from '@mantine/core';
import { useCallbackRef, useMediaQuery } from '@mantine/hooks';
import { modals } from '@mantine/modals';
import { admits } from '@piezario/contract/access';
import { type Part, parts } from '@piezario/contract/parts';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useCallback, useMemo } from 'react';
import { useAction } from '../api/hooks.ts';
import { useRole } from '../auth/session.tsx';
import { filtersOf, type Selection, useSelection } from '../toolbar/selection.ts';
import { confirmRemoval } from '../ui/confirm.tsx';
import { formatNumber } from '../ui/format.ts';
import { useOpenOverlay } from '../ui/overlay.ts';
import { RowButton } from '../ui/RowIcon.tsx';
import { DataTable } from '../ui/table/DataTable.tsx';
import { PART, partName } from './noun.ts';
import classes from './PartsTable.module.css';
import { partCards, partColumns } from './PartsTableColumns.tsx';
import { usePartsQuery } from './usePartsQuery.ts';
import { useOpenInfoView } from './views/infoView.ts';

type Props = { selection: Selection & { brand: number } };

/** The parts of the selection. Those who may change them open the wizard from a row, the others its attributes. */
export function PartsTable({ selection: { brand, category, product } }: Props) {
  const state = usePartsQuery();
  const changes = admits(parts.update.access, useRole());
  const view = useOpenInfoView();
  const edit = useEdit();
  const phone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const columns = useMemo(() => (phone ? partCards : partColumns)(view, describe), [view, phone]);
  const open = useCallback((part: Part) => (changes ? edit(part) : view('attributes', part.id)), [changes, edit, view]);
  const actions = usePartActions(edit);
  return (
    <DataTable
      list={parts.list}
      params={{ brandId: brand, productId: product ?? 'all' }}
      fixed={filtersOf({ category, product })}
      state={state}
      words={PART}
      columns={columns}
      keyOf={idOf}
      actions={changes ? actions : undefined}
      onOpen={open}
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

/** The wizard, at its first step. */
function useEdit() {
  const open = useOpenOverlay();
  return useCallback(({ id }: Part) => open({ part: String(id), step: '1' }), [open]);
}

function usePartActions(edit: (part: Part) => void) {
  const action = useAction(parts.remove);
  const remove = useCallbackRef((part: Part) =>
    confirmRemoval({
      what: `la pieza “${partName(part)}”`,
      consequence: `${goesWith(part)} No se puede deshacer.`,
      onConfirm: () => action.mutate({ body: { id: part.id } }),
    }),
  );
  return useCallback(
    (part: Part) => (
      <>
        <RowButton icon={IconPencil} title="Editar" label={`Editar ${partName(part)}`} onClick={() => edit(part)} />
        <RowButton
          icon={IconTrash}
          title="Eliminar"
          label={`Eliminar ${partName(part)}`}
          onClick={() => remove(part)}
        />
      </>
    ),
    [edit, remove],
  );
}

const LIST = new Intl.ListFormat('es');

/** Se elimina con todo lo suyo: 12 atributos y 3 fotos. */
function goesWith({ attributes_count, cross_count, pictures_count, vehicles_count }: Part): string {
  const counted = [
    countOf(attributes_count, 'atributo', 'atributos'),
    countOf(cross_count, 'equivalencia', 'equivalencias'),
    countOf(pictures_count, 'foto', 'fotos'),
    countOf(vehicles_count, 'aplicación', 'aplicaciones'),
  ].filter((text) => text !== '');
  return counted.length === 0 ? 'No tiene nada cargado.' : `Se elimina con todo lo suyo: ${LIST.format(counted)}.`;
}

const countOf = (count: number, one: string, many: string) =>
  count === 0 ? '' : `${formatNumber(count)} ${count === 1 ? one : many}`;

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
