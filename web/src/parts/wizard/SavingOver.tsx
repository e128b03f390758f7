import { Saving } from '../../ui/Saving.tsx';
import classes from './Wizard.module.css';

/** Covers the dialog while it saves. CSS shows it late, so that a quick save does not flash. */
export const SavingOver = () => (
  <div className={classes.saving}>
    <Saving />
  </div>
);
