import { Button, Group, Stack, Text } from '@mantine/core';
import type { Filter } from '@piezario/contract/list';
import { useEffect, useRef } from 'react';
import { Dialog } from '../ui/Dialog.tsx';
import { formatNumber } from '../ui/format.ts';
import { Loading } from '../ui/Loading.tsx';
import { replaceFilter } from '../ui/table/list.ts';
import { counted } from '../ui/words.ts';
import { ModelList, useVehicles } from './ModelList.tsx';
import type { ManyLinks } from './useManyLinks.ts';

type Props = Pick<ManyLinks, 'busy' | 'link'> & {
  partId: number;
  filters: readonly Filter[];
  onClose: () => void;
};

export const flag = (column: string, value: '0' | '1'): Filter => ({ column, mode: 'matches', value });
export const withFlags = (filters: readonly Filter[], ...flags: readonly Filter[]) =>
  flags.reduce<readonly Filter[]>((all, one) => [...replaceFilter(all, one)], filters);

/**
 * Lists the models before they are linked: a filter by «gol» finds Golf too. Vehicles with another part of the brand
 * and product in that place are left out.
 */
export function LinkDialog({ partId, filters, busy, link, onClose }: Props) {
  const free = withFlags(filters, flag('vehicle_linked', '0'), flag('has_conflict', '0'));
  const found = useVehicles(partId, free);
  const taken = useVehicles(partId, withFlags(free, flag('has_conflict', '1')), 1);
  const [total, conflicts] = [found.data?.total ?? 0, taken.data?.total ?? 0];
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
            <ModelList vehicles={found.data.data} total={total} />
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
