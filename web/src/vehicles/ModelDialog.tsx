import { Button, Modal, Stack, Text } from '@mantine/core';
import type { Filter } from '@piezario/contract/list';
import { vehicles } from '@piezario/contract/vehicles';
import { useCall } from '../api/hooks.ts';
import { formatNumber } from '../ui/format.ts';
import { readView } from '../ui/table/list.ts';
import type { Vehicle } from './columns.tsx';
import type { ManyLinks } from './useManyLinks.ts';

const matches = (column: string, value: string): Filter => ({ column, mode: 'matches', value });

/** A model, and its generation where it has several, each with what tells its vehicles from others. */
function groupsOf({ brand, model, model_master }: Vehicle) {
  const generation = [matches('brand', brand), matches('model', model)];
  if (model_master === '' || model_master === model) return [{ name: `todo el modelo ${model}`, filters: generation }];
  return [
    { name: `toda la generación ${model}`, filters: generation },
    {
      name: `todo el modelo ${model_master}`,
      filters: [matches('brand', brand), matches('model_master', model_master)],
    },
  ];
}

type Props = {
  partId: number;
  /** The one whose model is meant. */
  vehicle: Vehicle;
  links: ManyLinks;
  onClose: () => void;
};

/** Links or unlinks all the vehicles of a model, or of a generation of it, at once. */
export const ModelDialog = ({ partId, vehicle, links, onClose }: Props) => (
  <Modal opened onClose={onClose} title={`${vehicle.brand} ${vehicle.model}`}>
    <Stack gap="xs">
      {groupsOf(vehicle).flatMap(({ name, filters }) =>
        ([true, false] as const).map((linked) => (
          <Offer
            key={`${name} ${linked}`}
            partId={partId}
            what={`${linked ? 'Vincular' : 'Desvincular'} ${name}`}
            filters={[...filters, matches('vehicle_linked', linked ? '0' : '1')]}
            linked={linked}
            links={links}
            onClose={onClose}
          />
        )),
      )}
    </Stack>
  </Modal>
);

type OfferProps = Omit<Props, 'vehicle'> & { what: string; filters: readonly Filter[]; linked: boolean };

/** A button that says how many vehicles it changes. There is none when they are so already. */
function Offer({ partId, what, filters, linked, links, onClose }: OfferProps) {
  const query = { ...readView(vehicles.list, {}), size: 1, filters };
  const { data, error } = useCall(vehicles.list, { params: { partId }, query }, { gcTime: 0 });
  const total = data?.vehicles.total;
  if (error) return <Text size="sm">{error.message}</Text>;
  if (total === 0) return null;
  return (
    <Button
      variant={linked ? 'light' : 'default'}
      justify="start"
      loading={total === undefined}
      disabled={links.busy}
      onClick={() => void links.link(filters, linked).then(onClose)}
    >
      {what} ({formatNumber(total ?? 0)})
    </Button>
  );
}
