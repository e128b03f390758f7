import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Message } from './Message.tsx';

export const NotFound = (): ReactNode => (
  <main>
    <Message
      code="404"
      title="Esta página no existe"
      actions={<Button renderRoot={(props) => <Link to="/" {...props} />}>Ir al inicio</Button>}
    >
      <Text c="dimmed">Puede que el enlace esté mal escrito o que la página se haya mudado.</Text>
    </Message>
  </main>
);
