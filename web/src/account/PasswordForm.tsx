import { Button, Group, Stack, VisuallyHidden } from '@mantine/core';
import { account as calls } from '@piezario/contract/account';
import { IconKey } from '@tabler/icons-react';
import { storeToken } from '../api/token.ts';
import { useUser } from '../auth/session.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { useSave } from '../ui/useSave.tsx';

const EMPTY = { current: '', password: '' };

/** Changes one's own password. The session goes on with a new token. */
export function PasswordForm({ currentLabel }: { currentLabel: string }) {
  const { id, email } = useUser();
  const { form, start, onSubmit, isPending } = useSave(calls.password, {
    name: 'password',
    initialValues: EMPTY,
    asks: false,
    onSaved: ({ access_token }) => {
      storeToken(access_token, id);
      start(EMPTY);
    },
  });
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack gap="md" maw={320}>
        {/* For the browser's password manager, which keeps passwords by user name. */}
        <VisuallyHidden>
          <input name="username" autoComplete="username" value={email} readOnly tabIndex={-1} aria-hidden />
        </VisuallyHidden>
        <PasswordField
          label={currentLabel}
          autoComplete="current-password"
          required
          {...form.getInputProps('current')}
        />
        <PasswordField
          label="Clave nueva"
          description="Al menos 8 caracteres, y que no sea de las más usadas"
          autoComplete="new-password"
          required
          {...form.getInputProps('password')}
        />
        <Group>
          <Button type="submit" loading={isPending} leftSection={<IconKey size={18} />}>
            Cambiar la clave
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
