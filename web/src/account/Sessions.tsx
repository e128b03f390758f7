import { Button, Paper, Text, Title } from '@mantine/core';
import { account as calls, type Session } from '@piezario/contract/account';
import { useRef } from 'react';
import { useAction, useCall } from '../api/hooks.ts';
import { Failed } from '../ui/Failed.tsx';
import { formatMoment } from '../ui/format.ts';
import { Loading } from '../ui/Loading.tsx';
import { describeDevice } from './device.ts';
import classes from './MyAccount.module.css';

/** Open sessions of the person, and buttons that close them. */
export function Sessions() {
  const sessions = useCall(calls.sessions, {});
  const title = useRef<HTMLHeadingElement>(null);
  // The pressed button disappears with its session.
  const close = useAction(calls.closeSession, () => title.current?.focus());
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="sesiones">
      <Title order={2} size="md" id="sesiones" ref={title} tabIndex={-1}>
        Sesiones abiertas
      </Title>
      <Text size="sm" c="dimmed" mt={4} mb="md">
        Si no reconocés alguna, cerrala y cambiá tu clave.
      </Text>
      {sessions.data ? (
        <ul>
          {sessions.data.map((session) => (
            <Line key={session.id} session={session} onClose={({ id }) => close.mutate({ body: { id } })} />
          ))}
        </ul>
      ) : sessions.error ? (
        <Failed title="No se pudieron cargar tus sesiones" read={sessions} />
      ) : (
        <Loading />
      )}
    </Paper>
  );
}

function Line({ session, onClose }: { session: Session; onClose: (session: Session) => void }) {
  const { device, address, used_at, current } = session;
  const name = describeDevice(device);
  return (
    <li className={classes.session}>
      <div className={classes.about}>
        <Text fw={550}>
          {name} {current && <span className={classes.current}>Esta sesión</span>}
        </Text>
        <Text size="sm" c="dimmed">
          {address} · último uso {formatMoment(used_at)}
        </Text>
      </div>
      {!current && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Cerrar la sesión de ${name}, ${address}`}
          onClick={() => onClose(session)}
        >
          Cerrar
        </Button>
      )}
    </li>
  );
}
