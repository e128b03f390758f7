import { Button } from '@mantine/core';
import type { Result } from '@piezario/contract/endpoint';
import { suggestions } from '@piezario/contract/suggestions';
import { nameOf } from '@piezario/contract/vehicles';
import { useAction } from '../api/hooks.ts';
import { Disclosure } from '../ui/Disclosure.tsx';
import { formatNumber } from '../ui/format.ts';
import classes from './SuggestionsDialog.module.css';
import { factsInWords } from './suggestionWords.ts';

type Props = { partId: number; rejected: Result<typeof suggestions.list>['rejected']; onDecided: () => void };

/** The rejected suggestions of a part, folded. */
export function RejectedSuggestions({ partId: part_id, rejected: { total, vehicles }, onDecided }: Props) {
  const { mutate: restore, isPending } = useAction(suggestions.restore);
  const suggestAgain = (id: number) => {
    onDecided();
    restore({ body: { part_id, vehicle_ids: [id] } });
  };
  return (
    <Disclosure label={`Rechazadas (${formatNumber(total)})`}>
      <ul className={classes.list} aria-label="Sugerencias rechazadas">
        {vehicles.map((vehicle) => (
          <li key={vehicle.id} className={classes.again}>
            <span className="slim breaks">
              <strong>{nameOf(vehicle)}</strong> <span className="dim">{factsInWords(vehicle)}</span>
            </span>
            <Button
              variant="default"
              size="xs"
              disabled={isPending}
              aria-label={`Volver a sugerir: ${nameOf(vehicle)}`}
              onClick={() => suggestAgain(vehicle.id)}
            >
              Volver a sugerir
            </Button>
          </li>
        ))}
      </ul>
      {total > vehicles.length && <p className="dim">Se muestran las últimas {formatNumber(vehicles.length)}.</p>}
    </Disclosure>
  );
}
