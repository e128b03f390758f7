import { Button, Paper, Title } from '@mantine/core';
import { admits } from '@piezario/contract/access';
import { api } from '@piezario/contract/api';
import { editsClientAccounts } from '@piezario/contract/clients';
import { IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useRole } from '../auth/session.tsx';
import { Account } from '../people/Account.tsx';
import { Assignments } from '../people/Assignments.tsx';
import { PersonFields, personValues } from '../people/PersonFields.tsx';
import { FormScreen } from '../ui/FormScreen.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useRecordId } from '../ui/useRecordId.ts';
import { capital, newOne } from '../ui/words.ts';
import { CLIENT } from './noun.ts';
import { ViewAs } from './ViewAs.tsx';

export function ClientForm() {
  const role = useRole();
  const editsAccount = editsClientAccounts(role);
  const isNew = useRecordId(CLIENT.path) === undefined;
  if (isNew && !editsAccount) return <NotForYou />;
  return (
    <FormScreen
      noun={CLIENT}
      show={api.clients.show}
      save={api.clients.store}
      values={personValues}
      beside={(client) => (
        <>
          <Assignments calls={api.clients} noun={CLIENT} person={client} />
          {client && <ViewAs client={client} />}
          {client && admits(api.clients.remove.access, role) && (
            <Account calls={api.clients} noun={CLIENT} person={client} />
          )}
        </>
      )}
    >
      {(form) => (
        <PersonFields
          isNew={isNew}
          input={(field) => form.getInputProps(field)}
          locked={!editsAccount && 'Sólo un administrador puede cambiar el nombre, el e-mail y la clave de un cliente.'}
        />
      )}
    </FormScreen>
  );
}

/** Manufacturers and staff keep clients up to date, and only admins create them (§6). */
const NotForYou = () => (
  <>
    <Title order={1} size="h3" mb="md">
      {capital(newOne(CLIENT))}
    </Title>
    <Paper withBorder maw={640}>
      <Notice
        icon={IconLock}
        title="Sólo un administrador puede crear clientes"
        action={<Button renderRoot={(root) => <Link to="/clients" {...root} />}>Ver los clientes</Button>}
      />
    </Paper>
  </>
);
