import { Button, Group, Title } from '@mantine/core';
import { admits, SCREENS } from '@piezario/contract/access';
import {
  MAX_NAMED_PARTS,
  type ProposalState,
  type VehicleProposal,
  vehicleProposals,
} from '@piezario/contract/vehicle-proposals';
import { nameOf } from '@piezario/contract/vehicles';
import { IconCheck, IconPlus, IconReplace, IconTrash, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useAction, useWrite } from '../api/hooks.ts';
import { useRole } from '../auth/session.tsx';
import { confirmAction } from '../ui/confirm.tsx';
import { formatNumber } from '../ui/format.ts';
import { RowButton } from '../ui/RowIcon.tsx';
import { DataTable } from '../ui/table/DataTable.tsx';
import type { Column } from '../ui/table/list.ts';
import { useListQuery } from '../ui/table/useListQuery.ts';
import { ProposeDialog } from '../vehicles/ProposeDialog.tsx';
import { AcceptDialog, DetailsDialog, RefuseDialog, UseExistingDialog } from './answers.tsx';

const PROPOSAL = { one: 'propuesta', many: 'propuestas', article: 'la' } as const;

const STATE_NAMES: Record<ProposalState, string> = {
  waiting: 'Espera',
  accepted: 'Aceptada',
  refused: 'Rechazada',
};
const STATES = Object.entries(STATE_NAMES).map(([value, label]) => ({ value, label }));

const COLUMNS: readonly Column<VehicleProposal>[] = [
  {
    ...{ key: 'brand', label: 'Marca', width: 110, pinned: true },
    // The title of a card on a phone.
    render: ({ brand, model, version }) => (
      <>
        {brand}
        <span className="spoken-at-desk"> {`${model} ${version}`.trim()}</span>
      </>
    ),
  },
  { key: 'model', label: 'Modelo', width: 120, pinned: true, inTitle: true },
  { key: 'version', label: 'Versión', width: 150, pinned: true, inTitle: true },
  { key: 'sold_from_year', label: 'Desde', width: 76, render: ({ sold_from_year }) => sold_from_year },
  { key: 'sold_until_year', label: 'Hasta', width: 76, render: ({ sold_until_year }) => sold_until_year },
  { key: 'model_master', label: 'Familia', width: 120, hidden: true },
  { key: 'engine_code', label: 'Motor', width: 100, hidden: true },
  { key: 'fuel', label: 'Combustible', width: 110, hidden: true },
  { key: 'state', label: 'Estado', width: 106, options: STATES, render: ({ state }) => STATE_NAMES[state] },
  { key: 'parts', label: 'Piezas', width: 120, render: (row) => <Parts of={row} /> },
  { key: 'comment', label: 'Comentario', width: 170 },
  { key: 'reason', label: 'Respuesta', width: 190, render: ({ reason, vehicle }) => reason || vehicle },
  { key: 'created_at', label: 'Cuándo', width: 150, hidden: true },
];
const AUTHOR: Column<VehicleProposal> = { key: 'user', label: 'Quién', width: 130 };

type Answering = { readonly how: 'accept' | 'existing' | 'refuse' | 'details'; readonly proposal: VehicleProposal };

/** The vehicles that people proposed: those who decide see all of them, others their own. */
export function ProposalList() {
  const decides = admits(SCREENS.vehicleBase, useRole());
  const state = useListQuery(vehicleProposals.list, '/vehicles/proposals');
  const [answering, setAnswering] = useState<Answering | null>(null);
  const [isProposing, setProposing] = useState(false);
  const withdraw = useAction(vehicleProposals.withdraw);
  useSeen();
  const close = () => setAnswering(null);
  const accept = (proposal: VehicleProposal) => setAnswering({ how: 'accept', proposal });
  const open = (proposal: VehicleProposal) =>
    decides && proposal.state === 'waiting' ? accept(proposal) : setAnswering({ how: 'details', proposal });
  const actions = (proposal: VehicleProposal) => {
    if (proposal.state !== 'waiting') return null;
    const name = nameOf(proposal);
    return (
      <>
        {decides && (
          <>
            <RowButton icon={IconCheck} title="Aceptar…" label={`Aceptar ${name}`} onClick={() => accept(proposal)} />
            <RowButton
              icon={IconReplace}
              title="Usar uno existente…"
              label={`Usar uno existente por ${name}`}
              onClick={() => setAnswering({ how: 'existing', proposal })}
            />
            <RowButton
              icon={IconX}
              title="Rechazar…"
              label={`Rechazar ${name}`}
              onClick={() => setAnswering({ how: 'refuse', proposal })}
            />
          </>
        )}
        {proposal.is_own && (
          <RowButton
            icon={IconTrash}
            title="Retirar"
            label={`Retirar ${name}`}
            onClick={() =>
              confirmAction({
                title: `¿Retirar la propuesta de ${name}?`,
                consequence: 'Las aplicaciones que la esperan se pierden.',
                action: 'Retirar',
                onConfirm: () => withdraw.mutate({ body: { id: proposal.id } }),
              })
            }
          />
        )}
      </>
    );
  };
  const propose = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setProposing(true)}>
      Proponer un vehículo
    </Button>
  );
  return (
    <>
      <Group justify="space-between" mb="md" gap="sm">
        <Title order={1} size="h3">
          Vehículos propuestos
        </Title>
        {propose}
      </Group>
      <DataTable
        list={vehicleProposals.list}
        state={state}
        words={PROPOSAL}
        columns={decides ? [...COLUMNS, AUTHOR] : COLUMNS}
        keyOf={idOf}
        actions={actions}
        onOpen={open}
        empty={{ title: 'Todavía no hay vehículos propuestos' }}
      />
      {isProposing && <ProposeDialog onClose={() => setProposing(false)} />}
      {answering?.how === 'accept' && <AcceptDialog proposal={answering.proposal} onClose={close} />}
      {answering?.how === 'details' && <DetailsDialog proposal={answering.proposal} onClose={close} />}
      {answering?.how === 'existing' && <UseExistingDialog proposal={answering.proposal} onClose={close} />}
      {answering?.how === 'refuse' && <RefuseDialog proposal={answering.proposal} onClose={close} />}
    </>
  );
}

const idOf = ({ id }: VehicleProposal) => id;

/** Codes of the parts that wait, or were linked. */
function Parts({ of: { parts, parts_count } }: { of: VehicleProposal }) {
  const more = parts_count > MAX_NAMED_PARTS ? ` y ${formatNumber(parts_count - MAX_NAMED_PARTS)} más` : '';
  return (
    <span>{parts.map(({ code, is_linked }) => (is_linked === false ? `${code} (no)` : code)).join(', ') + more}</span>
  );
}

/** Tells the server that the person has seen the answers. */
function useSeen() {
  const write = useWrite(vehicleProposals.seen);
  const isSent = useRef(false);
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    void write({}, () => {});
  }, [write]);
}
