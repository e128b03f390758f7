import { Button, Group, Paper, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import { account as calls } from '@piezario/contract/account';
import type { Result } from '@piezario/contract/endpoint';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { useCall } from '../api/hooks.ts';
import { Failed } from '../ui/Failed.tsx';
import { Loading } from '../ui/Loading.tsx';
import { Unsaved } from '../ui/Unsaved.tsx';
import { useSave } from '../ui/useSave.tsx';
import classes from './MyAccount.module.css';
import { PasswordForm } from './PasswordForm.tsx';
import { PinnedBrands } from './PinnedBrands.tsx';
import { Sessions } from './Sessions.tsx';

/** «Mi cuenta»: data, password, pinned brands and sessions of the person. */
export function MyAccount() {
  // Refetched each time, because the form must not start from the values before the last save.
  const account = useCall(calls.show, {}, { gcTime: 0 });
  return (
    <Stack gap="md" className={classes.screen}>
      <Title order={1} size="h3">
        Mi cuenta
      </Title>
      {account.data ? (
        <>
          <Data account={account.data} />
          <Paper withBorder p="lg" component="section" aria-labelledby="clave">
            <Title order={2} size="md" id="clave">
              Clave
            </Title>
            <Text size="sm" c="dimmed" mt={4} mb="md">
              Al cambiarla se cierran tus sesiones en los demás dispositivos.
            </Text>
            <PasswordForm currentLabel="Clave actual" />
          </Paper>
          <PinnedBrands />
          <Sessions />
        </>
      ) : account.error ? (
        <Paper withBorder>
          <Failed title="No se pudo cargar tu cuenta" read={account} />
        </Paper>
      ) : (
        <Loading />
      )}
    </Stack>
  );
}

function Data({ account: { name, phone, email, roleName } }: { account: Result<typeof calls.show> }) {
  const { form, start, onSubmit, isPending, recovered } = useSave(calls.store, {
    name: 'account',
    draft: 'account',
    initialValues: { name, phone },
    validateInputOnBlur: true,
    onSaved: (saved) => start({ name: saved.name, phone: saved.phone }),
  });
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="datos">
      <Title order={2} size="md" id="datos">
        Datos
      </Title>
      <Text size="sm" c="dimmed" mt={4} mb="md">
        Ingresás con <b>{email}</b> y tu rol es {roleName}. Si hay que cambiarlos, pedíselo a un administrador.
      </Text>
      <form noValidate onSubmit={onSubmit}>
        {recovered}
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="md" spacing="lg">
            <TextInput label="Nombre" autoComplete="name" required {...form.getInputProps('name')} />
            <TextInput label="Teléfono" type="tel" autoComplete="tel" {...form.getInputProps('phone')} />
          </SimpleGrid>
          <Group>
            <Button type="submit" loading={isPending} leftSection={<IconDeviceFloppy size={18} />}>
              Guardar
            </Button>
            <Unsaved isDirty={form.isDirty()} />
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}
