import plain from './plain.module.css';
import classes from './Wait.module.css';

/** Loading message. Appears after 200 ms, so that quick actions do not flash it. */
export const Wait = ({ label }: { label: string }) => (
  <div className={classes.wait} role="status">
    <span className={plain.spinner} aria-hidden />
    <h1>{label}</h1>
  </div>
);
