import { Button, Text } from '@mantine/core';
import type { Result } from '@piezario/contract/endpoint';
import type { Suggestion, suggestions } from '@piezario/contract/suggestions';
import { nameOf } from '@piezario/contract/vehicles';
import { useRef, useState } from 'react';
import { Dialog } from '../ui/Dialog.tsx';
import { Failed } from '../ui/Failed.tsx';
import { formatNumber } from '../ui/format.ts';
import { Loading } from '../ui/Loading.tsx';
import { qualifiersInWords } from './qualifiers.ts';
import { RejectedSuggestions } from './RejectedSuggestions.tsx';
import classes from './SuggestionsDialog.module.css';
import { evidenceInWords, factsInWords, whyNone } from './suggestionWords.ts';
import type { ManyLinks } from './useManyLinks.ts';
import { useRejection } from './useRejection.ts';

type Found = Result<typeof suggestions.list>;
type Read = { data: Found | undefined; error: Error | null; refetch: () => Promise<unknown> };

type Props = {
  partId: number;
  read: Read;
  links: Pick<ManyLinks, 'busy' | 'accept'>;
  onClose: () => void;
};

/** Vehicles that other parts suggest, each with its evidence. The chosen ones are added or rejected. */
export function SuggestionsDialog({ partId, read, links, onClose }: Props) {
  const content = useRef<HTMLDivElement>(null);
  // Keeps the focus in the dialog: the pressed button may disappear with the decided vehicles.
  const onDecided = () => content.current?.focus();
  return (
    <Dialog onClose={onClose} title="Vehículos sugeridos" size="lg">
      <div ref={content} tabIndex={-1} data-autofocus className="unringed">
        {read.data ? (
          <>
            {read.data.total > 0 ? (
              <Choice partId={partId} found={read.data} links={links} onDecided={onDecided} />
            ) : (
              <Text>{whyNone(read.data)}</Text>
            )}
            {read.data.rejected.total > 0 && (
              <RejectedSuggestions partId={partId} rejected={read.data.rejected} onDecided={onDecided} />
            )}
          </>
        ) : read.error ? (
          <Failed title="No se pudieron cargar las sugerencias" read={read} />
        ) : (
          <Loading />
        )}
      </div>
    </Dialog>
  );
}

type ChoiceProps = Pick<Props, 'partId' | 'links'> & { found: Found; onDecided: () => void };

function Choice({ partId, found: { total, vehicles }, links: { busy, accept }, onDecided }: ChoiceProps) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const [isDeciding, setDeciding] = useState(false);
  const reject = useRejection(partId);
  // Decided vehicles are no longer listed.
  const chosen = vehicles.filter(({ id }) => ids.has(id));
  const isAll = chosen.length === vehicles.length;
  const toggle = (id: number) =>
    setIds((before) => new Set(before.has(id) ? [...before].filter((other) => other !== id) : [...before, id]));
  const decide = async (write: (ids: readonly number[]) => Promise<void>) => {
    setDeciding(true);
    onDecided();
    await write(chosen.map(({ id }) => id));
    setDeciding(false);
  };
  return (
    <div className="stack gap-12">
      <Text size="sm" c="dimmed">
        Los tienen otras piezas del producto que comparten un número original con esta. Los que dicen más marcas van
        primero.
      </Text>
      <label className={classes.all}>
        <input
          type="checkbox"
          checked={isAll}
          ref={(input) => {
            if (input) input.indeterminate = chosen.length > 0 && !isAll;
          }}
          onChange={() => setIds(new Set(isAll ? [] : vehicles.map(({ id }) => id)))}
        />
        {total > vehicles.length
          ? `Los primeros ${formatNumber(vehicles.length)} de ${formatNumber(total)}`
          : `Todos (${formatNumber(total)})`}
      </label>
      <ul className={classes.list} aria-label="Vehículos sugeridos">
        {vehicles.map((vehicle) => (
          <li key={vehicle.id}>
            <Entry vehicle={vehicle} checked={ids.has(vehicle.id)} onToggle={toggle} />
          </li>
        ))}
      </ul>
      <div className={classes.actions}>
        <Button variant="default" disabled={isDeciding || chosen.length === 0} onClick={() => void decide(reject)}>
          No son para esta pieza
        </Button>
        <Button disabled={isDeciding || chosen.length === 0} loading={busy} onClick={() => void decide(accept)}>
          {chosen.length > 0 ? `Agregar ${formatNumber(chosen.length)}` : 'Agregar los elegidos'}
        </Button>
      </div>
    </div>
  );
}

type EntryProps = { vehicle: Suggestion; checked: boolean; onToggle: (id: number) => void };

function Entry({ vehicle, checked, onToggle }: EntryProps) {
  const said = vehicle.applications.map(qualifiersInWords).filter((words) => words !== '');
  return (
    <label className={`start hovers ${classes.entry}`}>
      <input type="checkbox" checked={checked} onChange={() => onToggle(vehicle.id)} />
      <span className="grow slim breaks">
        <strong>{nameOf(vehicle)}</strong> <span className="dim">{factsInWords(vehicle)}</span>
        {said.length > 0 && <span className="block">{said.join('; ')}</span>}
        <span className="block dim text-sm">{evidenceInWords(vehicle)}</span>
      </span>
    </label>
  );
}
