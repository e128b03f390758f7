import { Paper } from '@mantine/core';
import { admits } from '@piezario/contract/access';
import { api } from '@piezario/contract/api';
import { IconLock } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useRole } from '../auth/session.tsx';
import { Account } from '../people/Account.tsx';
import { Assignments } from '../people/Assignments.tsx';
import { PersonFields, personValues } from '../people/PersonFields.tsx';
import { FormScreen } from '../ui/FormScreen.tsx';
import { Notice } from '../ui/Notice.tsx';
import { CLIENT } from './noun.ts';

export function ClientForm() {
  const role = useRole();
  const isNew = useParams({ strict: false }).id === undefined;
  if (isNew && role !== 'admin') {
    return (
      <Paper withBorder maw={640}>
        <Notice icon={IconLock} title="Sólo un administrador puede crear clientes">
          Pedíselo a quien administra tu cuenta.
        </Notice>
      </Paper>
    );
  }
  return (
    <FormScreen
      noun={CLIENT}
      show={api.clients.show}
      save={api.clients.store}
      values={personValues}
      below={(client) => (
        <>
          <Assignments calls={api.clients} noun={CLIENT} person={client} />
          {client && admits(api.clients.remove.access, role) && (
            <Account calls={api.clients} noun={CLIENT} person={client} />
          )}
        </>
      )}
    >
      {(form) => (
        <PersonFields
          input={(field) => form.getInputProps(field)}
          locked={
            role !== 'admin' && 'Sólo un administrador puede cambiar el nombre, el e-mail y la clave de un cliente.'
          }
        />
      )}
    </FormScreen>
  );
}
