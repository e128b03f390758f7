import { Button, Group, Modal, Stack, Text, VisuallyHidden } from '@mantine/core';
import type { auth } from '@piezario/contract/auth';
import type { Result } from '@piezario/contract/endpoint';
import { LANDING } from '@piezario/contract/landing';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { type ApiError, call } from '../api/client.ts';
import { isEndedElsewhere } from '../api/token.ts';
import { returnFocus } from '../ui/focus.ts';
import { Mantine } from '../ui/Mantine.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { hasUnsaved } from '../ui/unsaved.ts';

/** In front of every other dialog and behind notices, one of which says why it opened. */
const IN_FRONT = 390;

type SignedIn = Result<typeof auth.login>;
type Props = { email: string; onSignedIn: (answer: SignedIn) => void; onLeave: () => void };

/** Asks for the password over a screen with something unsaved, after its session has ended. */
export function SignInAgain({ email, onSignedIn, onLeave }: Props) {
  const [leaves, leave] = useState(false);
  const [before] = useState(() => document.activeElement);
  useEffect(() => () => void requestAnimationFrame(() => returnFocus(before)), [before]);
  return (
    <Mantine>
      <Modal
        opened
        centered
        size={420}
        zIndex={IN_FRONT}
        title="Tu sesión terminó"
        withCloseButton={false}
        closeOnEscape={false}
        closeOnClickOutside={false}
        returnFocus={false}
        onClose={() => {}}
        overlayProps={{ blur: 6 }}
        transitionProps={{ duration: 0 }}
      >
        {leaves ? (
          <Leave onStay={() => leave(false)} onLeave={onLeave} />
        ) : (
          <Password email={email} onSignedIn={onSignedIn} onLeave={() => (hasUnsaved() ? leave(true) : onLeave())} />
        )}
      </Modal>
    </Mantine>
  );
}

function Password({ email, onSignedIn, onLeave }: Props) {
  const [password, setPassword] = useState('');
  const [endedElsewhere] = useState(isEndedElsewhere);
  const { mutate, isPending, error } = useMutation<SignedIn, ApiError>({
    mutationFn: () => call<typeof auth.login>(LANDING.login, { body: { email, password } }),
    onSuccess: onSignedIn,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password !== '' && !isPending) mutate();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">
          {endedElsewhere ? 'Terminó en otra pestaña.' : 'Venció, o se cerró desde otro lugar.'} Escribí tu clave y
          seguís donde estabas: lo que no habías guardado sigue acá.
        </Text>
        {/* For the browser's password manager, which keeps passwords by user name. */}
        <VisuallyHidden>
          <input name="username" autoComplete="username" value={email} readOnly tabIndex={-1} aria-hidden />
        </VisuallyHidden>
        <PasswordField
          label={`Clave de ${email}`}
          autoComplete="current-password"
          data-autofocus
          error={error?.message}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Group justify="space-between" gap="xs">
          <Button variant="subtle" px={0} onClick={onLeave}>
            Entrar con otra cuenta
          </Button>
          <Button type="submit" loading={isPending}>
            Seguir
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const Leave = ({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) => (
  <Stack gap="md">
    <Text size="sm">Si entrás con otra cuenta se pierde lo que no habías guardado en esta pantalla.</Text>
    <Group justify="flex-end" gap="xs">
      <Button variant="default" data-autofocus onClick={onStay}>
        Volver
      </Button>
      <Button color="red" onClick={onLeave}>
        Entrar con otra cuenta
      </Button>
    </Group>
  </Stack>
);
