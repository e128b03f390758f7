import { Fieldset, Paper, SimpleGrid, Text } from '@mantine/core';
import { api } from '@piezario/contract/api';
import type { Result } from '@piezario/contract/endpoint';
import { useState } from 'react';
import { useAction, useCall } from '../api/hooks.ts';
import { Switch } from '../ui/Switch.tsx';

type Product = Result<typeof api.products.show>;
type Header = Result<typeof api.vehicles.headers>[number];

/** Which technical columns of the vehicles matter for the product. Each switch is saved at once. */
export function VehicleHeaders({ product }: { product: Product | null }) {
  const headers = useCall(api.vehicles.headers, {});
  return (
    <Paper withBorder p="lg">
      <Fieldset
        variant="unstyled"
        p={0}
        legend={
          <Text span fw={600}>
            Componentes de los vehículos
          </Text>
        }
      >
        <Text size="sm" c="dimmed" mt={4} mb="md">
          {product
            ? 'Los que elijas se muestran como columnas al asignar vehículos a las piezas de este producto. Se guardan al instante.'
            : 'Guardá el producto primero; después vas a poder elegir sus componentes acá.'}
        </Text>
        {product && (
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="lg" verticalSpacing={4} fz="sm">
            {headers.data?.map((header) => (
              <Toggle key={header.id} header={header} product={product} />
            ))}
          </SimpleGrid>
        )}
      </Fieldset>
    </Paper>
  );
}

function Toggle({ header: { id, name, unit }, product }: { header: Header; product: Product }) {
  const toggle = useAction(api.products.toggleVehicleHeader);
  const on = product.vehicle_headers.includes(id);
  // Shown until the product was read again after the save.
  const [wanted, setWanted] = useState<boolean | null>(null);
  const change = () => {
    if (wanted !== null) return;
    setWanted(!on);
    const body = { product_id: product.id, vehicle_header: id };
    toggle.mutate({ body }, { onSettled: () => setWanted(null) });
  };
  return (
    <Switch on={wanted ?? on} onToggle={change}>
      {unit ? `${name} (${unit})` : name}
    </Switch>
  );
}
