import type { auth } from '@piezario/contract/auth';
import { DEMO_PASSWORD } from '@piezario/contract/demo';
import type { Result, Sent } from '@piezario/contract/endpoint';
import { LANDING, MIN_SIGN_IN, SIGN_IN_TOO_SHORT } from '@piezario/contract/landing';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import {
  type ComponentProps,
  type FormEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { type ApiError, call } from '../api/client.ts';
import { clearNotifications, notifyError } from '../ui/notify.ts';
import plain from '../ui/plain.module.css';
import { DemoAccounts } from './DemoAccounts.tsx';
import classes from './Login.module.css';
import { useSignIn } from './session.tsx';

type Credentials = Sent<typeof auth.login>['body'];

const isLongEnough = (text: string) => text.trim().length >= MIN_SIGN_IN;

/** After a sign-in, the guard of the routes opens the page that the visitor was going to. */
export function LoginForm({ demo }: { demo: boolean }) {
  const signIn = useSignIn();
  const { mutate, isPending, error } = useMutation<Result<typeof auth.login>, ApiError, Credentials>({
    mutationFn: (body) => call<typeof auth.login>(LANDING.login, { body }),
    onMutate: clearNotifications,
    onSuccess: signIn,
    onError: ({ message }) => notifyError(message),
  });
  const [typed, setTyped] = useState<Partial<Credentials>>({});
  const [revealed, setRevealed] = useState(false);
  const { email = '', password = demo ? DEMO_PASSWORD : '' } = typed;
  const isReady = isLongEnough(email) && isLongEnough(password);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady && !isPending) mutate({ email, password });
  };
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // On a touch screen the keyboard would cover half of the page.
    if (window.matchMedia('(pointer: fine)').matches) first.current?.focus({ preventScroll: true });
  }, []);
  const type = (change: Partial<Credentials>) => setTyped({ ...typed, ...change });
  return (
    <form onSubmit={submit} aria-describedby="ingreso-error" noValidate>
      <Field
        label="E-mail"
        field={first}
        type="email"
        autoComplete="username"
        spellCheck={false}
        value={email}
        onType={(text) => type({ email: text })}
      />
      <Field
        label="Clave"
        type={revealed ? 'text' : 'password'}
        autoComplete="current-password"
        value={password}
        onType={(text) => type({ password: text })}
      >
        <button
          type="button"
          className={classes.reveal}
          aria-label="Mostrar u ocultar la clave"
          aria-pressed={revealed}
          onClick={() => setRevealed(!revealed)}
        >
          {revealed ? <IconEyeOff size={22} stroke={1.5} /> : <IconEye size={22} stroke={1.5} />}
        </button>
      </Field>
      <p id="ingreso-error" className="error text-md above-12" hidden={!error}>
        {error?.message}
      </p>
      <button
        type="submit"
        className={`${plain.button} ${classes.submit}`}
        disabled={!isReady || isPending}
        aria-busy={isPending}
      >
        Ingresá
      </button>
      {demo && <DemoAccounts onPick={(account) => setTyped({ email: account, password: DEMO_PASSWORD })} />}
    </form>
  );
}

type FieldProps = ComponentProps<'input'> & {
  label: string;
  value: string;
  onType: (text: string) => void;
  field?: RefObject<HTMLInputElement | null>;
  /** Shown inside the field, at the right. */
  children?: ReactNode;
};

/** A field that shows, once it loses the focus, that its text is too short. An empty field shows no error. */
function Field({ label, value, onType, field, children, ...input }: FieldProps) {
  const id = useId();
  const [wasLeft, setWasLeft] = useState(false);
  const isWrong = wasLeft && value !== '' && !isLongEnough(value);
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{label}</label>
      <div className={classes.input}>
        <input
          {...input}
          ref={field}
          id={id}
          value={value}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? `${id}-error` : undefined}
          onChange={(event) => {
            setWasLeft(false);
            onType(event.currentTarget.value);
          }}
          onBlur={() => setWasLeft(true)}
        />
        {children}
      </div>
      {isWrong && (
        <p id={`${id}-error`} className={classes.error}>
          {SIGN_IN_TOO_SHORT}
        </p>
      )}
    </div>
  );
}
