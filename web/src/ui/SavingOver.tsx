import classes from './SavingOver.module.css';
import { Wait } from './Wait.tsx';

/** Covers the window while a form is saved. */
export const SavingOver = () => (
  <div className={classes.over}>
    <Wait label="Guardando información" />
  </div>
);
