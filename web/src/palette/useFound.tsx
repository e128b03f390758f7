import { useDebouncedValue } from '@mantine/hooks';
import { tidy } from '@piezario/contract/fields';
import { vehicleCatalog } from '@piezario/contract/vehicle-catalog';
import { IconCar } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useCall } from '../api/hooks.ts';
import type { Result } from '../search/ResultList.tsx';
import { usePartResults } from '../search/usePartResults.tsx';
import { PAUSE, useSuggestions } from '../search/useSuggestions.ts';
import { counted } from '../ui/words.ts';
import { choiceOf, writeChoice } from '../vehicles/vehicleChoice.ts';
import { codeIn } from './useCodeOffers.tsx';

const MAX_VEHICLES = 4;

/** The vehicles and the parts that the server finds by a text. */
export function useFound(line: string) {
  // A question about a code finds the parts that have it.
  const typed = codeIn(line) || line;
  const { found = [], isBehind, error } = useSuggestions(typed);
  const resultOf = usePartResults(typed);
  const vehicles = useVehicles(typed);
  const isBlank = tidy(typed) === '';
  return {
    results: isBlank ? [] : [...vehicles, ...found.map(resultOf)],
    suggestions: isBlank ? [] : found,
    isBehind: !isBlank && isBehind && !error,
    error,
  };
}

function useVehicles(typed: string): Result[] {
  const router = useRouter();
  const [text] = useDebouncedValue(tidy(typed), PAUSE);
  const { data = [] } = useCall(vehicleCatalog.find, { query: { text } }, { enabled: text !== '', cancels: true });
  return data.slice(0, MAX_VEHICLES).map((vehicle) => {
    const target = { to: '/parts/vehicles', search: writeChoice(choiceOf(vehicle)) };
    return {
      key: `vehicle-${vehicle.name}`,
      group: 'Vehículos',
      icon: <IconCar size={20} stroke={1.6} />,
      title: vehicle.name,
      detail: counted(vehicle.versions, 'versión', 'versiones'),
      href: router.buildLocation(target).href,
      open: () => void router.navigate(target),
    };
  });
}
