import plain from './plain.module.css';
import classes from './Wait.module.css';

/** Appears after 200 ms: what is quicker needs no screen of its own. */
export const Wait = ({ label }: { label: string }) => (
  <div className={classes.wait} role="status">
    <span className={plain.spinner} aria-hidden />
    <h1>{label}</h1>
  </div>
);
