import { Button, Stack, Text } from '@mantine/core';
import type { Filter } from '@piezario/contract/list';
import { vehicles } from '@piezario/contract/vehicles';
import { useCall } from '../api/hooks.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { formatNumber } from '../ui/format.ts';
import { readView } from '../ui/table/list.ts';
import type { Vehicle } from './columns.tsx';
import type { ManyLinks } from './useManyLinks.ts';

const matches = (column: string, value: string): Filter => ({ column, mode: 'matches', value });

/** The model of a vehicle and, if it has generations, the generation, each with the filters that select it. */
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
  /** A vehicle of the model. */
  vehicle: Vehicle;
  links: ManyLinks;
  onClose: () => void;
};

/** Links or unlinks all the vehicles of a model, or of a generation of it, at once. */
export const ModelDialog = ({ partId, vehicle, links, onClose }: Props) => (
  <Dialog onClose={onClose} title={`${vehicle.brand} ${vehicle.model}`}>
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
  </Dialog>
);

type OfferProps = Omit<Props, 'vehicle'> & { what: string; filters: readonly Filter[]; linked: boolean };

/** A button with the number of vehicles that it changes. Renders nothing when it would change none. */
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
