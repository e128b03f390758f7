import { ROLE_NAMES } from '@piezario/contract/access';
import plain from '../ui/plain.module.css';
import classes from './Login.module.css';

export const DEMO_PASSWORD = 'piezario-demo';

const ACCOUNTS = [
  { role: ROLE_NAMES.admin, email: 'admin@piezario.demo' },
  { role: ROLE_NAMES.staff, email: 'staff@piezario.demo' },
  { role: ROLE_NAMES.manufacturer, email: 'fabricante@piezario.demo' },
  { role: ROLE_NAMES.client, email: 'cliente@piezario.demo' },
  { role: ROLE_NAMES.user, email: 'usuario@piezario.demo' },
];

/** In demo mode one click fills the form with the account of a role. */
export const DemoAccounts = ({ onPick }: { onPick: (email: string) => void }) => (
  <fieldset className={classes.demo}>
    <legend>Es una demo: elegí con qué cuenta entrar</legend>
    <div>
      {ACCOUNTS.map(({ role, email }) => (
        <button
          key={email}
          type="button"
          className={plain.button}
          data-variant="default"
          title={email}
          onClick={() => onPick(email)}
        >
          {role}
        </button>
      ))}
    </div>
  </fieldset>
);
