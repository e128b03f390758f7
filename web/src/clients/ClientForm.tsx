import { Button, Paper, Title } from '@mantine/core';
import { admits } from '@piezario/contract/access';
import { api } from '@piezario/contract/api';
import { IconLock } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import { useRole } from '../auth/session.tsx';
import { Account } from '../people/Account.tsx';
import { Assignments } from '../people/Assignments.tsx';
import { PersonFields, personValues } from '../people/PersonFields.tsx';
import { FormScreen } from '../ui/FormScreen.tsx';
import { Notice } from '../ui/Notice.tsx';
import { capital, newOne } from '../ui/words.ts';
import { CLIENT } from './noun.ts';

export function ClientForm() {
  const role = useRole();
  const isNew = useParams({ strict: false }).id === undefined;
  if (isNew && role !== 'admin') return <NotForYou />;
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

/** Whoever keeps the clients up to date may still not create one (§6). */
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
