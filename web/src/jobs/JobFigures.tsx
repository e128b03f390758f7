import { formatNumber } from '../ui/format.ts';

type Props = {
  /** By their names. Null is not known yet. */
  figures: Readonly<Record<string, number | null>>;
  /** The one that the user should look at when it is not zero. */
  alarm?: string;
};

/** Figures of the work of a job. */
export const JobFigures = ({ figures, alarm }: Props) => (
  <dl className="flex wrap gap-8 gap-x-40">
    {Object.entries(figures).map(([label, value]) => (
      <div key={label} className={label === alarm && value !== 0 ? 'error' : undefined}>
        <dt className="dim text-sm">{label}</dt>
        <dd className="text-xl strong digits">{value === null ? '—' : formatNumber(value)}</dd>
      </div>
    ))}
  </dl>
);
