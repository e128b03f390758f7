import classes from './Unsaved.module.css';

/** Beside the button that saves: says that there is something to save. */
export const Unsaved = ({ isDirty }: { isDirty: boolean }) => (
  <span role="status" className={classes.unsaved}>
    {isDirty && 'Sin guardar'}
  </span>
);
