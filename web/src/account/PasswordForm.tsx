import { Button, Group, PasswordInput, Stack, VisuallyHidden } from '@mantine/core';
import { account as calls } from '@piezario/contract/account';
import { IconKey } from '@tabler/icons-react';
import { storeToken } from '../api/token.ts';
import { useUser } from '../auth/session.tsx';
import { useSave } from '../ui/useSave.ts';

const EMPTY = { current: '', password: '' };
const REVEAL = { 'aria-label': 'Mostrar u ocultar la clave', tabIndex: 0 };

/** Changes one's own password. The session goes on with a new token. */
export function PasswordForm({ currentLabel }: { currentLabel: string }) {
  const { id, email } = useUser();
  const { form, onSubmit, isPending } = useSave(calls.password, {
    name: 'password',
    initialValues: EMPTY,
    onSaved: ({ access_token }) => {
      storeToken(access_token, id);
      form.setValues(EMPTY);
      form.resetDirty(EMPTY);
    },
  });
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack gap="md" maw={320}>
        {/* For the browser's password manager, which keeps passwords by user name. */}
        <VisuallyHidden>
          <input name="username" autoComplete="username" value={email} readOnly tabIndex={-1} aria-hidden />
        </VisuallyHidden>
        <PasswordInput
          label={currentLabel}
          autoComplete="current-password"
          required
          visibilityToggleButtonProps={REVEAL}
          {...form.getInputProps('current')}
        />
        <PasswordInput
          label="Clave nueva"
          description={!form.errors.password && 'Al menos 8 caracteres, y que no sea de las más usadas'}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="new-password"
          required
          visibilityToggleButtonProps={REVEAL}
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
