import { ROLE_NAMES } from '@piezario/contract/access';
import { DEMO_ACCOUNTS } from '@piezario/contract/demo';
import plain from '../ui/plain.module.css';
import classes from './Login.module.css';

/** In demo mode one click fills the form with the account of a role. */
export const DemoAccounts = ({ onPick }: { onPick: (email: string) => void }) => (
  <fieldset className={classes.demo}>
    <legend className="dim text-md">Es una demo: elegí con qué cuenta entrar</legend>
    <div className={classes.accounts}>
      {DEMO_ACCOUNTS.map(({ role, email }) => (
        <button
          key={email}
          type="button"
          className={plain.button}
          data-variant="default"
          title={email}
          onClick={() => onPick(email)}
        >
          {ROLE_NAMES[role]}
        </button>
      ))}
    </div>
  </fieldset>
);
