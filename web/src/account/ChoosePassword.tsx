import { Button, Paper, Stack, Text, Title } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Logo } from '../ui/Logo.tsx';
import classes from './ChoosePassword.module.css';
import { PasswordForm } from './PasswordForm.tsx';

/** Shown to a person whose password was set by another person, until they choose their own. */
export const ChoosePassword = () => (
  <main className={classes.screen}>
    <Stack gap="lg" className={classes.card}>
      <Logo />
      <Paper withBorder p="lg">
        <Title order={1} size="h3">
          Elegí tu clave
        </Title>
        <Text size="sm" c="dimmed" mt={4} mb="md">
          La que te dieron la conoce otra persona. Cambiala por una que sólo sepas vos para empezar.
        </Text>
        <PasswordForm currentLabel="La clave que te dieron" />
      </Paper>
      <Button
        variant="subtle"
        className="self-start"
        leftSection={<IconLogout size={18} stroke={1.6} />}
        renderRoot={(props) => <Link to="/logout" preload={false} {...props} />}
      >
        Salir
      </Button>
    </Stack>
  </main>
);
