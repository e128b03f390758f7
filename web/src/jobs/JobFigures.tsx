import { formatNumber } from '../ui/format.ts';
import classes from './JobFigures.module.css';

type Props = {
  /** By their names. Null is not known yet. */
  figures: Readonly<Record<string, number | null>>;
  /** The one that the user should look at when it is not zero. */
  alarm?: string;
};

/** What a job has done, in figures. */
export const JobFigures = ({ figures, alarm }: Props) => (
  <dl className={classes.figures}>
    {Object.entries(figures).map(([label, value]) => (
      <div key={label} data-alarm={(label === alarm && value !== 0) || undefined}>
        <dt>{label}</dt>
        <dd>{value === null ? '—' : formatNumber(value)}</dd>
      </div>
    ))}
  </dl>
);
