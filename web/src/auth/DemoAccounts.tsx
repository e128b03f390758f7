import { Button } from '@mantine/core';
import { ROLE_NAMES } from '@piezario/contract/access';
import classes from './Login.module.css';

export const DEMO_PASSWORD = 'piezario-demo';

const ACCOUNTS = [
  { role: ROLE_NAMES.admin, email: 'admin@piezario.demo' },
  { role: ROLE_NAMES.staff, email: 'staff@piezario.demo' },
  { role: ROLE_NAMES.manufacturer, email: 'fabricante@piezario.demo' },
  { role: ROLE_NAMES.client, email: 'cliente@piezario.demo' },
  { role: ROLE_NAMES.user, email: 'usuario@piezario.demo' },
];

/** In demo mode anybody may come in as anybody: one click fills the form. */
export const DemoAccounts = ({ onPick }: { onPick: (email: string) => void }) => (
  <fieldset className={classes.demo}>
    <legend>Es una demo: elegí con qué cuenta entrar</legend>
    <div>
      {ACCOUNTS.map(({ role, email }) => (
        <Button
          key={email}
          variant="default"
          size="compact-sm"
          px={4}
          fz={13}
          fw={500}
          title={email}
          onClick={() => onPick(email)}
        >
          {role}
        </Button>
      ))}
    </div>
  </fieldset>
);
