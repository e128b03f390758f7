import { Saving } from '../../ui/Saving.tsx';
import classes from './Wizard.module.css';

/** Over the whole dialog, and late: what is quick does not flash. */
export const SavingOver = () => (
  <div className={classes.saving}>
    <Saving />
  </div>
);
