import { Button, Group, SimpleGrid, Stack, Textarea } from '@mantine/core';
import { api } from '@piezario/contract/api';
import { type VehicleProposal, vehicleProposals } from '@piezario/contract/vehicle-proposals';
import { nameOf } from '@piezario/contract/vehicles';
import { type ReactNode, useState } from 'react';
import { useCall } from '../api/hooks.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Picker } from '../ui/Picker.tsx';
import { Suggest } from '../ui/Suggest.tsx';
import { useSave } from '../ui/useSave.tsx';
import { counted, yearRange } from '../ui/words.ts';
import { useFamily } from '../vehicleBase/useFamily.ts';
import { PAIR, VehicleFields } from '../vehicleBase/VehicleFields.tsx';
import { qualifiersInWords } from '../vehicles/qualifiers.ts';

type Props = { proposal: VehicleProposal; onClose: () => void };

/** Adds the proposed vehicle to the base, as it is edited here. */
export function AcceptDialog({ proposal, onClose }: Props) {
  const { id, brand, model_master, model, version, engine_code, fuel, sold_from_year, sold_until_year } = proposal;
  const { form, onSubmit, isPending } = useSave(vehicleProposals.accept, {
    name: 'accept',
    initialValues: {
      ...{ id, brand, model_master, model, version, engine_code, fuel, origin: '', components: {} },
      ...{ sold_from_year, sold_until_year },
    },
    onSaved: onClose,
  });
  return (
    <Dialog onClose={onClose} title="Aceptar la propuesta" size="lg">
      <form noValidate onSubmit={onSubmit}>
        <Stack gap="md">
          <Proposed proposal={proposal} />
          <VehicleFields form={form} />
          <Buttons onClose={onClose} isPending={isPending}>
            Aceptar
          </Buttons>
        </Stack>
      </form>
    </Dialog>
  );
}

/** Answers with a vehicle of the base. */
export function UseExistingDialog({ proposal, onClose }: Props) {
  const [brand, setBrand] = useState(proposal.brand);
  const [family, setFamily] = useState(proposal.model_master);
  const names = useCall(api.vehicleBase.names, { query: { brand } });
  const versions = useFamily({ brand, model_master: family });
  const { form, onSubmit, isPending } = useSave(vehicleProposals.acceptAs, {
    name: 'existing',
    initialValues: { id: proposal.id, vehicle_id: '' as number | '' },
    onSaved: onClose,
  });
  const { onChange, ...chosen } = form.getInputProps('vehicle_id');
  return (
    <Dialog onClose={onClose} title="Usar uno existente" size="lg">
      <form noValidate onSubmit={onSubmit}>
        <Stack gap="md">
          <Proposed proposal={proposal} />
          <SimpleGrid {...PAIR}>
            <Suggest label="Marca" data={names.data?.brands ?? []} value={brand} onChange={setBrand} />
            <Suggest label="Familia" data={names.data?.model_masters ?? []} value={family} onChange={setFamily} />
          </SimpleGrid>
          <Picker
            label="Vehículo de la base"
            required
            data-autofocus
            options={versions}
            {...chosen}
            onChange={(id) => onChange(id ?? '')}
          />
          <Buttons onClose={onClose} isPending={isPending}>
            Usar este
          </Buttons>
        </Stack>
      </form>
    </Dialog>
  );
}

export function RefuseDialog({ proposal, onClose }: Props) {
  const { form, onSubmit, isPending } = useSave(vehicleProposals.refuse, {
    name: 'refuse',
    initialValues: { id: proposal.id, reason: '' },
    onSaved: onClose,
  });
  return (
    <Dialog onClose={onClose} title="Rechazar la propuesta">
      <form noValidate onSubmit={onSubmit}>
        <Stack gap="md">
          <Proposed proposal={proposal} />
          <Textarea
            label="Por qué"
            description="Lo lee quien la hizo"
            required
            data-autofocus
            autosize
            minRows={2}
            {...form.getInputProps('reason')}
          />
          <Buttons onClose={onClose} isPending={isPending}>
            Rechazar
          </Buttons>
        </Stack>
      </form>
    </Dialog>
  );
}

/** A proposal with its answer and all of its parts, whose texts the list cuts. */
export function DetailsDialog({ proposal, onClose }: Props) {
  const { data } = useCall(vehicleProposals.show, { params: { id: proposal.id } });
  const { reason, vehicle, decided_by, parts } = data ?? proposal;
  return (
    <Dialog onClose={onClose} title="Propuesta">
      <Stack gap="md">
        <Proposed proposal={proposal} />
        {(reason || vehicle) && (
          <p className="text-md">
            {decided_by ?? 'Quien administra'} {reason ? 'la rechazó' : 'la aceptó'}: <b>{reason || vehicle}</b>
          </p>
        )}
        {parts.length > 0 && (
          <ul aria-label="Piezas" className="column gap-4 text-md">
            {parts.map((part) => (
              <li key={`${part.part_id} ${part.positions.join()}`}>{partInWords(part)}</li>
            ))}
          </ul>
        )}
      </Stack>
    </Dialog>
  );
}

/** «F-100 · Trasera · × 2 · no se vinculó» */
const partInWords = (part: VehicleProposal['parts'][number]) =>
  [part.code, qualifiersInWords(part), part.is_linked === false ? 'no se vinculó' : '']
    .filter((word) => word !== '')
    .join(' · ');

/** What was proposed, by whom, and how many parts wait for it. */
const Proposed = ({ proposal }: { proposal: VehicleProposal }) => (
  <div className="column gap-4 text-md">
    <p>
      {proposal.user} propuso <b>{nameOf(proposal)}</b>, {yearRange(proposal.sold_from_year, proposal.sold_until_year)}.{' '}
      {proposal.state === 'waiting' &&
        proposal.parts_count > 0 &&
        `${proposal.parts_count === 1 ? 'Lo espera' : 'Lo esperan'} ${counted(proposal.parts_count, 'aplicación', 'aplicaciones')}.`}
    </p>
    {proposal.comment && <p className="dim">«{proposal.comment}»</p>}
  </div>
);

type ButtonsProps = { onClose: () => void; isPending: boolean; children: ReactNode };

const Buttons = ({ onClose, isPending, children }: ButtonsProps) => (
  <Group justify="flex-end" gap="xs">
    <Button variant="default" onClick={onClose}>
      Cancelar
    </Button>
    <Button type="submit" loading={isPending}>
      {children}
    </Button>
  </Group>
);
