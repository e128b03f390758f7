import { Button, Stack, Text } from '@mantine/core';
import { admits } from '@piezario/contract/access';
import { parts } from '@piezario/contract/parts';
import { type Explanation, MAX_FOUND } from '@piezario/contract/search';
import { type RemovedPart, trash } from '@piezario/contract/trash';
import { vehicleCatalog } from '@piezario/contract/vehicle-catalog';
import { Link } from '@tanstack/react-router';
import { useAction, useCall } from '../api/hooks.ts';
import { useRole } from '../auth/session.tsx';
import { SYSTEM } from '../history/words.ts';
import { formatMoment } from '../ui/format.ts';
import { counted } from '../ui/words.ts';
import { choiceOf, writeChoice } from '../vehicles/vehicleChoice.ts';

const OF_VEHICLES = ['vehicle', 'year', 'specification'];

/** Long names and codes wrap on a phone. */
const WRAPPED = {
  root: { height: 'auto', minHeight: 'var(--button-height)', maxWidth: '100%', paddingBlock: 6 },
  label: { whiteSpace: 'normal', overflowWrap: 'anywhere', lineHeight: 1.3 },
} as const;

/** Actions for a search without results. */
export function Offers({ explanation: { pieces, unknown, shorter, removed } }: { explanation: Explanation }) {
  const role = useRole();
  const code = pieces.find(({ kind }) => kind === 'number')?.typed;
  const vehicle = pieces.filter(({ kind }) => OF_VEHICLES.includes(kind)).map(({ typed }) => typed);
  return (
    <Stack gap="xs" align="center">
      {unknown.length > 0 && (
        <Text size="sm" c="dimmed">
          No conozco {unknown.map((word) => `“${word}”`).join(', ')}.
        </Text>
      )}
      {removed.map((part) => (
        <Removed key={part.id} part={part} />
      ))}
      {shorter.map(({ text, dropped, parts: found }) => (
        <Button
          key={text}
          variant="light"
          styles={WRAPPED}
          renderRoot={(root) => <Link to="/parts/search" search={{ text }} {...root} />}
        >
          Sin “{dropped}”: {found === MAX_FOUND ? 'más de ' : ''}
          {counted(found, 'pieza')}
        </Button>
      ))}
      {vehicle.length > 0 && <OfVehicle text={vehicle.join(' ')} />}
      {code !== undefined && admits(parts.store.access, role) && (
        <Button
          variant="default"
          styles={WRAPPED}
          renderRoot={(root) => <Link to="/parts/catalog" search={{ new: code }} {...root} />}
        >
          Nueva pieza con el código {code}
        </Button>
      )}
    </Stack>
  );
}

function OfVehicle({ text }: { text: string }) {
  const { data: [vehicle] = [] } = useCall(vehicleCatalog.find, { query: { text } });
  if (!vehicle) return null;
  return (
    <Button
      variant="default"
      styles={WRAPPED}
      renderRoot={(root) => <Link to="/parts/vehicles" search={writeChoice(choiceOf(vehicle))} {...root} />}
    >
      Todo lo que va en {vehicle.name}
    </Button>
  );
}

function Removed({ part: { id, brand, code, removed_by, removed_at } }: { part: RemovedPart }) {
  const restoring = useAction(trash.restore);
  return (
    <>
      <Text size="sm">
        {brand} {code} está en la papelera: la eliminó {removed_by ?? SYSTEM}, {formatMoment(removed_at)}.
      </Text>
      <Button styles={WRAPPED} loading={restoring.isPending} onClick={() => restoring.mutate({ body: { ids: [id] } })}>
        Recuperar {code}
      </Button>
    </>
  );
}
