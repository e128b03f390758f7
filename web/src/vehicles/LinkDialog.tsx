import { Button, Group, Stack, Text } from '@mantine/core';
import type { Filter } from '@piezario/contract/list';
import { vehicles } from '@piezario/contract/vehicles';
import { useEffect, useRef } from 'react';
import { useCall } from '../api/hooks.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { formatNumber } from '../ui/format.ts';
import { Loading } from '../ui/Loading.tsx';
import { readView, replaceFilter } from '../ui/table/list.ts';
import { counted } from '../ui/words.ts';
import type { Vehicle } from './columns.tsx';
import type { ManyLinks } from './useManyLinks.ts';

type Props = Pick<ManyLinks, 'busy' | 'link'> & {
  partId: number;
  filters: readonly Filter[];
  onClose: () => void;
};

const flag = (column: string, value: '0' | '1'): Filter => ({ column, mode: 'matches', value });
const withFlags = (filters: readonly Filter[], ...flags: readonly Filter[]) =>
  flags.reduce<readonly Filter[]>((all, one) => [...replaceFilter(all, one)], filters);

/** As many as a page of the list may have. */
const MAX_READ = 200;

/**
 * Lists the models before they are linked: a filter by «gol» finds Golf too. Vehicles with another part of the brand
 * and product in that place are left out.
 */
export function LinkDialog({ partId, filters, busy, link, onClose }: Props) {
  const free = withFlags(filters, flag('vehicle_linked', '0'), flag('has_conflict', '0'));
  const found = useVehicles(partId, free, MAX_READ);
  const taken = useVehicles(partId, withFlags(free, flag('has_conflict', '1')), 1);
  const [total, conflicts] = [found.data?.total ?? 0, taken.data?.total ?? 0];
  const others = total - (found.data?.data.length ?? 0);
  const error = found.error ?? taken.error;
  const confirm = useRef<HTMLButtonElement>(null);
  const isReady = total > 0 && taken.data !== undefined;
  // The button is disabled until the list has loaded, so it cannot have the focus from the start.
  useEffect(() => {
    const isElsewhere = confirm.current?.parentElement?.contains(document.activeElement);
    if (isReady && !isElsewhere) confirm.current?.focus();
  }, [isReady]);
  return (
    <Dialog onClose={onClose} title="Vehículos que se vinculan">
      <Stack gap="md">
        {error ? (
          <Text>{error.message}</Text>
        ) : found.data && taken.data ? (
          <>
            {total === 0 && <Text>Ninguno: los filtrados ya están vinculados o los tiene otra pieza.</Text>}
            <ul className="bullets">
              {modelsOf(found.data.data).map(([model, versions]) => (
                <li key={model}>
                  <strong>{model}</strong>: {counted(versions, 'versión', 'versiones')}
                </li>
              ))}
              {others > 0 && <li>y {counted(others, 'vehículo')} más</li>}
            </ul>
            {conflicts > 0 && (
              <Text size="sm" className="warning medium">
                {counted(conflicts, 'vehículo queda', 'vehículos quedan')} afuera: ya{' '}
                {conflicts === 1 ? 'tiene' : 'tienen'} otra pieza de la marca y el producto en ese lugar.
              </Text>
            )}
          </>
        ) : (
          <Loading />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
          <Button ref={confirm} disabled={!isReady} loading={busy} onClick={() => void link(free, true).then(onClose)}>
            {total === 0 ? 'Vincular' : `Vincular ${formatNumber(total)}`}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function useVehicles(partId: number, filters: readonly Filter[], size: number) {
  const query = { ...readView(vehicles.list, {}), size, filters };
  const { data, error } = useCall(vehicles.list, { params: { partId }, query }, { gcTime: 0 });
  return { data: data?.vehicles, error };
}

function modelsOf(found: readonly Vehicle[]) {
  const versions = new Map<string, number>();
  for (const { brand, model } of found) versions.set(`${brand} ${model}`, (versions.get(`${brand} ${model}`) ?? 0) + 1);
  return [...versions];
}
