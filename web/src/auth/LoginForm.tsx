import { Button, PasswordInput, Text, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { auth } from '@piezario/contract/auth';

import type { Result, Sent } from '@piezario/contract/endpoint';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type ApiError, call } from '../api/client.ts';
import { clearNotifications, notifyError } from '../ui/notify.ts';
import { DEMO_PASSWORD, DemoAccounts } from './DemoAccounts.tsx';
import { useSignIn } from './session.tsx';

const Credentials = auth.login.body;
type Credentials = Sent<typeof auth.login>['body'];

/** Whoever gets in is taken on from here by the routes' guard, to where they were going. */
export function LoginForm({ demo }: { demo: boolean }) {
  const signIn = useSignIn();
  const { mutate, isPending, error } = useMutation<Result<typeof auth.login>, ApiError, Credentials>({
    mutationFn: (body) => call(auth.login, { body }),
    onMutate: clearNotifications,
    onSuccess: signIn,
    onError: ({ message }) => notifyError(message),
  });
  const { values, getValues, setValues, setFieldValue, getInputProps, onSubmit } = useForm<Credentials>({
    initialValues: { email: '', password: '' },
    validate: schemaResolver(Credentials, { sync: true }),
    validateInputOnBlur: true,
  });
  useEffect(() => {
    if (demo && getValues().password === '') setFieldValue('password', DEMO_PASSWORD);
  }, [demo, getValues, setFieldValue]);

  return (
    <form onSubmit={onSubmit((credentials) => mutate(credentials))} aria-describedby="ingreso-error" noValidate>
      <TextInput
        label="E-mail"
        type="email"
        autoComplete="username"
        spellCheck={false}
        size="md"
        {...getInputProps('email')}
      />
      <PasswordInput
        label="Clave"
        autoComplete="current-password"
        size="md"
        mt="sm"
        visibilityToggleButtonProps={{ 'aria-label': 'Mostrar u ocultar la clave', tabIndex: 0 }}
        {...getInputProps('password')}
      />
      <Text id="ingreso-error" c="var(--mantine-color-error)" fz="sm" mt="sm" hidden={!error}>
        {error?.message}
      </Text>
      <Button
        type="submit"
        fullWidth
        size="md"
        mt="md"
        disabled={!Credentials.safeParse(values).success}
        loading={isPending}
      >
        Ingresa
      </Button>
      {demo && <DemoAccounts onPick={(email) => setValues({ email, password: DEMO_PASSWORD })} />}
    </form>
  );
}
