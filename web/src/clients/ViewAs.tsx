import { Button, Paper, Text, Title } from '@mantine/core';
import { clients } from '@piezario/contract/clients';
import { IconEye } from '@tabler/icons-react';
import { useAction } from '../api/hooks.ts';
import { setView } from '../api/token.ts';
import { useUser } from '../auth/session.tsx';
import type { Person } from '../people/people.ts';
import { notifyError } from '../ui/notify.ts';
import { hasUnsaved } from '../ui/unsaved.ts';

/** Opens the catalog as the client sees it. */
export function ViewAs({ client }: { client: Person }) {
  const isLimited = useUser().role.includes('manufacturer');
  const view = useAction(clients.viewAs, ({ access_token }) => setView(access_token, '/'));
  // With unsaved changes the browser lets the person stay on the page, which would then use the token of the view.
  const begin = () =>
    hasUnsaved()
      ? notifyError('Guardá o descartá los cambios antes de ver como este cliente')
      : view.mutate({ body: { id: client.id } });
  if (client.active === 0) return null;
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="ver-como">
      <Title order={2} size="md" id="ver-como">
        Lo que ve
      </Title>
      <Text size="sm" c="dimmed" mt={4} mb="md">
        Mirá el catálogo y las novedades como este cliente, sin cambiar nada
        {isLimited ? '. Ves sólo lo que también está a tu alcance' : ''}. Queda registrado que lo hiciste.
      </Text>
      <Button
        variant="default"
        leftSection={<IconEye size={18} stroke={1.6} />}
        loading={view.isPending}
        onClick={begin}
      >
        Ver como este cliente
      </Button>
    </Paper>
  );
}
