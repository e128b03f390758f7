import { Button, Modal, Text } from '@mantine/core';
import type { Application } from '@piezario/contract/applications';
import { nameOf, vehicles } from '@piezario/contract/vehicles';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { usePartSave } from '../history/usePartSave.ts';
import { useFocusBack } from '../ui/Entries.tsx';
import { RowButton } from '../ui/RowIcon.tsx';
import { ApplicationForm } from './ApplicationForm.tsx';
import classes from './ApplicationsDialog.module.css';
import type { Vehicle } from './columns.tsx';
import { qualifiersInWords } from './qualifiers.ts';
import type { Applications } from './useApplications.ts';

/** Shows, adds, edits and removes applications of a part to a vehicle. A click outside does not discard typed text. */
export function ApplicationsDialog({ vehicle, opened, close, ...changes }: Applications) {
  const [isEditing, setEditing] = useState(false);
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={vehicle && nameOf(vehicle)}
      size="lg"
      closeOnClickOutside={!isEditing}
      closeOnEscape={!isEditing}
    >
      {vehicle && <List key={vehicle.id} vehicle={vehicle} onEditing={setEditing} {...changes} />}
    </Modal>
  );
}

type Props = Pick<Applications, 'partId' | 'put' | 'drop'> & {
  vehicle: Vehicle;
  onEditing: (isEditing: boolean) => void;
};

/** The form edits a new application or a listed one, or is closed. If the only application is blank, it starts open. */
function List({ partId, vehicle, put, drop, onEditing }: Props) {
  const { id, applications } = vehicle;
  const [only] = applications;
  const [edited, edit] = useState<number | 'new' | null>(
    only && applications.length === 1 && qualifiersInWords(only) === '' ? only.id : null,
  );
  const list = useRef<HTMLDivElement>(null);
  useFocusBack(list, edited === 'new' ? 0 : edited);
  const removal = usePartSave(vehicles.remove, partId);
  const remove = (application: Application) =>
    void removal(
      { body: { part_id: partId, application_id: application.id } },
      () => {
        list.current?.focus();
        drop(id, application.id);
        edit((current) => (current === application.id ? null : current));
      },
      () => put(id, application),
    );
  useEffect(() => {
    onEditing(edited !== null);
    return () => onEditing(false);
  }, [edited, onEditing]);
  /** Escape closes the form. The dialog closes only at the next Escape. */
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') edit(null);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape bubbles up from what has the focus
    <div ref={list} tabIndex={-1} className="stack text-md unringed gap-16" onKeyDown={onKeyDown}>
      <ul className="divided" aria-label="Aplicaciones">
        {applications.map((application) => (
          <li
            key={application.id}
            className={classes.line}
            data-entry={application.id}
            data-edited={application.id === edited || undefined}
          >
            <span className="grow slim breaks">{wordsOf(application)}</span>
            <RowButton
              icon={IconPencil}
              title="Editar"
              label={`Editar ${wordsOf(application)}`}
              onClick={() => edit(application.id)}
            />
            <RowButton
              icon={IconTrash}
              title="Eliminar"
              label={`Eliminar ${wordsOf(application)}`}
              onClick={() => remove(application)}
            />
          </li>
        ))}
      </ul>
      {edited === null ? (
        <div data-entry={0}>
          <Button variant="light" leftSection={<IconPlus size={18} />} onClick={() => edit('new')}>
            {applications.length > 0 ? 'Agregar otra posición' : 'Agregar una posición'}
          </Button>
        </div>
      ) : (
        <ApplicationForm
          key={edited}
          partId={partId}
          vehicle={vehicle}
          application={applications.find((one) => one.id === edited)}
          onDone={(saved) => {
            if (saved) put(id, saved);
            edit(null);
          }}
        />
      )}
      {applications.length === 0 && (
        <Text size="sm" c="dimmed">
          La pieza ya no va en este vehículo.
        </Text>
      )}
    </div>
  );
}

const wordsOf = (application: Application) => qualifiersInWords(application) || 'Sin posición';
