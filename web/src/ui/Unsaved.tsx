import classes from './Unsaved.module.css';

/** Mark beside the save button that there are unsaved changes. */
export const Unsaved = ({ isDirty }: { isDirty: boolean }) => (
  <span role="status" className={classes.unsaved}>
    {isDirty && 'Sin guardar'}
  </span>
);
