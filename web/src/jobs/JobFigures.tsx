import { formatNumber } from '../ui/format.ts';

type Props = {
  /** Figures by their labels. Null while unknown. */
  figures: Readonly<Record<string, number | null>>;
  /** Label of the figure that is shown as an error when it is not zero. */
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
