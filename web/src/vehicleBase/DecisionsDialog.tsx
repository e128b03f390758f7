import { Button, Text } from '@mantine/core';
import { api } from '@piezario/contract/api';
import type { Result } from '@piezario/contract/endpoint';
import { FIELD_NAMES } from '@piezario/contract/history';
import type { vehicleBase } from '@piezario/contract/vehicle-base';
import { useRef } from 'react';
import { useAction, useCall } from '../api/hooks.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { formatNumber } from '../ui/format.ts';
import classes from './Decisions.module.css';

type Pending = Result<typeof vehicleBase.decisions>;
type Vehicle = Pending['data'][number];
type Take = 'ours' | 'theirs';

/** Asks for each vehicle whether it stays as it is or takes the fields of the new version. */
export function DecisionsDialog({ pending, onClose }: { pending: Pending; onClose: () => void }) {
  const content = useRef<HTMLDivElement>(null);
  const decide = useAction(api.vehicleBase.decide);
  const headers = useCall(api.vehicles.headers, {});
  const labelOf = (field: string) =>
    FIELD_NAMES[field] ?? headers.data?.find(({ key }) => key === field)?.name ?? field;
  const run = (body: Parameters<typeof decide.mutate>[0]['body']) => {
    // Keeps the focus in the dialog: the pressed button disappears with its vehicle.
    content.current?.focus();
    decide.mutate({ body });
  };
  const { data, total } = pending;
  return (
    <Dialog onClose={onClose} title="Cambios de la versión nueva" size="lg">
      <div ref={content} tabIndex={-1} data-autofocus className="unringed stack gap-12">
        {total === 0 ? (
          <Text>No queda nada por decidir.</Text>
        ) : (
          <>
            <Text size="sm" c="dimmed">
              La base que trae Piezario cambió estos datos y acá también se cambiaron. Mientras no decidas, quedan como
              están acá.
            </Text>
            <ul className={classes.list} aria-label="Vehículos por decidir">
              {data.map((vehicle) => (
                <li key={vehicle.id}>
                  <Entry
                    vehicle={vehicle}
                    labelOf={labelOf}
                    isBusy={decide.isPending}
                    onDecide={(take) => run({ ids: [vehicle.id], take })}
                  />
                </li>
              ))}
            </ul>
            {total > data.length && (
              <Text size="sm" c="dimmed">
                Y {formatNumber(total - data.length)} más, que aparecen a medida que decidís.
              </Text>
            )}
            <div className={classes.actions}>
              <Button variant="default" disabled={decide.isPending} onClick={() => run({ all: true, take: 'ours' })}>
                Dejar todos como están
              </Button>
              <Button disabled={decide.isPending} onClick={() => run({ all: true, take: 'theirs' })}>
                Tomar todos los cambios
              </Button>
            </div>
          </>
        )}
      </div>
    </Dialog>
  );
}

type EntryProps = {
  vehicle: Vehicle;
  labelOf: (field: string) => string;
  isBusy: boolean;
  onDecide: (take: Take) => void;
};

function Entry({ vehicle: { name, fields }, labelOf, isBusy, onDecide }: EntryProps) {
  return (
    <div className={classes.entry}>
      <strong className="breaks">{name}</strong>
      <table className={classes.fields} aria-label={name}>
        <thead>
          <tr>
            <th scope="col">Dato</th>
            <th scope="col">Acá</th>
            <th scope="col">Versión nueva</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ field, ours, theirs }) => (
            <tr key={field}>
              <th scope="row">{labelOf(field)}</th>
              <td>{inWords(field, ours)}</td>
              <td>{inWords(field, theirs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="flex wrap end gap-8">
        <Button
          size="xs"
          variant="default"
          disabled={isBusy}
          aria-label={`Dejar como está ${name}`}
          onClick={() => onDecide('ours')}
        >
          Dejar como está
        </Button>
        <Button
          size="xs"
          variant="light"
          disabled={isBusy}
          aria-label={`Tomar el cambio de ${name}`}
          onClick={() => onDecide('theirs')}
        >
          Tomar el cambio
        </Button>
      </div>
    </div>
  );
}

const inWords = (field: string, value: string) => value || (field === 'sold_until_year' ? 'hoy' : '—');
