import classes from './Bar.module.css';

type Props = {
  /** Accessible name of the progress. */
  label: string;
  /** Share from 0 to 1; null for an unknown one, which is animated. */
  value: number | null;
};

/** Progress bar. Without Mantine, because notices show it too. */
export function Bar({ label, value }: Props) {
  const percent = value === null ? undefined : Math.round(100 * value);
  return (
    <div
      className={classes.bar}
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <div style={percent === undefined ? undefined : { width: `${percent}%` }} />
    </div>
  );
}
