import { Button, Text } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { Message } from './Message.tsx';

/** What is shown instead of a screen that broke. */
export const Crash = ({ error, reset }: ErrorComponentProps) => (
  <Message
    code="Error"
    title="Algo se rompió de nuestro lado"
    actions={
      <>
        <Button onClick={reset}>Reintentar</Button>
        <Button variant="default" onClick={() => window.location.reload()}>
          Recargar la página
        </Button>
      </>
    }
  >
    <Text c="dimmed">
      Lo que ya guardaste está a salvo. Probá de nuevo y, si sigue pasando, avisanos a soporte con este detalle:
    </Text>
    <Text ff="monospace" fz="sm" style={{ overflowWrap: 'anywhere' }}>
      {error instanceof Error ? error.message : String(error)}
    </Text>
  </Message>
);

/** The same, when there is no page left around it. */
export const CrashPage = (props: ErrorComponentProps) => (
  <main>
    <Crash {...props} />
  </main>
);
