import classes from './Bar.module.css';

type Props = {
  /** What moves on, for those who do not see it. */
  label: string;
  /** From 0 to 1; null when there is no telling: then it moves, and stands nowhere. */
  value: number | null;
};

/** How far something is. Without Mantine, because notices show it too. */
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
