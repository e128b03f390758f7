import { Button, Group, Paper, Text, Title } from '@mantine/core';
import { IconLogout2, IconUserCheck, IconUserOff } from '@tabler/icons-react';
import type { Noun } from '../ui/words.ts';
import type { PeopleCalls, Person } from './people.ts';
import { useAccount } from './useAccount.ts';

type Props = { calls: PeopleCalls; noun: Noun; person: Person };

/** Whether the person can sign in, and the buttons that change it. */
export function Account({ calls, noun, person }: Props) {
  const { isOwn, deactivate, reactivate, closeSessions } = useAccount(calls, noun);
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="acceso">
      <Title order={2} size="md" id="acceso">
        Acceso
      </Title>
      <Text size="sm" c="dimmed" mt={4} mb="md">
        {stateOf(person, isOwn(person))}
      </Text>
      <Group gap="sm">
        {person.active === 1 && (
          <Button
            variant="default"
            leftSection={<IconLogout2 size={18} stroke={1.6} />}
            onClick={() => closeSessions(person)}
          >
            Cerrar sesiones
          </Button>
        )}
        {person.active === 0 ? (
          <Button
            variant="light"
            leftSection={<IconUserCheck size={18} stroke={1.6} />}
            onClick={() => reactivate(person)}
          >
            Reactivar
          </Button>
        ) : (
          !isOwn(person) && (
            <Button
              variant="light"
              color="red"
              leftSection={<IconUserOff size={18} stroke={1.6} />}
              onClick={() => deactivate(person)}
            >
              Desactivar
            </Button>
          )
        )}
      </Group>
    </Paper>
  );
}

function stateOf({ active }: Person, own: boolean): string {
  if (!active) return 'Está inactivo: no puede ingresar. Sus datos y sus asignaciones quedaron guardados.';
  if (own) return 'Es tu cuenta: podés cerrar sus sesiones, pero no desactivarla.';
  return 'Está activo: ingresa con su e-mail y su clave.';
}
